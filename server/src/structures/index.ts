export { createStructure } from './createStructure.ts';
export { listPeople, usersNamed } from './people.ts';
export { relateUsers } from './relateUsers.ts';
export { structureRoutes } from './routes.ts';
