import { iri } from '@fournil/contract/kit/addresses';
import type {
  OrganisationUpdate,
  OrganisationView,
  SharedErrorView,
  SharedMachineView,
  SharedPage,
} from '@fournil/contract/users/assistance';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isFound } from '../../db/predicates.ts';
import { changesBetween, record } from '../../history/index.ts';
import { forgetEverybody, hasSecondFactor } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict } from '../../kit/errors.ts';
import { onceCommitted } from '../../kit/onceCommitted.ts';
import { pageWithTotal } from '../../kit/page.ts';

export function findOrganisation({ trx, caller }: CallContext): Promise<OrganisationView> {
  return trx
    .selectFrom('organisations')
    .select(['name', 'assistanceSharing', 'requiresSecondStep', 'changesAtOvens'])
    .where('id', '=', caller.organisationId)
    .executeTakeFirstOrThrow();
}

/**
 * IMP-06, SEC-03: takes effect at once and is recorded in the history with its author. Only a person who has two
 * factors can require two factors of everybody, so that nobody is locked out by their own decision.
 */
export async function changeOrganisation(
  context: CallContext,
  _: string,
  update: OrganisationUpdate,
): Promise<OrganisationView> {
  const { trx, caller: member } = context;
  const id = member.organisationId;
  const before = await findOrganisation(context);
  const fields = organisationFields.filter((field) => update[field] !== undefined && update[field] !== before[field]);
  if (fields.includes('requiresSecondStep') && update.requiresSecondStep && !(await hasSecondFactor(context, member)))
    throw setUpYoursFirst();
  if (fields.length === 0) return before;
  await trx.updateTable('organisations').set(update).where('id', '=', id).execute();
  const origin = { entity: 'organisation', id, name: before.name } as const;
  await record(trx, member, { type: 'update', origin, changes: changesBetween({ ...before }, update, fields) });
  // A session without a second factor is refused or, if its person has none, may only set one up.
  onceCommitted(trx, forgetEverybody);
  return findOrganisation(context);
}

const organisationFields = ['assistanceSharing', 'requiresSecondStep', 'changesAtOvens'] as const;

function setUpYoursFirst() {
  return conflict({
    en: 'Set up your own second step first, on your profile, and sign in with it.',
    fr: 'Configurez d’abord votre propre deuxième étape, dans votre profil, et connectez-vous avec elle.',
  });
}

/** Machines of the organisations that share with support; those with a fault first. */
export async function listShared({ trx }: CallContext<Caller>, { page, itemsPerPage, order, filters }: SharedPage) {
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
}

const shownErrors = 50;

/** The last faults of one of these machines. */
export async function listSharedErrors(
  { trx }: CallContext<Caller>,
  id: string,
): Promise<SharedErrorView[] | undefined> {
  const machine = await shared(trx).select('machines.id').where('machines.id', '=', id).executeTakeFirst();
  if (!machine) return undefined;
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
}

function shared(trx: Trx) {
  return trx
    .selectFrom('machines')
    .innerJoin('organisations', 'organisations.id', 'machines.organisationId')
    .where('organisations.assistanceSharing', '=', true);
}
