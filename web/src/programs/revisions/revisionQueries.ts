import { type ProgramRevisionView, revisionLimits } from '@fournil/contract/programs/revision';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call, members } from '../../kit/api.ts';

const mostChoices = 500;

/** Under `programs`, so that whatever changes a program makes its revisions be asked for again. */
export function revisionQuery(id: string, revision: number) {
  return queryOptions({
    queryKey: ['programs', 'revision', id, revision],
    queryFn: ({ signal }) => call<ProgramRevisionView>(`/programs/${id}/revisions/${revision}`, { signal }),
    retry: false,
  });
}

/** The newest first, for a list to choose from. */
export function revisionChoicesQuery(id: string) {
  return queryOptions({
    queryKey: ['programs', 'revisions', id, 'choices'],
    queryFn: async ({ signal }) =>
      (await members<ProgramRevisionView>(`/programs/${id}/revisions`, { page: 1, itemsPerPage: mostChoices }, signal))
        .data,
  });
}

/** Page by page, the newest first. */
export function revisionsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['programs', 'revisions', id],
    queryFn: ({ pageParam, signal }) =>
      members<ProgramRevisionView>(
        `/programs/${id}/revisions`,
        { page: pageParam, itemsPerPage: revisionLimits.listPageSize },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      pages.length * revisionLimits.listPageSize < last.total ? pages.length + 1 : undefined,
  });
}
