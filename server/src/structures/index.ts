export { createStructure } from './createStructure.ts';
export { structureRoutes } from './routes.ts';
