export { accessReviewRoutes } from './routes.ts';
