export { createMenu } from './createMenu.ts';
export { subscribeMenus, watchMenus } from './follow/affected.ts';
export { forgetMenuWriter } from './menuRows.ts';
export { menuKind } from './rollouts/menuKind.ts';
export { menuRoutes } from './routes.ts';
