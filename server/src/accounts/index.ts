export { createAccount, createOrganisation, type NewAccount } from './createAccount.ts';
export { currentCaller } from './currentCaller.ts';
export { findActiveMember, findMember } from './findMember.ts';
export { hashPassword } from './passwords.ts';
export { selectPeople, toCaller } from './people.ts';
export { accountRoutes } from './routes.ts';
export { setActive } from './setActive.ts';
export { checkWatches, countTry, type Throttle } from './throttle.ts';
export { sessionOfToken } from './tokens.ts';
