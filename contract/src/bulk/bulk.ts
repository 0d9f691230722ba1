import { z } from 'zod';
import { adoptMany, keepMany, restoreMany } from '../differences/differences.ts';
import { node, reference } from '../kit/hydra.ts';
import { instant, timezone } from '../kit/instants.ts';
import type { Action } from '../rights/policy.ts';
import { deletionQuery } from '../structures/structure.ts';
import { templateChoice } from '../users/rightsTemplate.ts';

/**
 * BLK-01: the actions on many rows. One request names ids or a filter; the server processes the rows in chunks of one
 * transaction each, so that after a kill it continues at the last committed chunk and changes no row twice.
 */
export const bulkLimits = {
  /** Greatest number of rows of one run. */
  rows: 100_000,
  /** Greatest number of ids in a request. */
  ids: 10_000,
  /** Greatest number of rows that a preview processes; with more, the preview says so. */
  previewed: 500,
  /** Greatest number of changing rows that a preview names. */
  namedInPreview: 3,
  /** Greatest number of refused rows that an answer names. */
  named: 200,
  /** Greatest number of records in `args`: machines, programs, tags … */
  others: 100,
} as const;

const several = (resource: string) =>
  z
    .array(reference(resource))
    .min(1)
    .max(bulkLimits.others)
    .transform((ids) => [...new Set(ids)]);
const nothing = z.strictObject({});

/** Each verb with its arguments and its row of the policy table. */
const verbs = {
  'machines.approve': { args: nothing, allow: 'machines.approve' },
  'machines.unapprove': { args: nothing, allow: 'machines.approve' },
  'machines.activate': { args: nothing, allow: 'machines.activate' },
  'machines.deactivate': { args: nothing, allow: 'machines.activate' },
  'machines.place': {
    args: z.strictObject({
      structure: reference('structures').nullable(),
      /** Only rows that are still in this structure; those moved since are skipped. */
      from: reference('structures').nullable().optional(),
    }),
    allow: 'structures.addMachine',
  },
  'machines.zone': {
    args: z.strictObject({
      /** Null: that of its structure. */
      timezone: timezone.nullable(),
      /** Only rows of which this is still the own one; those changed since are skipped. */
      from: timezone.nullable().optional(),
    }),
    allow: 'machines.edit',
  },
  'machines.install': { args: z.strictObject({ programs: several('programs') }), allow: 'programMachines.create' },
  'machines.uninstall': { args: z.strictObject({ programs: several('programs') }), allow: 'programMachines.delete' },
  'machines.delete': { args: z.strictObject({ deletePrograms: z.boolean() }), allow: 'machines.delete' },
  'programs.approve': { args: nothing, allow: 'programs.approve' },
  'programs.unapprove': { args: nothing, allow: 'programs.approve' },
  'programs.install': { args: z.strictObject({ machines: several('machines') }), allow: 'programMachines.create' },
  'programs.uninstall': { args: z.strictObject({ machines: several('machines') }), allow: 'programMachines.delete' },
  'programs.tag': { args: z.strictObject({ tags: several('tags') }), allow: 'tags.assign' },
  'programs.untag': { args: z.strictObject({ tags: several('tags') }), allow: 'tags.assign' },
  'programs.delete': { args: nothing, allow: 'programs.delete' },
  'programMachines.restore': { args: restoreMany, allow: 'programMachines.edit' },
  'programMachines.keep': { args: keepMany, allow: 'programMachines.edit' },
  'programMachines.adopt': { args: adoptMany, allow: 'programMachines.adopt' },
  'structures.relate': { args: z.strictObject({ users: several('users') }), allow: 'structures.relate' },
  'structures.unrelate': { args: z.strictObject({ users: several('users') }), allow: 'structures.relate' },
  'structures.delete': { args: deletionQuery, allow: 'structures.delete' },
  'tags.addPrograms': { args: z.strictObject({ programs: several('programs') }), allow: 'tags.assign' },
  'tags.removePrograms': { args: z.strictObject({ programs: several('programs') }), allow: 'tags.assign' },
  'tags.relate': { args: z.strictObject({ users: several('users') }), allow: 'tags.relate' },
  'tags.unrelate': { args: z.strictObject({ users: several('users') }), allow: 'tags.relate' },
  'tags.delete': { args: nothing, allow: 'tags.delete' },
  'users.relate': { args: z.strictObject({ structures: several('structures') }), allow: 'structures.relate' },
  'users.unrelate': { args: z.strictObject({ structures: several('structures') }), allow: 'structures.relate' },
  'users.tag': { args: z.strictObject({ tags: several('tags') }), allow: 'tags.relate' },
  'users.untag': { args: z.strictObject({ tags: several('tags') }), allow: 'tags.relate' },
  'users.giveTemplate': { args: templateChoice, allow: 'users.changeRights' },
  'users.enable': { args: nothing, allow: 'users.switch' },
  'users.disable': { args: nothing, allow: 'users.switch' },
  'users.delete': { args: nothing, allow: 'users.delete' },
} as const satisfies Record<string, { args: z.ZodType; allow: Action }>;

export const bulkVerbs = Object.keys(verbs) as [BulkVerb, ...BulkVerb[]];
export type BulkVerb = keyof typeof verbs;
export type BulkArgs<Verb extends BulkVerb> = z.output<(typeof verbs)[Verb]['args']>;

/** The resource whose rows a verb changes. */
export type BulkResource = BulkVerb extends `${infer Resource}.${string}` ? Resource : never;

export function bulkResourceOf(verb: BulkVerb): BulkResource {
  return verb.split('.')[0] as BulkResource;
}

export function bulkRuleOf(verb: BulkVerb): Action {
  return verbs[verb].allow;
}

export function bulkArgsOf(verb: BulkVerb) {
  return verbs[verb].args;
}

/** The rows: the ids named, or all that match the filters of the resource's list. */
const selection = z.union([
  z.strictObject({ ids: z.array(z.uuid()).min(1).max(bulkLimits.ids) }),
  z.strictObject({
    filters: z.record(z.string().max(64), z.union([z.string().max(300), z.array(z.string().max(300)).max(50)])),
  }),
]);
export type BulkSelection = z.infer<typeof selection>;

/** POST `bulk/preview`. `args` are those of the verb. */
export const bulkRequest = z.strictObject({
  verb: z.enum(bulkVerbs),
  args: z.record(z.string().max(64), z.unknown()).default({}),
  selection,
});
export type BulkRequest = z.input<typeof bulkRequest>;

/** POST `bulk`. The client chooses the id, so that a repeated request runs once. */
export const bulkStart = bulkRequest.extend({
  id: z.uuid(),
  /** The number of rows in the preview; if another number matches now, the run is not started. */
  total: z.int().min(0).optional(),
});

/** A row that was not changed, and why; `partly`: a part of the request was done. */
export const bulkRefusal = z.object({ id: z.string(), name: z.string(), reason: z.string(), partly: z.boolean() });
export type BulkRefusal = z.infer<typeof bulkRefusal>;

const tally = {
  /** Rows that were changed. */
  changed: z.int(),
  /** Rows that already were in the requested state. */
  unchanged: z.int(),
  refused: z.int(),
  /** The first of the rows that were refused, or changed in part. */
  refusals: z.array(bulkRefusal),
};

/** The result of a trial run whose transaction is rolled back. */
export const bulkPreview = z.object({
  total: z.int(),
  /** The number of rows processed by the preview; a very large selection is processed in part. */
  looked: z.int(),
  ...tally,
  /** The first of the rows that will change. */
  names: z.array(z.string()),
  /** The run can be undone. */
  canUndo: z.boolean(),
  /** The machines in service that are sent an approved program at once, whether the reader sees them or not. */
  sentCount: z.int(),
});
export type BulkPreview = z.infer<typeof bulkPreview>;

export const bulkStates = ['running', 'done', 'stopped'] as const;

export const bulkRunView = z.object({
  ...node('BulkRun'),
  id: z.string(),
  verb: z.enum(['undo', ...bulkVerbs]),
  resource: z.string(),
  state: z.enum(bulkStates),
  total: z.int(),
  done: z.int(),
  ...tally,
  canUndo: z.boolean(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});
export type BulkRunView = z.infer<typeof bulkRunView>;
