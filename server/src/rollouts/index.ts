export { endRollouts } from './endRollout.ts';
export { advance, advanceAll, advanceWithin, watchRollouts } from './engine.ts';
export { type Candidate, fillRings, previewOf, refuseEmpty, refuseStrangeModels } from './fillRings.ts';
export {
  forgetHours,
  type GivenFacts,
  givenMembers,
  idsOf,
  machinesToGive,
  machinesToRetry,
  machinesToRollBack,
  noteCommands,
  noteGiven,
  noteRolledBack,
  noteWaiting,
} from './given.ts';
export { hasOpeningHours, type UpdateHourColumns, updateHoursOf, updateStarts } from './hours.ts';
export { type Retry, type Rollout, type RolloutKind, type RolloutKinds, selectMembers } from './kinds.ts';
export { isOpenRollout, onlyOne, refuseSecond } from './onlyOne.ts';
export { showRollout } from './queries.ts';
export { rolloutThing } from './recorded.ts';
export {
  isOfSubject,
  type RevisionKind,
  type RevisionRollout,
  refuseApproved,
  revisionKind,
  settleRollout,
} from './revisionKind.ts';
export { revisionRolloutRoutes } from './revisionRoutes.ts';
export { rolloutRoutes } from './routes.ts';
export { type GivenSubject, isAbout, startGiven, visibleCandidates } from './start.ts';
export { subscribeRollouts } from './subscribers.ts';
