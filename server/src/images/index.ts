export { addMachineImage } from './machineImages.ts';
export { filesOfPicture, keptPictures, pictureFiles, pictureFolder } from './pictures.ts';
export { withPortrait } from './portraits.ts';
export { addProgramImage } from './programImages.ts';
export { imageRoutes } from './routes.ts';
export { openUploads } from './uploads.ts';
