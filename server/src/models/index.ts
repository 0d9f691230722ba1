export { categoriesOf, modelCodes, refuseUnknownModels } from './queries.ts';
export { modelRoutes } from './routes.ts';
