import type { RolloutClient, RolloutPlaces, RolloutView } from '@fournil/contract/software-updates/rollout';
import type { UpdateCounts } from '@fournil/contract/software-updates/softwareUpdate';
import { isGone, reading, readingList } from '../../data/index.ts';

export const pollMilliseconds = 2500;

/** One rollout; read at intervals while it is running. */
export function rolloutReading(id: string) {
  return reading<RolloutView>({
    about: 'rollouts',
    path: `/rollouts/${id}`,
    refetchInterval: ({ state: { data, error } }) =>
      isGone(error) || (data && isStill(data)) ? false : pollMilliseconds,
    refetchOnMount: 'always',
  });
}

/** The newest rollouts of one version. */
export function rolloutsOf(update: string) {
  return readingList<RolloutView>({
    about: 'rollouts',
    path: '/rollouts',
    query: { update, page: 1, itemsPerPage: 30 },
    refetchInterval: pollMilliseconds * 2,
  });
}

export const clientsReading = reading<RolloutClient[]>({
  about: 'rollouts',
  path: '/rollouts/clients',
  staleTime: 60_000,
});

/** The structures or tags of one client that match the search text. */
export function structuresOrTagsReading(organisation: string, q: string) {
  return reading<RolloutPlaces>({
    about: 'rollouts',
    path: '/rollouts/places',
    query: { organisation, q },
    staleTime: 60_000,
    enabled: organisation !== '',
  });
}

/** Sums over the whole rollout. */
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

/** The rollout has ended, and no machine is still updating. */
function isStill({ state, rings }: RolloutView): boolean {
  const { offered, downloading, installing, restartPending } = sumOf(rings);
  return (
    !['unconfirmed', 'running', 'paused'].includes(state) && offered + downloading + installing + restartPending === 0
  );
}
