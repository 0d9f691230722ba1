import { z } from 'zod';
import { reference } from '../kit/hydra.ts';
import { instant } from '../kit/instants.ts';

/** HIS-01, AUD-01: what can have been done, by people, machines and the operator. */
export const historyTypes = [
  'creation',
  'update',
  'deletion',
  'restoration',
  'install',
  'uninstall',
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
  'revocation',
  'forgetting',
  'refusal',
] as const;
export type HistoryType = (typeof historyTypes)[number];

const accountTypes: readonly HistoryType[] = [
  'signIn',
  'signOut',
  'sessionEnd',
  'connectionAs',
  'connectionAsEnd',
  'refusal',
];
/** What people do with things, without their coming and going. */
export const workTypes = historyTypes.filter((type) => !accountTypes.includes(type));

export const historyEntities = [
  'machine',
  'program',
  'tag',
  'structure',
  'user',
  'organisation',
  'softwareUpdate',
  'rollout',
  'programImage',
  'machineImage',
  'rightsTemplate',
] as const;
export type HistoryEntity = (typeof historyEntities)[number];

/** What the maker alone does, and with what: no filter of a client's. */
export const makerTypes: readonly HistoryType[] = ['start', 'pause', 'resume', 'end', 'revocation'];
export const makerEntities: readonly HistoryEntity[] = ['softwareUpdate', 'rollout', 'programImage', 'machineImage'];

/** In the place of the name of what the reader may not see. */
export const hiddenName = '…';

/** Whose hand it was. A machine, the operator and the server’s own rules have no account. */
export const historyActorKinds = ['person', 'machine', 'operator', 'server'] as const;
export type HistoryActorKind = (typeof historyActorKinds)[number];

const changedValue = z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]);
/**
 * AUD-01: one field before and after. What names other things (a structure, people) carries their names of that moment.
 */
export const historyChange = z.object({ field: z.string(), before: changedValue, after: changedValue });
export type HistoryChange = z.infer<typeof historyChange>;

/**
 * What was refused: what `reasonOf` has words for, the answer's status and the call, e.g. `DELETE /api/machines/:id`.
 */
export const historyRefusal = z.object({ reason: z.string(), status: z.int(), call: z.string() });
export type HistoryRefusal = z.infer<typeof historyRefusal>;

export const historyEventView = z.object({
  id: z.string(),
  typeEvent: z.enum(historyTypes),
  typeEntity: z.enum(historyEntities),
  /** What it happened to. */
  originId: z.string(),
  originName: z.string(),
  /** What else took part: the machine of an install, the structure of an addition. */
  targetId: z.string().nullable(),
  targetName: z.string().nullable(),
  targetEntity: z.enum(historyEntities).nullable(),
  /** The reader can open it: it still exists, for them. */
  originOpens: z.boolean(),
  targetOpens: z.boolean(),
  /** `master`: who of the maker's staff did it in this person's name (IMP-05). */
  actionner: z.object({
    id: z.string().nullable(),
    fullName: z.string(),
    master: z.string().nullable(),
    kind: z.enum(historyActorKinds),
  }),
  dateEvent: instant,
  /** Names of the fields that an update changed. */
  fields: z.array(z.string()),
  /** Those of them whose values are kept: no password, PIN or code is. Empty for readers who do not see everything. */
  changes: z.array(historyChange),
  refusal: historyRefusal.nullable(),
  /** The structure where it happened; null without one, once it is gone, and for readers who do not see it. */
  placeName: z.string().nullable(),
  /** Where the call came from and by which browser; for whoever did it, client admins and the super admin. */
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
  from: instant.optional(),
  to: instant.optional(),
};

/**
 * AUD-01: those of all activity besides. `place` counts everything below that structure; `q` is looked for in the
 * names.
 */
export const allActivityFilters = {
  ...historyFilters,
  entity: z.enum(historyEntities).optional(),
  /** One thing of that kind. */
  thing: z.uuid().optional(),
  place: reference('structures').optional(),
  organisation: z.uuid().optional(),
  q: z.string().trim().min(1).max(100).optional(),
};

/** GET `history/{type}/{id}/people`: who stands in a history. */
export const historyPerson = z.object({ id: z.string(), fullName: z.string() });
export type HistoryPerson = z.infer<typeof historyPerson>;

/** GET `history/organisations`: whose history the maker can ask for, those that are gone too. */
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

export const historyLimits = { lines: 10, allActivityLines: 30 } as const;
