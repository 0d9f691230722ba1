export { apiTokenRetention } from './retention.ts';
export { apiTokenRoutes } from './routes.ts';
export { tellEndingTokens } from './tellEnding.ts';
