export { openStorage } from './openStorage.ts';
export { sweepFolder, sweepRegularly } from './sweep.ts';
