export { healthRoutes } from './healthRoutes.ts';
export { documentedStatuses } from './openApi/document.ts';
export { apiRoutes } from './routes.ts';
