export { ImportButton } from './ImportButton.tsx';
export { useExport } from './useExport.ts';
