import type { Change } from '@fournil/contract/live/change';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Milliseconds that go by before what became stale is asked for again; all that becomes stale meanwhile is asked for
 * with it.
 */
const pace = {
  /** After something that a person did, or that cannot be patched. */
  soon: 1000,
  /** Numbers over a whole fleet, after something that machines say by themselves every few seconds. */
  numbers: 10_000,
};
type Pace = keyof typeof pace;

export interface Stale {
  /** How the keys of what is stale begin: with one part, or two. */
  key: readonly string[];
  when: Pace;
}

/** The filters of a list of machines that ask for what a machine says by itself. */
const movingFilters = ['connected', 'failing'];

/** What no longer holds after a change, beside the records that were patched with it. */
export function staleAfter({ resource, op, id }: Change, isPatched: boolean): Stale[] {
  const own: Stale[] = isPatched ? [] : [{ key: [resource], when: 'soon' }];
  if (resource === 'machines') {
    const isSaidByMachine = op === 'update' && isPatched;
    const when: Pace = isSaidByMachine ? 'numbers' : 'soon';
    return [
      ...own,
      { key: ['machineParts', id], when: 'soon' },
      { key: ['machineCounts'], when },
      { key: ['home'], when },
    ];
  }
  // Said by machines: among them which programs they refuse.
  if (resource === 'programMachines') return [...own, { key: ['home'], when: 'numbers' }];
  return ['programs', 'structures', 'users'].includes(resource) ? [...own, { key: ['home'], when: 'soon' }] : own;
}

/** Asks again for what is shown of it; what is not shown is asked for when it is. */
export function openAsking(queryClient: QueryClient) {
  // A bulk action may change ten thousand machines: all of them are looked for in one pass over what is kept.
  const waiting: Record<Pace, Set<string>> = { soon: new Set(), numbers: new Set() };

  const askAgain = (when: Pace) => {
    const beginnings = waiting[when];
    waiting[when] = new Set();
    const isStale = (key: QueryKey) => [1, 2].some((parts) => beginnings.has(JSON.stringify(key.slice(0, parts))));
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isStale(queryKey) || (when === 'numbers' && isByWhatMoves(queryKey)),
      refetchType: 'active',
    });
  };

  return (stale: readonly Stale[]): void => {
    for (const { key, when } of stale) {
      if (waiting[when].size === 0) setTimeout(askAgain, pace[when], when);
      waiting[when].add(JSON.stringify(key));
    }
  };
}

/** ra-core's key of a list ends with what was asked. */
function isByWhatMoves(key: QueryKey): boolean {
  if (key[0] !== 'machines' || key[1] !== 'getList') return false;
  const asked = key.at(-1) as { filter?: object } | undefined;
  return movingFilters.some((name) => asked?.filter !== undefined && name in asked.filter);
}
