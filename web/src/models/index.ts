export { ModelChoice } from './ModelChoice.tsx';
export { useModelNames, useModels } from './useModels.ts';
