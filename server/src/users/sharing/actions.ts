import { iri } from '@fournil/contract/kit/addresses';
import type {
  OrganisationUpdate,
  OrganisationView,
  SharedErrorView,
  SharedMachineView,
} from '@fournil/contract/users/assistance';
import { sql } from 'kysely';
import { staffScope, type Trx } from '../../db/database.ts';
import { isFound } from '../../db/predicates.ts';
import { changesBetween, record } from '../../history/index.ts';
import { forgetEverybody, hasSecondFactor } from '../../identity/index.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { conflict, notFound } from '../../kit/errors.ts';
import type { House } from '../../kit/house.ts';
import { pageWithTotal } from '../../kit/page.ts';

export function findOrganisation(house: House, member: Member): Promise<OrganisationView> {
  return house.db.as(scopeOf(member), (trx) => readOrganisation(trx, member));
}

function readOrganisation(trx: Trx, { organisationId }: Member): Promise<OrganisationView> {
  return trx
    .selectFrom('organisations')
    .select(['name', 'assistanceSharing', 'requiresSecondStep', 'changesAtOvens'])
    .where('id', '=', organisationId)
    .executeTakeFirstOrThrow();
}

/**
 * IMP-06, SEC-03: takes effect at once and is recorded in the history with its author. Only a person who has two
 * factors can require two factors of everybody, so that nobody is locked out by their own decision.
 */
export async function changeOrganisation(
  house: House,
  member: Member,
  update: OrganisationUpdate,
): Promise<OrganisationView> {
  const view = await house.db.as(scopeOf(member), async (trx) => {
    const before = await readOrganisation(trx, member);
    const fields = organisationFields.filter((field) => update[field] !== undefined && update[field] !== before[field]);
    if (fields.includes('requiresSecondStep') && update.requiresSecondStep && !(await hasSecondFactor(house, member)))
      throw setUpYoursFirst();
    if (fields.length === 0) return before;
    await trx.updateTable('organisations').set(update).where('id', '=', member.organisationId).execute();
    const origin = { entity: 'organisation', id: member.organisationId, name: before.name } as const;
    await record(trx, member, { type: 'update', origin, changes: changesBetween({ ...before }, update, fields) });
    return readOrganisation(trx, member);
  });
  // Takes effect at once: a session without a second factor is refused or, if its person has none, may only set one up.
  forgetEverybody(house);
  return view;
}

const organisationFields = ['assistanceSharing', 'requiresSecondStep', 'changesAtOvens'] as const;

function setUpYoursFirst() {
  return conflict({
    en: 'Set up your own second step first, on your profile, and sign in with it.',
    fr: 'Configurez d’abord votre propre deuxième étape, dans votre profil, et connectez-vous avec elle.',
  });
}

interface SharedPage {
  page: number;
  itemsPerPage: number;
  order: { field: 'name' | 'society'; direction: 'asc' | 'desc' } | null;
  filters: { q?: string | undefined; failing?: boolean | undefined; connected?: boolean | undefined };
}

/** Machines of the organisations that share with support; those with a fault first. */
export function listShared(house: House, { page, itemsPerPage, order, filters }: SharedPage) {
  return house.db.as(staffScope, async (trx) => {
    const query = shared(trx)
      .innerJoin('machineStates as state', (join) =>
        join.onRef('state.organisationId', '=', 'machines.organisationId').onRef('state.machineId', '=', 'machines.id'),
      )
      .$if(filters.q !== undefined, (qb) =>
        qb.where(isFound(filters.q ?? '', 'machines.name', 'machines.serialNumber', 'organisations.name')),
      )
      .$if(filters.connected !== undefined, (qb) => qb.where('state.connected', '=', filters.connected ?? true))
      .$if(filters.failing !== undefined, (qb) => qb.where('state.openErrorCount', filters.failing ? '>' : '=', 0));
    const direction = order?.direction ?? 'asc';
    const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
      qb
        .select([
          'machines.id',
          'machines.name',
          'machines.serialNumber',
          'machines.softwareVersion',
          'organisations.name as society',
        ])
        .select(['state.connected', 'state.connectionSince', 'state.openErrorCount'])
        .$if(order === null, (qb) => qb.orderBy(sql`state."openErrorCount" > 0`, 'desc'))
        .orderBy(
          sql`${sql.ref(order?.field === 'society' ? 'organisations.name' : 'machines.name')} collate natural_order`,
          direction,
        )
        .orderBy('machines.id'),
    );
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

/** The last faults of one of these machines. */
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
    return rows.map(({ code, dateStart, dateEnd }) => ({
      code,
      dateStart: dateStart.toISOString(),
      dateEnd: dateEnd?.toISOString() ?? null,
    }));
  });
}

function shared(trx: Trx) {
  return trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .where('organisations.assistanceSharing', '=', true);
}
