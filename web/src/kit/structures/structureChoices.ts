import { idOf } from '@fournil/contract/kit/hydra';
import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { members } from '../api.ts';

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
  const { data, error, refetch } = useQuery({
    queryKey: ['structures', 'choices', notUnder, q],
    queryFn: ({ signal }) =>
      members<StructureView>(
        '/structures',
        { q, notUnder, 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled: isEnabled,
  });
  return {
    choices: data?.data,
    others: (data?.total ?? 0) - (data?.data.length ?? 0),
    retry: error ? () => void refetch() : undefined,
  };
}

/** One of them, by id or IRI, however many there are; undefined while it loads, and when the reader does not see it. */
export function useStructure(idOrIri: string | null, isEnabled = true): StructureView | undefined {
  const id = idOrIri && idOf(idOrIri);
  return (
    useQuery({
      queryKey: ['structures', 'named', id],
      queryFn: async ({ signal }) =>
        (await members<StructureView>('/structures', { id, page: 1, itemsPerPage: 1 }, signal)).data[0] ?? null,
      staleTime: 60_000,
      enabled: isEnabled && id !== null,
    }).data ?? undefined
  );
}
