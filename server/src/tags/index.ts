export { createTag, makeTag } from './actions.ts';
export { dropTag } from './dropTag.ts';
export { tagIds } from './queries.ts';
export { relateToTag } from './relateToTag.ts';
export { tagRoutes } from './routes.ts';
