export { createTemplate } from './actions.ts';
export { rightsTemplateRoutes } from './routes.ts';
