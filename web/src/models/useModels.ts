import { type ModelView, modelLimits } from '@fournil/contract/models/model';
import { readingList, useRead } from '../data/index.ts';

const none: readonly ModelView[] = [];
const modelsReading = readingList<ModelView>({
  about: 'models',
  path: '/models',
  query: { itemsPerPage: modelLimits.models },
});

/** MKR-05: the maker's models, retired ones included; empty while they are read. */
export function useModels(): readonly ModelView[] {
  return useRead(modelsReading).data?.data ?? none;
}

/** The names of models by their codes, as one text. */
export function useModelNames(): (codes: readonly (string | null)[]) => string {
  const models = useModels();
  return (codes) => codes.map((code) => models.find((model) => model.code === code)?.name ?? code ?? '').join(', ');
}
