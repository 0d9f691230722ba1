export { assistanceRoutes } from './assistanceRoutes.ts';
export { continueDeletions, deletedOrganisations } from './deleteOrganisation.ts';
export { dropUser } from './deleteUser.ts';
export { changeUser } from './editUser.ts';
export { listUsers } from './queries.ts';
export { unactivatedAccounts } from './retention.ts';
export { rightsRoutes } from './rightsRoutes.ts';
export { userRoutes } from './routes.ts';
export { staffRoutes } from './staffRoutes.ts';
