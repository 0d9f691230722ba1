export { useModelNames, useModels } from './useModels.ts';
