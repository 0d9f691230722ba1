export { createTag, makeTag } from './actions.ts';
export { tagRoutes } from './routes.ts';
