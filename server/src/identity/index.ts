export {
  callerOfToken,
  hashOfApiToken,
  isApiToken,
  newApiToken,
  noteTokenUse,
  rightsToGive,
  whyTokenShut,
} from './apiTokens.ts';
export {
  currentCaller,
  currentCallers,
  forgetCaller,
  forgetEverybody,
  noteActivity,
  readCallers,
} from './currentCaller.ts';
export { addToken, endLinksOf, lookUpToken, makeToken, useToken } from './linkTokens.ts';
export { emailKey, findMember, findUserForMail, lockActiveMember } from './members.ts';
export { isOpenAt, whySessionShut, whyShut } from './openAccounts.ts';
export { selectPeople, toCaller } from './people.ts';
export { hasProof, hasSecondFactor, markProven, markSecondFactor, proofRequired, requireProof } from './proof.ts';
export { endSessionsOf, isIdle, sessionIdle } from './sessions.ts';
export { sessionOfToken, signToken } from './sessionToken.ts';
export { tellClientAdmins } from './tellClientAdmins.ts';
export { countUnknownTokens } from './unknownTokens.ts';
