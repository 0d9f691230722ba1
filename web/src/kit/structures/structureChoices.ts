import { idOf } from '@fournil/contract/kit/addresses';
import type { StructureView } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { keepPreviousData, readingList, useRead } from '../../data/index.ts';

export interface StructureChoice {
  id: string;
  name: string;
  /** The names from the top level down to its own. */
  path: readonly string[];
  depth: number;
}

export interface StructureChoices {
  /** Undefined while the first are loading. */
  choices: readonly StructureChoice[] | undefined;
  /** The number of further structures, which a search finds. */
  others: number;
  /** Reads again after a failure. */
  retry?: (() => void) | undefined;
}

/**
 * STR-05: the first page of the tree that the reader sees, or the structures that the server finds for the search text.
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

/** One structure by id or IRI; undefined while it loads, and when the reader does not see it. */
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
