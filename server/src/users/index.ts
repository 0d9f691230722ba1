export { dropUser } from './deleteUser.ts';
export { changeUser } from './editUser.ts';
export { tellEndingAccounts } from './ending/endingAccounts.ts';
export { unactivatedAccounts } from './ending/unactivated.ts';
export { listUsers } from './queries.ts';
export { giveTemplate } from './rights/actions.ts';
export { userRoutes } from './routes.ts';
export { continueDeletions, deletedOrganisations } from './staff/deleteOrganisation.ts';
export { createTemplate } from './templates/actions.ts';
