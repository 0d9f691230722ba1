import { iri } from '@fournil/contract/kit/hydra';
import type { OrganisationView, SharedErrorView, SharedMachineView } from '@fournil/contract/users/assistance';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import { type Member, scopeOf } from '../kit/caller.ts';
import { notFound } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { pageOf } from '../kit/page.ts';

export function findOrganisation(house: House, member: Member): Promise<OrganisationView> {
  return house.db.as(scopeOf(member), (trx) => readOrganisation(trx, member));
}

function readOrganisation(trx: Trx, { organisationId }: Member): Promise<OrganisationView> {
  return trx.selectFrom('organisations').select(['name', 'assistanceSharing']).where('id', '=', organisationId).executeTakeFirstOrThrow();
}

/** IMP-06: acts at once; it stands in the history of whoever decided it. */
export function shareWithSupport(house: House, member: Member, assistanceSharing: boolean): Promise<OrganisationView> {
  return house.db.as(scopeOf(member), async (trx) => {
    const changed = await trx
      .updateTable('organisations')
      .set({ assistanceSharing })
      .where('id', '=', member.organisationId)
      .where('assistanceSharing', '<>', assistanceSharing)
      .returning('id')
      .executeTakeFirst();
    if (changed) {
      const origin = { entity: 'user', id: member.userId, name: member.fullName } as const;
      await record(trx, member, { type: 'update', origin, fields: ['assistanceSharing'] });
    }
    return readOrganisation(trx, member);
  });
}

interface SharedPage {
  page: number;
  itemsPerPage: number;
  order: { field: 'name' | 'society'; direction: 'asc' | 'desc' } | null;
  filters: { q?: string | undefined; failing?: boolean | undefined; connected?: boolean | undefined };
}

/** Machines of the organisations that share, and of no other: those that fail first. */
export function listShared(house: House, { page, itemsPerPage, order, filters }: SharedPage) {
  return house.db.as(staffScope, async (trx) => {
    const pattern = `%${(filters.q ?? '').replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
    const query = shared(trx)
      .innerJoin('machineStates as state', 'state.machineId', 'machines.id')
      .$if(filters.q !== undefined, (qb) =>
        qb.where(sql<boolean>`(machines.name || ' ' || machines."serialNumber" || ' ' || organisations.name) ilike ${pattern}`),
      )
      .$if(filters.connected !== undefined, (qb) => qb.where('state.connected', '=', filters.connected ?? true))
      .$if(filters.failing !== undefined, (qb) => qb.where('state.openErrorCount', filters.failing ? '>' : '=', 0));
    const direction = order?.direction ?? 'asc';
    const rows = await query
      .select(['machines.id', 'machines.name', 'machines.serialNumber', 'machines.softwareVersion', 'organisations.name as society'])
      .select(['state.connected', 'state.connectionSince', 'state.openErrorCount'])
      .$if(order === null, (qb) => qb.orderBy(sql`state."openErrorCount" > 0`, 'desc'))
      .orderBy(sql`${sql.ref(order?.field === 'society' ? 'organisations.name' : 'machines.name')} collate natural_order`, direction)
      .orderBy('machines.id')
      .$call(pageOf(page, itemsPerPage))
      .execute();
    const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
    const items = rows.map(
      (row): SharedMachineView => ({
        '@id': iri('assistance/machines', row.id),
        '@type': 'SharedMachine',
        ...row,
        connectionSince: row.connectionSince?.toISOString() ?? null,
      }),
    );
    return { items, total };
  });
}

const shownErrors = 50;

/** The last errors of one of them. */
export function listSharedErrors(house: House, id: string): Promise<SharedErrorView[]> {
  return house.db.as(staffScope, async (trx) => {
    const machine = await shared(trx).select('machines.id').where('machines.id', '=', id).executeTakeFirst();
    if (!machine) throw notFound();
    const rows = await trx
      .selectFrom('machineErrors')
      .select(['code', 'dateStart', 'dateEnd'])
      .where('machineId', '=', id)
      .orderBy('dateStart', 'desc')
      .limit(shownErrors)
      .execute();
    return rows.map(({ code, dateStart, dateEnd }) => ({ code, dateStart: dateStart.toISOString(), dateEnd: dateEnd?.toISOString() ?? null }));
  });
}

function shared(trx: Trx) {
  return trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .where('organisations.assistanceSharing', '=', true);
}
