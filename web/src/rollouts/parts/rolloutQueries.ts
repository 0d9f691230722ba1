import type { RingChoices, RolloutOrganisation } from '@fournil/contract/rollouts/ringChoices';
import type {
  RolloutCounts,
  RolloutCurve,
  RolloutFilters,
  RolloutMachineState,
  RolloutView,
} from '@fournil/contract/rollouts/rollout';
import { isGone, reading, readingList } from '../../data/index.ts';

export const pollMilliseconds = 2500;
/** Rollouts within an organisation: ovens take minutes, and bakes hours. */
const ownPollMilliseconds = 5000;

const intervalOf = ({ kind }: RolloutView) => (kind === 'software' ? pollMilliseconds : ownPollMilliseconds);

/** One rollout; read at intervals while it is running. */
export function rolloutReading(id: string) {
  return reading<RolloutView>({
    about: 'rollouts',
    path: `/rollouts/${id}`,
    refetchInterval: ({ state: { data, error } }) => {
      if (isGone(error) || (data && isStill(data))) return false;
      return data ? intervalOf(data) : pollMilliseconds;
    },
    refetchOnMount: 'always',
  });
}

/** How many machines held it at each moment. */
export function curveReading({ id }: RolloutView, isMoving: boolean) {
  return reading<RolloutCurve>({
    about: 'rollouts',
    path: `/rollouts/${id}/curve`,
    refetchInterval: isMoving ? ownPollMilliseconds * 6 : false,
  });
}

/** The newest rollouts of one version, program or menu. */
export function rolloutsOf(of: Pick<RolloutFilters, 'update' | 'program' | 'menu'>) {
  return readingList<RolloutView>({
    about: 'rollouts',
    path: '/rollouts',
    query: { ...of, page: 1, itemsPerPage: 30 },
    refetchInterval: of.update ? pollMilliseconds * 2 : ownPollMilliseconds * 6,
  });
}

export const clientsReading = reading<RolloutOrganisation[]>({
  about: 'rollouts',
  path: '/rollouts/clients',
  staleTime: 60_000,
});

/** The structures or tags that match the search text: of one client, or of the reader's organisation (null). */
export function structuresOrTagsReading(organisation: string | null, q: string) {
  return reading<RingChoices>({
    about: 'rollouts',
    path: '/rollouts/places',
    query: organisation === null ? { q } : { organisation, q },
    staleTime: 60_000,
    enabled: organisation !== '',
  });
}

/** Sums over the whole rollout, of the states that occur. */
export function sumOf(rings: readonly { counts: Partial<RolloutCounts> }[]): Partial<RolloutCounts> {
  const sum: Partial<RolloutCounts> = {};
  for (const { counts } of rings)
    for (const [state, count] of Object.entries(counts) as [RolloutMachineState, number][])
      sum[state] = (sum[state] ?? 0) + count;
  return sum;
}

/** It may still give something to machines. */
export function isOpen({ endedAt }: RolloutView): boolean {
  return endedAt === null;
}

const moving = [
  'offered',
  'downloading',
  'installing',
  'restartPending',
  'underway',
] as const satisfies readonly RolloutMachineState[];

/** The rollout has ended, and no machine is still underway. */
function isStill(rollout: RolloutView): boolean {
  const counts = sumOf(rollout.rings);
  return !isOpen(rollout) && moving.every((state) => !counts[state]);
}
