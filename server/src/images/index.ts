export { keptPictures, pictureFolder } from './pictures.ts';
export { imageRoutes } from './routes.ts';
