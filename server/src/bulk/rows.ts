import { type BulkResource, type BulkSelection, bulkLimits } from '@fournil/contract/bulk/bulk';
import { violationsOf } from '@fournil/contract/kit/validation';
import { machineQuery } from '@fournil/contract/machines/machineQuery';
import { programMachineQuery } from '@fournil/contract/machines/programMachineQuery';
import { programQuery } from '@fournil/contract/programs/programQuery';
import { structureQuery } from '@fournil/contract/structures/structureQuery';
import { tagQuery } from '@fournil/contract/tags/tagQuery';
import { userQuery } from '@fournil/contract/users/userQuery';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { badRequest, unprocessable } from '../kit/errors.ts';
import { installationIds, machineIds } from '../machines/index.ts';
import { programIds } from '../programs/index.ts';
import { idsOfRecords } from '../resources/index.ts';
import { visibleMachines, visiblePrograms, visibleStructures } from '../rights/index.ts';
import { structureIds } from '../structures/index.ts';
import { tagResource } from '../tags/index.ts';
import { listUsers } from '../users/index.ts';

type Filters = Extract<BulkSelection, { filters: unknown }>['filters'];

const name = sql.ref<string>('name');

interface Rows {
  /** Where it has another name than the resource. */
  table?: 'installations';
  name: RawBuilder<string>;
  visible: (member: Member) => RawBuilder<boolean>;
  /** The ids of all matching rows, by the filters of the resource's list. */
  matching: (context: CallContext, filters: Filters, limit: number) => Promise<string[]>;
}

const rows: Record<BulkResource, Rows> = {
  machines: {
    name,
    visible: visibleMachines,
    matching: ({ trx, caller: member }, filters, limit) => machineIds(trx, member, read(filters, machineQuery), limit),
  },
  programs: {
    name,
    visible: visiblePrograms,
    matching: ({ trx, caller: member }, filters, limit) => programIds(trx, member, read(filters, programQuery), limit),
  },
  programMachines: {
    table: 'installations',
    name: sql<string>`(select programs.name || ' · ' || machines.name from programs, machines
      where programs.id = installations."programId" and machines.id = installations."machineId")`,
    visible: (member) => sql<boolean>`exists (select from machines where ${visibleMachines(member)}
      and machines.id = installations."machineId")`,
    matching: ({ trx, caller: member }, filters, limit) =>
      installationIds(trx, member, read(filters, programMachineQuery), limit),
  },
  structures: {
    name,
    visible: visibleStructures,
    matching: (context, filters, limit) => structureIds(context, read(filters, structureQuery), limit),
  },
  tags: {
    name,
    visible: tagResource.seenBy,
    matching: (context, filters, limit) => idsOfRecords(context, tagResource, read(filters, tagQuery), limit),
  },
  users: {
    name: sql<string>`"firstName" || ' ' || "lastName"`,
    visible: (member) => sql<boolean>`(users."organisationId" = ${member.organisationId} and users.kind = 'user')`,
    matching: async (context, filters, limit) => {
      const { items } = await listUsers(context, ['user'], { ...read(filters, userQuery), itemsPerPage: limit });
      return items.map(({ id }) => id);
    },
  },
};

/** The query of a list that has these filters. */
function read<Query extends z.ZodType>(filters: Filters, query: Query): z.output<Query> {
  const result = query.safeParse(filters);
  if (!result.success) throw badRequest(...violationsOf(result.error, filters));
  return result.data;
}

/**
 * The ids of a selection without repetitions, in one order, so that two runs on the same rows wait for each other
 * without a deadlock.
 */
export async function idsOf(context: CallContext, resource: BulkResource, selection: BulkSelection): Promise<string[]> {
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await rows[resource].matching(context, selection.filters, bulkLimits.rows + 1);
  if (ids.length > bulkLimits.rows)
    throw unprocessable({ path: 'selection', key: 'custom.validation.maxItems', args: { max: bulkLimits.rows } });
  return ids.sort();
}

/** Names of those that the member sees. */
export async function namesOf(
  trx: Trx,
  member: Member,
  resource: BulkResource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { table = resource, name: nameIn, visible } = rows[resource];
  const { rows: found } = await sql<{ id: string; name: string }>`select id, ${nameIn} as name from ${sql.table(table)}
    where ${visible(member)} and id = any(${[...ids]}::uuid[])`.execute(trx);
  return new Map(found.map((row) => [row.id, row.name]));
}
