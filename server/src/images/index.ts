export { addMachineImage } from './machineImages.ts';
export { keptPictures, pictureFolder } from './pictures.ts';
export { addProgramImage } from './programImages.ts';
export { imageRoutes } from './routes.ts';
