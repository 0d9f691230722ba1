export { createStructure } from './actions.ts';
export { dropStructure } from './deleteStructure.ts';
export { listPeople, usersNamed } from './listPeople.ts';
export { structureIds } from './queries.ts';
export { relateUsers } from './relateUsers.ts';
export { structureResource } from './resource.ts';
export { structureRoutes } from './routes.ts';
