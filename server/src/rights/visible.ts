import { can } from '@fournil/contract/rights/policy';
import { type RawBuilder, sql } from 'kysely';
import { structuresBelow } from '../db/structureTree.ts';
import type { Member } from '../kit/caller.ts';

/** The reader: a member's id, or a column with many people who have the member's rights. */
type ReaderId = RawBuilder<string>;
const idOf = (member: Member): ReaderId => sql`${member.userId}`;

/**
 * RGT-05, the conditions of what a person sees within an organisation. A client admin sees all of it; a user sees the
 * structures to which they are assigned and everything below (all structures with TOTAL_ACCESS), the machines in them,
 * and the machines without a structure when they hold ACCESS_NO_STRUCTURE. For `.where(…)`; the organisation is always
 * a condition as well as row-level security.
 */
export function visibleStructures(member: Member, reader: ReaderId = idOf(member)): RawBuilder<boolean> {
  const mine = sql<boolean>`structures."organisationId" = ${member.organisationId}`;
  if (seesEveryStructure(member)) return mine;
  return sql<boolean>`(${mine} and structures.id in (${structureIdsOf(member, reader)}))`;
}

export function seesEveryStructure(member: Member): boolean {
  return can(member, 'structures.seeAll');
}

/** Whether this person sees all machines of the organisation. */
export function seesEveryMachine(member: Member): boolean {
  return seesEveryStructure(member) && can(member, 'machines.seeWithoutStructure');
}

export function visibleMachines(member: Member, reader: ReaderId = idOf(member)): RawBuilder<boolean> {
  const isOfMember = sql<boolean>`machines."organisationId" = ${member.organisationId}`;
  if (seesEveryMachine(member)) return isOfMember;
  const seesAll = seesEveryStructure(member);
  const seesLoose = can(member, 'machines.seeWithoutStructure');
  if (seesAll) return sql<boolean>`(${isOfMember} and machines."structureId" is not null)`;
  const inMine = sql<boolean>`machines."structureId" in (${structureIdsOf(member, reader)})`;
  return seesLoose
    ? sql<boolean>`(${isOfMember} and (${inMine} or machines."structureId" is null))`
    : sql<boolean>`(${isOfMember} and ${inMine})`;
}

/** The assigned structures and all below them; evaluated once per query, not per row. */
function structureIdsOf({ apiToken }: Member, reader: ReaderId): RawBuilder<unknown> {
  if (apiToken)
    return structuresBelow(sql`select id from structures where id = any(${[...apiToken.structureIds]}::uuid[])`);
  return structuresBelow(sql`select "structureId" as id from "structureUsers" where "userId" = ${reader}`);
}

/** This structure and all below it, for filters; empty when the member does not see it. */
export function structureAndBelow(member: Member, structureId: string): RawBuilder<{ id: string }> {
  return structuresBelow(sql`select id from structures where id = ${structureId} and ${visibleStructures(member)}`);
}

/** Whether the member created the program or is the author of its waiting revision. */
export function isWriter(member: Member, reader: ReaderId = idOf(member)): RawBuilder<boolean> {
  return sql<boolean>`(${reader} in (programs."createdById", programs."editedById"))`;
}

/**
 * PRG-03: approved programs are visible to every user; others to client admins, holders of APPROVE_ACCESS and their
 * authors.
 */
export function visiblePrograms(member: Member, reader: ReaderId = idOf(member)): RawBuilder<boolean> {
  const mine = sql<boolean>`programs."organisationId" = ${member.organisationId}`;
  if (seesEveryProgram(member)) return mine;
  return sql<boolean>`(${mine} and (programs.approved or ${isWriter(member, reader)}))`;
}

/** MNU-01: the same for menus. */
export function visibleMenus(member: Member, reader: ReaderId = idOf(member)): RawBuilder<boolean> {
  const mine = sql<boolean>`menus."organisationId" = ${member.organisationId}`;
  if (seesEveryProgram(member)) return mine;
  return sql<boolean>`(${mine} and (menus.approved or ${reader} in (menus."createdById", menus."editedById")))`;
}

/** MNU-03: rollouts of programs and menus that the member sees, and those of settings for who may read settings. */
export function visibleRollouts(member: Member): RawBuilder<boolean> {
  const mine = sql<boolean>`rollouts."organisationId" = ${member.organisationId}
    and (rollouts.kind <> 'setting' or ${can(member, 'machines.readSettings')})`;
  if (seesEveryProgram(member)) return sql<boolean>`(${mine})`;
  return sql<boolean>`(${mine}
    and (rollouts."programId" is null or rollouts."programId" in (select id from programs
      where ${visiblePrograms(member)}))
    and (rollouts."menuId" is null or rollouts."menuId" in (select id from menus where ${visibleMenus(member)})))`;
}

export function seesEveryProgram(member: Member): boolean {
  return can(member, 'programs.seeUnapproved');
}
