import { z } from 'zod';
import { type Entity, entities, entitiesWith } from '../entities.ts';
import { reference } from '../kit/hydra.ts';
import { instant, instantInput } from '../kit/instants.ts';
import { resources } from '../resources.ts';

/** HIS-01, AUD-01: the kinds of events caused by people, machines and the operator. */
export const historyTypes = [
  'creation',
  'update',
  'deletion',
  'restoration',
  'install',
  'uninstall',
  'oursBack',
  'theirsKept',
  'theirsAdopted',
  'menusFollowed',
  'addToStructure',
  'removeFromStructure',
  'approval',
  'disapproval',
  'activation',
  'deactivation',
  'pairing',
  'release',
  'import',
  'export',
  'connectionAs',
  'connectionAsEnd',
  'signIn',
  'signOut',
  'sessionEnd',
  'passwordChange',
  'passwordLink',
  'secondStepOn',
  'secondStepOff',
  'recoveryCodes',
  'passkeyAdded',
  'passkeyRemoved',
  'securityCode',
  'start',
  'confirmation',
  'pause',
  'resume',
  'end',
  'rollBack',
  'revocation',
  'forgetting',
  'refusal',
] as const;
export type HistoryType = (typeof historyTypes)[number];

const recordTypes = ['creation', 'update', 'deletion', 'restoration', 'export'] as const;
const decisions = ['install', 'uninstall', 'oursBack', 'theirsKept', 'theirsAdopted'] as const;

const typesBeside: Partial<Record<Entity, readonly HistoryType[]>> = {
  structure: ['addToStructure', 'removeFromStructure'],
  menu: ['approval', 'disapproval', 'menusFollowed'],
  program: [...decisions, 'approval', 'disapproval', 'import'],
  machine: [
    ...decisions,
    'menusFollowed',
    'addToStructure',
    'removeFromStructure',
    'approval',
    'disapproval',
    'activation',
    'deactivation',
    'pairing',
    'release',
  ],
};

/** The kinds of events that the history of one record can contain: of what cannot be restored, such as people, every kind. */
export function typesOfRecord(entity: Entity): readonly HistoryType[] {
  return 'restorable' in resources[entity] ? [...recordTypes, ...(typesBeside[entity] ?? [])] : historyTypes;
}

const accountTypes: readonly HistoryType[] = [
  'signIn',
  'signOut',
  'sessionEnd',
  'connectionAs',
  'connectionAsEnd',
  'refusal',
];
/** Kinds of events that people cause on records; sign-ins and sign-outs are not among them. */
export const workTypes = historyTypes.filter((type) => !accountTypes.includes(type));

/** The kinds of records that events can be about. */
export const historyEntities = entities;
export type HistoryEntity = Entity;

/** Kinds of events and records that only the maker has; not offered as filters to clients. */
export const makerTypes: readonly HistoryType[] = ['revocation'];
export const makerEntities: readonly HistoryEntity[] = entitiesWith('ofMaker');

/** Shown in place of a name that the reader may not see. */
export const hiddenName = '…';

/** The actor. A machine, the operator and the server's own rules have no account; a token is a program's (INT-04). */
export const historyActorKinds = ['person', 'token', 'machine', 'operator', 'server'] as const;
export type HistoryActorKind = (typeof historyActorKinds)[number];

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
/**
 * AUD-01: one field before and after. References to other records (a structure, people) are stored as their names at
 * that moment.
 */
export const historyChange = z.object({ field: z.string(), before: changedValue, after: changedValue });
export type HistoryChange = z.infer<typeof historyChange>;

/** The refusal: a reason known to `reasonOf`, the answer's status and the call, e.g. `DELETE /api/machines/:id`. */
export const historyRefusal = z.object({ reason: z.string(), status: z.int(), call: z.string() });
export type HistoryRefusal = z.infer<typeof historyRefusal>;

export const historyEventView = z.object({
  id: z.string(),
  typeEvent: z.enum(historyTypes),
  typeEntity: z.enum(historyEntities),
  /** The record that was changed; null when the reader may not see it. */
  originId: z.string().nullable(),
  originName: z.string(),
  /** The second record: the machine of an installation, the structure of an assignment. */
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  targetEntity: z.enum(historyEntities).nullable(),
  /** The reader can open it: it exists and they may see it. */
  originOpens: z.boolean(),
  targetOpens: z.boolean(),
  /** `master`: the person who did it in this actor's name, in a control session (IMP-05). */
  actionner: z.object({
    id: z.string().nullable(),
    fullName: z.string(),
    master: z.string().nullable(),
    kind: z.enum(historyActorKinds),
  }),
  dateEvent: instant,
  /** Names of the fields that an update changed. */
  fields: z.array(z.string()),
  /** Those of the fields whose values are kept: no password, PIN or code. Empty for readers who may not see values. */
  changes: z.array(historyChange),
  refusal: historyRefusal.nullable(),
  /** The structure where it happened; null without one, after its deletion, and for readers who do not see it. */
  placeName: z.string().nullable(),
  /** Network address and browser of the call; only for its author, client admins and the super admin. */
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The organisation's name, for the maker. */
  society: z.string().nullable(),
});
export type HistoryEventView = z.infer<typeof historyEventView>;

/** Filters of a history: kinds, the person, and a period from (inclusive) to (exclusive). */
export const historyFilters = {
  type: z.union([z.enum(historyTypes), z.array(z.enum(historyTypes)).max(historyTypes.length)]).optional(),
  actor: reference('users').optional(),
  from: instantInput.optional(),
  to: instantInput.optional(),
};

/**
 * AUD-01: additional filters of all activity. `place` includes everything below that structure; `q` searches the
 * names.
 */
export const allActivityFilters = {
  ...historyFilters,
  entity: z.enum(historyEntities).optional(),
  /** The history of one record. */
  thing: z.uuid().optional(),
  place: reference('structures').optional(),
  organisation: z.uuid().optional(),
  q: z.string().trim().min(1).max(100).optional(),
};

/** GET `history/{type}/{id}/people`: the people who occur in a history. */
export const historyPerson = z.object({ id: z.string(), fullName: z.string() });
export type HistoryPerson = z.infer<typeof historyPerson>;

/** GET `history/organisations`: the organisations whose history the maker can read, deleted ones included. */
export const historyOrganisation = z.object({ id: z.string(), name: z.string() });
export type HistoryOrganisation = z.infer<typeof historyOrganisation>;

/** GET `history/impersonalization`: who signed in as whom. */
export const connectionView = z.object({
  id: z.string(),
  fullName: z.string(),
  society: z.string().nullable(),
  by: z.string(),
  dateEvent: instant,
});
export type ConnectionView = z.infer<typeof connectionView>;

/** The list of all activity; other histories grow by `growingListLimits`. */
export const historyLimits = { allActivityLines: 30 } as const;
