export { createTag, dropTag, makeTag } from './actions.ts';
export { tagIds } from './queries.ts';
export { relateToTag } from './relateToTag.ts';
export { tagRoutes } from './routes.ts';
