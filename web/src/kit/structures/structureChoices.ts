import { idOf } from '@fournil/contract/kit/addresses';
import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';

export interface StructureChoice {
  id: string;
  name: string;
  /** From the top down, its own name last. */
  path: readonly string[];
  depth: number;
}

export interface StructureChoices {
  /** Undefined while the first are loading. */
  choices: readonly StructureChoice[] | undefined;
  /** How many more there are, which a search finds. */
  others: number;
  /** Where the last question was not answered: asks again. */
  retry?: (() => void) | undefined;
}

/**
 * STR-05: the tree that the reader sees, as far as one reading goes; what bears the letters is looked for on the
 * server.
 */
export function useStructureChoices(
  text: string,
  { notUnder, isEnabled = true }: { notUnder?: string | undefined; isEnabled?: boolean } = {},
): StructureChoices {
  const q = text.trim();
  const { data, error, refetch } = useRead(
    readingList<StructureView>({
      about: 'structures',
      path: '/structures',
      query: { q, notUnder, 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize },
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      enabled: isEnabled,
    }),
  );
  return {
    choices: data?.data,
    others: (data?.total ?? 0) - (data?.data.length ?? 0),
    retry: error ? () => void refetch() : undefined,
  };
}

/** One of them, by id or IRI, however many there are; undefined while it loads, and when the reader does not see it. */
export function useStructure(idOrIri: string | null, isEnabled = true): StructureView | undefined {
  const id = idOrIri && idOf(idOrIri);
  return useRead(
    readingList<StructureView>({
      about: 'structures',
      path: '/structures',
      query: { id, page: 1, itemsPerPage: 1 },
      staleTime: 60_000,
      enabled: isEnabled && id !== null,
    }),
  ).data?.data[0];
}
