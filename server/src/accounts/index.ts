export { createAccount, createOrganisation, type NewAccount } from './createAccount.ts';
export { currentCaller } from './currentCaller.ts';
export { findMember } from './findMember.ts';
export { hashPassword } from './passwords.ts';
export { selectPeople, toCaller } from './people.ts';
export { accountRoutes } from './routes.ts';
export { setActive } from './setActive.ts';
export { sessionOfToken } from './tokens.ts';
