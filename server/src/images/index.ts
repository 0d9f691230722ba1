export { addMachineImage } from './machineImages.ts';
export { keptPictures, pictureFiles, pictureFolder } from './pictures.ts';
export { withPortrait } from './portraits.ts';
export { addProgramImage } from './programImages.ts';
export { imageRoutes } from './routes.ts';
export { openUploads } from './uploads.ts';
