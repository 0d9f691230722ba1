export { dropTag } from './actions.ts';
export { relateToTag } from './people.ts';
export { tagResource } from './resource.ts';
export { tagRoutes } from './routes.ts';
