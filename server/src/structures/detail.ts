import { iri } from '@fournil/contract/kit/addresses';
import { unfiltered } from '@fournil/contract/kit/listQuery';
import type { ListedPerson } from '@fournil/contract/kit/person';
import { can } from '@fournil/contract/rights/policy';
import type { StructureDetail } from '@fournil/contract/structures/structure';
import { structureLimits } from '@fournil/contract/structures/structureLimits';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { toListedPerson } from '../kit/listedPerson.ts';
import { visibleMachines, visibleStructures } from '../rights/index.ts';
import { listStructures } from './queries.ts';
import { aboveOf } from './tree.ts';

const firstPage = { ...unfiltered, page: 1, itemsPerPage: structureLimits.pickListSize };

/** STR-03. Contains only the names of records that the reader sees; undefined when they do not see the structure. */
export async function findStructure(context: CallContext, id: string): Promise<StructureDetail | undefined> {
  const { trx, caller: member } = context;
  const [own, row, above, withZone, children, machines] = await Promise.all([
    listStructures(context, { ...firstPage, filters: { id } }),
    trx
      .selectFrom('structures')
      .select(['version', 'timezone', 'ownTimezone', 'hours'])
      .where('id', '=', id)
      .executeTakeFirst(),
    aboveOf(trx, id, visibleStructures(member)),
    aboveOf(trx, id, sql<boolean>`structures."ownTimezone" is not null`),
    listStructures(context, { ...firstPage, filters: { parent: id } }),
    machinesIn(trx, member, id),
  ]);
  const view = own.items[0];
  if (!view || !row) return undefined;
  const giver = row.ownTimezone === null ? above.find((one) => one.id === withZone[0]?.id) : undefined;
  const tells = can(member, 'structures.edit');
  const [relatedUsers, users] = tells
    ? await Promise.all([relatedTo(trx, [id]), relatedTo(trx, [id, ...above.map((one) => one.id)])])
    : [null, null];
  return {
    ...view,
    ancestors: above.reverse().map(named),
    children: children.items.map(({ '@id': iriOfChild, id: childId, name, nbMachine, childCount }) => ({
      '@id': iriOfChild,
      id: childId,
      name,
      nbMachine,
      childCount,
    })),
    relatedUsers,
    users,
    machines: can(member, 'machines.list')
      ? machines.map(({ id: machineId, name }) => ({ '@id': iri('machines', machineId), id: machineId, name }))
      : [],
    ownMachineCount: machines[0]?.total ?? 0,
    timezone: row.timezone,
    ownTimezone: row.ownTimezone,
    timezoneOf: giver ? named(giver) : null,
    hours: row.hours,
    version: row.version,
  };
}

export function named({ id, name }: { id: string; name: string }) {
  return { '@id': iri('structures', id), id, name };
}

function machinesIn(trx: Trx, member: Member, id: string) {
  return trx
    .selectFrom('machines')
    .select(['id', 'name', sql<number>`count(*) over ()::int`.as('total')])
    .where('structureId', '=', id)
    .where(visibleMachines(member))
    .orderBy(sql`name collate natural_order`)
    .orderBy('id')
    .limit(structureLimits.namedMachines)
    .execute();
}

async function relatedTo(trx: Trx, structureIds: string[]): Promise<ListedPerson[]> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', 'pictureId', sql<string>`"firstName" || ' ' || "lastName"`.as('fullName')])
    .where(
      sql<boolean>`id in (select "userId" from "structureUsers" where "structureId" = any(${structureIds}::uuid[]))`,
    )
    .orderBy(sql`"lastName" collate natural_order`)
    .orderBy('id')
    .execute();
  return rows.map(toListedPerson);
}
