export { announceVisibilityChange } from './announceVisibilityChange.ts';
export { checkApprovable } from './checkApprovable.ts';
export { reachMachine } from './reach.ts';
export { requireMachine, requireMenu, requireProgram, requireStructure, requireTag, requireUser } from './require.ts';
export { isLimited, type SeenTable, seenIds } from './seenIds.ts';
export { requireSeen, seenBy, tableOf } from './seenRecords.ts';
export { knownStructures, structuresNamed } from './structuresNamed.ts';
export {
  isWriter,
  seesEveryMachine,
  structureAndBelow,
  visibleMachines,
  visibleMenus,
  visiblePrograms,
  visibleRollouts,
  visibleStructures,
} from './visible.ts';
export { visibilityClassOf, visibleCountsOf } from './visibleCounts.ts';
