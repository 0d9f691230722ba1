import type { Entity, EntityWith } from '@fournil/contract/entities';
import { resources } from '@fournil/contract/resources';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import { visibleMachines, visibleMenus, visiblePrograms, visibleRollouts, visibleStructures } from './visible.ts';

const visible: Partial<Record<Entity, (member: Member) => RawBuilder<boolean>>> = {
  machine: visibleMachines,
  program: visiblePrograms,
  menu: visibleMenus,
  structure: visibleStructures,
  rollout: visibleRollouts,
};

/** A kind of record with a table that has the name of the path of its calls. */
export type TabledEntity = EntityWith<'opened' | 'history' | 'restorable'>;

export function tableOf(entity: TabledEntity): (typeof resources)[TabledEntity]['path'] {
  return resources[entity].path;
}

/** Which records of a kind a member sees: all those of their organisation, where no rule says less. */
export function seenBy(member: Member, entity: TabledEntity): RawBuilder<boolean> {
  const organisation = sql.ref(`${tableOf(entity)}.organisationId`);
  return visible[entity]?.(member) ?? sql<boolean>`${organisation} = ${member.organisationId}`;
}

const fullName = sql`"firstName" || ' ' || "lastName"`;

/** The name of a record that has a history; throws 404 for one that the member does not see. */
export async function requireSeen(
  trx: Trx,
  member: Member,
  entity: EntityWith<'history'>,
  id: string,
): Promise<{ name: string }> {
  const { rows } = await sql<{ name: string }>`select ${entity === 'user' ? fullName : sql.ref('name')} as name
    from ${sql.table(tableOf(entity))} where id = ${id} and ${seenBy(member, entity)}`.execute(trx);
  const [row] = rows;
  if (!row) throw notFound();
  return row;
}
