export { createTag } from './actions.ts';
export { tagRoutes } from './routes.ts';
