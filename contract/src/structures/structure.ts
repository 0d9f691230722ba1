import { z } from 'zod';
import { ownHours } from '../hours/hours.ts';
import { embedded, link, node, reference } from '../kit/hydra.ts';
import { instant, timezone } from '../kit/instants.ts';
import { listedPerson } from '../kit/person.ts';
import { requiredText, searchText } from '../kit/text.ts';
import { structureLimits } from './structureLimits.ts';

const person = embedded('users', { fullName: z.string() });
export type PersonName = z.infer<typeof person>;
const namedStructure = embedded('structures', { name: z.string() });

/** A site or sector. Counts include everything below it, as far as the reader sees it. */
export const structureView = z.object({
  ...node('Structure'),
  id: z.string(),
  name: z.string(),
  parent: link('structures').nullable(),
  /** 0 at the top. */
  depth: z.int(),
  hasChildren: z.boolean(),
  /** Directly below it. */
  childCount: z.int(),
  /** From the top down, its own name last. */
  path: z.array(z.string()),
  nbMachine: z.int(),
  /** The same machines by their most severe state; those out of service are not counted. */
  machineStates: z.object({ connected: z.int(), failing: z.int(), away: z.int(), notApproved: z.int() }),
  userInCharge: person.nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type StructureView = z.infer<typeof structureView>;

/** STR-03: one structure. The assigned people are shown to readers who may edit structures; `null` otherwise. */
export const structureDetail = structureView.extend({
  /** From the top down, without itself. */
  ancestors: z.array(namedStructure),
  children: z.array(namedStructure.extend({ nbMachine: z.int(), childCount: z.int() })),
  relatedUsers: z.array(listedPerson).nullable(),
  /** The people who see it by an assignment to it, or to a structure above it. */
  users: z.array(listedPerson).nullable(),
  /** The first machines directly in it, by name. */
  machines: z.array(embedded('machines', { name: z.string() })),
  /** Directly in it, without those below. */
  ownMachineCount: z.int(),
  /** HRS-01: the one that counts: its own, else the nearest above it; null where there is none. */
  timezone: z.string().nullable(),
  ownTimezone: z.string().nullable(),
  /** The structure above from which it comes, if the reader sees it. */
  timezoneOf: namedStructure.nullable(),
  /** HRS-01: what it has of its own; `structures/{id}/hours` says what counts. */
  hours: ownHours,
  /** Changes with every update; also sent as ETag. */
  version: z.int(),
});
export type StructureDetail = z.infer<typeof structureDetail>;

const relatedUsers = z.array(reference('users')).max(structureLimits.atOnce).optional();

/** POST `structures`. */
export const structureInput = z
  .strictObject({
    name: requiredText(structureLimits.name),
    parent: reference('structures').nullish(),
    userInCharge: reference('users').nullish(),
    relatedUsers,
    /** Its own; null: that of the structure above. */
    timezone: timezone.nullish(),
    hours: ownHours.optional(),
  })
  .meta({ examples: [{ name: 'Lyon', parent: '/api/structures/01a213da-51c9-776e-be9b-26266d081859' }] });
export type StructureInput = z.infer<typeof structureInput>;

/** PUT `structures/{id}`: changes only the fields sent. */
export const structureUpdate = z.strictObject({
  name: structureInput.shape.name.optional(),
  parent: reference('structures').nullable().optional(),
  userInCharge: reference('users').nullable().optional(),
  relatedUsers,
  /** As in `structureInput`; the one that counts by inheritance is no change. */
  timezone: timezone.nullish(),
  hours: ownHours.optional(),
});
export type StructureUpdate = z.infer<typeof structureUpdate>;

/** PUT `structures/{id}/machines` and `…/users`, and the same for tags: several at once, all of them or none. */
function additionsOf(resource: string) {
  const ids = z.array(reference(resource)).max(structureLimits.atOnce).default([]);
  return z.strictObject({ add: ids, remove: ids });
}
export const machinePlacement = additionsOf('machines');
export const userRelation = additionsOf('users');
export const programTagging = additionsOf('programs');
export type Additions = z.infer<typeof userRelation>;

/** STR-06: what happens to the children and machines of a structure that is deleted. */
export const deletionQuery = z.strictObject({
  children: z.enum(['moveUp', 'delete']).optional(),
  machines: z.enum(['moveUp', 'unassign']).optional(),
});
export type DeletionChoice = z.infer<typeof deletionQuery>;

/** GET `structures/{id}/deletion`: the numbers for the confirmation. */
export const deletionView = z.object({
  children: z.int(),
  /** Everything below it. */
  below: z.int(),
  machines: z.int(),
  /** Without the structure's own. */
  machinesBelow: z.int(),
  relatedUsers: z.int(),
  parent: namedStructure.nullable(),
  /** It contains something that the reader does not see; a client admin has to delete it. */
  isHidden: z.boolean(),
  /** The choices that the reader has for its content. */
  mayMoveUp: z.boolean(),
  mayUnassign: z.boolean(),
});
export type DeletionView = z.infer<typeof deletionView>;

export const personView = z.object({
  ...node('User'),
  ...listedPerson.shape,
  email: z.string().nullable(),
  kind: z.enum(['clientAdmin', 'user']),
});
export type PersonView = z.infer<typeof personView>;
/** Filters of GET `structures/people`: people who can be assigned or put in charge. */
export const personFilters = { q: searchText(), kind: z.enum(['clientAdmin', 'user']).optional() };
