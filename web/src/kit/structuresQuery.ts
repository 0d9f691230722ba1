import { type StructureView, structureLimits } from '@fournil/contract/structures/structure';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { members } from './api.ts';

/** Every structure the reader sees, in the order of the tree, for pick lists. */
export const structuresQuery = queryOptions({
  queryKey: ['structures', 'pickList'],
  queryFn: async ({ signal }) =>
    (await members<StructureView>('/structures', { 'order[path]': 'asc', page: 1, itemsPerPage: structureLimits.pickListSize }, signal)).data,
  staleTime: 60_000,
});

/** One of them, by id or IRI. */
export function useStructure(idOrIri: string | null, isEnabled = true): StructureView | undefined {
  const { data } = useQuery({ ...structuresQuery, enabled: isEnabled && idOrIri !== null });
  return data?.find((structure) => structure.id === idOrIri || structure['@id'] === idOrIri);
}
