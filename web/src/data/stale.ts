import type { Change } from '@fournil/contract/live/change';
import { resources } from '@fournil/contract/resources';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';

/** Lists of people, and readings about them. */
const people = [
  'users',
  'controls',
  'client-admins',
  'technicians',
  'people',
  'structures',
  'tags',
  'rights-templates',
  'access-review',
  'api-tokens',
  'recycle-bin',
  'history',
  'home',
] as const;

/** All cached data except bulk runs, which are read again by themselves. */
const everything = 'everything';

/**
 * The table of the data that a change makes stale: on the left the resource that was changed, on this page or as a live
 * event reports; on the right the topics that show some of it. A topic is the first part of a key in the cache. A
 * resource without a row is shown by its own pages, the recycle bin and the history.
 */
const shownIn = {
  machines: [
    'machines',
    'machineParts',
    'machineCounts',
    'machineDeletion',
    'faults',
    'programMachines',
    'menus',
    'structures',
    'assistance',
    'software_updates',
    'recycle-bin',
    'history',
    'home',
  ],
  programMachines: [
    'programMachines',
    'programs',
    'menus',
    'machines',
    'machineParts',
    'machineCounts',
    'history',
    'home',
  ],
  programs: ['programs', 'programMachines', 'menus', 'rollouts', 'tags', 'recycle-bin', 'history', 'home'],
  /** MNU-01: the programs of machines follow their menus. */
  menus: [
    'menus',
    'programMachines',
    'programs',
    'machines',
    'machineParts',
    'machineCounts',
    'rollouts',
    'recycle-bin',
    'history',
    'home',
  ],
  tags: ['tags', 'programs', 'recycle-bin', 'history'],
  structures: [
    'structures',
    'menus',
    'machines',
    'machineCounts',
    'faults',
    'users',
    'people',
    'access-review',
    'recycle-bin',
    'history',
    'home',
  ],
  users: people,
  'rights-templates': people,
  /** The person's own account; texts in lists depend on its language and zone (GEN-06). */
  profile: everything,
  /** The ways to sign in: second step, unconfirmed address, sessions. */
  account: ['profile', 'passkeys', 'sessions', 'history'],
  passkeys: ['profile', 'passkeys', 'sessions', 'history'],
  organisation: ['organisation', 'profile', 'history'],
  images: ['images', 'programs', 'machines', 'programMachines', 'history'],
  models: ['models', 'machines', 'software_updates', 'history'],
  software_updates: ['software_updates', 'rollouts', 'machineParts', 'history', 'home'],
  /** MNU-03: they give machines programs, menus and settings, and end with the approval of a revision. */
  rollouts: [
    'rollouts',
    'software_updates',
    'programs',
    'menus',
    'programMachines',
    'machines',
    'machineParts',
    'machineCounts',
    'machineCommands',
    'history',
    'home',
  ],
  machineCommands: ['machineParts', 'machineCommands', 'history'],
  demoMails: ['demoMails'],
  /** A person who is forgotten becomes a number. */
  history: ['history', 'users', 'access-review'],
  /** A bulk action, or a record that is restored with its relations. */
  [everything]: everything,
  nothing: [],
} as const satisfies Record<string, readonly string[] | typeof everything>;

type Row = keyof typeof shownIn;
type ResourcePath = NonNullable<(typeof resources)[keyof typeof resources]['path']>;

/** What a write changes: a row of the table, or the path of a resource. */
export type Changed = Row | ResourcePath;

/** The subject of a reading: the first part of its key. */
export type Topic = Exclude<(typeof shownIn)[Row], typeof everything>[number] | ResourcePath | Unrelated;
/** Topics of readings that are read once, or at intervals. */
type Unrelated = 'bulk' | 'holiday-calendars' | 'machineReadings' | 'token' | 'profile';

/** For resources whose path is not their topic, because ra-core's keys begin with the path of the list. */
const topicsOfPaths: Record<string, Topic> = {
  'users/controls': 'controls',
  'assistance/machines': 'assistance',
};

function topicOf([first]: QueryKey): string {
  if (typeof first !== 'string') return '';
  return topicsOfPaths[first] ?? (first.endsWith('-technicians') ? 'technicians' : first);
}

const resourcePaths: ReadonlySet<string | null> = new Set(Object.values(resources).map(({ path }) => path));

function topicsThatShow(changed: Changed): readonly string[] | typeof everything {
  return changed in shownIn ? shownIn[changed as Row] : [changed, 'recycle-bin', 'history'];
}

/** What a write to a resource changes that ra-core names by its path. */
export function changedBy(resource: string): Changed {
  if (resource in shownIn || resourcePaths.has(resource)) return resource as Changed;
  // What is no resource may be shown anywhere.
  return (people as readonly string[]).includes(topicOf([resource])) ? 'users' : everything;
}

/**
 * Reads the queries again that show some of what was changed; resolves when they are read. Queries of removed records
 * are only marked as stale, because their page is still shown while it is left. With `among`, only these are read
 * again.
 */
export async function expire(
  queryClient: QueryClient,
  changed: Changed,
  { removed = [], among }: { removed?: readonly string[] | undefined; among?: ReadonlySet<Query> } = {},
): Promise<void> {
  const topics = topicsThatShow(changed);
  const isStale = (key: QueryKey) => (topics === everything ? key[0] !== 'bulk' : topics.includes(topicOf(key)));
  const isOfRemoved = (key: QueryKey) => removed.some((id) => JSON.stringify(key).includes(id));
  if (removed.length > 0)
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfRemoved(queryKey), refetchType: 'none' });
  await queryClient.invalidateQueries({
    predicate: (query) => {
      const key = query.queryKey;
      return (among?.has(query) ?? true) && isStale(key) && !isOfRemoved(key);
    },
  });
}

/**
 * Milliseconds after which data that live events made stale is read again, together with all that becomes stale until
 * then.
 */
const pace = {
  /** After a person's action, or a change that cannot be patched into the cache. */
  soon: 1000,
  /** For numbers over a whole fleet, after reports that machines send every few seconds. */
  numbers: 10_000,
};
type Pace = keyof typeof pace;

export interface Stale {
  /** The beginning of the stale keys: one part, or two. */
  key: readonly string[];
  when: Pace;
}

/** The filters of a list of machines by values that machines report. */
const movingFilters = ['connected', 'failing'];

/** The data that is stale after a live event, beside the records that were patched with it. */
export function staleAfter({ resource, op, id }: Change, isPatched: boolean): Stale[] {
  if (resource === 'machines' && op === 'update' && isPatched)
    return [
      { key: ['machineParts', id], when: 'soon' },
      { key: ['machineCounts'], when: 'numbers' },
      { key: ['home'], when: 'numbers' },
    ];
  // Reported by machines; this includes which programs they refuse.
  if (resource === 'programMachines' && op === 'update')
    return [
      { key: ['programMachines'], when: 'soon' },
      { key: ['home'], when: 'numbers' },
    ];
  // A history is not reloaded while somebody reads it.
  return [topicsThatShow(resource)]
    .flat()
    .filter((topic) => topic !== 'history')
    .map((topic) => ({ key: [topic], when: 'soon' }));
}

/** Reads what is shown again; other data is read when it is next shown. */
export function openAsking(queryClient: QueryClient) {
  // A bulk action may change ten thousand machines; all of them are looked up in one pass over the cache.
  const waiting: Record<Pace, Set<string>> = { soon: new Set(), numbers: new Set() };

  const askAgain = (when: Pace) => {
    const beginnings = waiting[when];
    waiting[when] = new Set();
    const isStale = (key: QueryKey) =>
      beginnings.has(JSON.stringify([topicOf(key)])) || beginnings.has(JSON.stringify(key.slice(0, 2)));
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

/** The last part of ra-core's key of a list contains its parameters. */
function isByWhatMoves(key: QueryKey): boolean {
  if (key[0] !== 'machines' || key[1] !== 'getList') return false;
  const asked = key.at(-1) as { filter?: object } | undefined;
  return movingFilters.some((name) => asked?.filter !== undefined && name in asked.filter);
}
