import type { RolloutClient, RolloutPlaces, RolloutView } from '@fournil/contract/software-updates/rollout';
import type { UpdateCounts } from '@fournil/contract/software-updates/softwareUpdate';
import { queryOptions } from '@tanstack/react-query';
import { call, isGone, members } from '../kit/api.ts';

export const pollMilliseconds = 2500;

/** One rollout; asked again and again while something of it can move. */
export function rolloutQuery(id: string) {
  return queryOptions({
    queryKey: ['rollouts', 'one', id],
    queryFn: ({ signal }) => call<RolloutView>(`/rollouts/${id}`, { signal }),
    refetchInterval: ({ state: { data, error } }) =>
      isGone(error) || (data && isStill(data)) ? false : pollMilliseconds,
    refetchOnMount: 'always',
    retry: false,
  });
}

export function rolloutsOf(update: string) {
  return queryOptions({
    queryKey: ['rollouts', 'of', update],
    queryFn: async ({ signal }) =>
      (await members<RolloutView>('/rollouts', { update, page: 1, itemsPerPage: 30 }, signal)).data,
    refetchInterval: pollMilliseconds * 2,
  });
}

export const clientsQuery = queryOptions({
  queryKey: ['rollouts', 'clients'],
  queryFn: ({ signal }) => call<RolloutClient[]>('/rollouts/clients', { signal }),
  staleTime: 60_000,
});

/** Of one client, what bears these letters. */
export function placesQuery(organisation: string, q: string) {
  return queryOptions({
    queryKey: ['rollouts', 'places', organisation, q],
    queryFn: ({ signal }) => call<RolloutPlaces>('/rollouts/places', { query: { organisation, q }, signal }),
    staleTime: 60_000,
    enabled: organisation !== '',
  });
}

/** Over the whole rollout. */
export function sumOf(rings: readonly { counts: UpdateCounts }[]): UpdateCounts {
  const none: UpdateCounts = {
    waiting: 0,
    offered: 0,
    downloading: 0,
    installing: 0,
    restartPending: 0,
    done: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  };
  return rings.reduce((sum, { counts }) => {
    for (const state of Object.keys(none) as (keyof UpdateCounts)[]) sum[state] += counts[state];
    return sum;
  }, none);
}

/** It is over, and no machine is still at it. */
function isStill({ state, rings }: RolloutView): boolean {
  const { offered, downloading, installing, restartPending } = sumOf(rings);
  return (
    !['unconfirmed', 'running', 'paused'].includes(state) && offered + downloading + installing + restartPending === 0
  );
}
