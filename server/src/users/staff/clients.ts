import type { OrganisationDeletion, UserOfClientView } from '@fournil/contract/users/clients';
import { sql } from 'kysely';
import { organisationScope, staffScope, type Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import type { CallContext } from '../../kit/context.ts';
import { notFound } from '../../kit/errors.ts';
import { pageWithTotal } from '../../kit/page.ts';
import type { Services } from '../../kit/services.ts';

/** The organisation of this client admin; 404 when there is no such client. */
export function organisationOf(services: Services, adminId: string): Promise<string> {
  return services.db.read(staffScope, (trx) => readOrganisationOf(trx, adminId));
}

async function readOrganisationOf(trx: Trx, adminId: string): Promise<string> {
  const row = await trx
    .selectFrom('users')
    .select('organisationId')
    .where('id', '=', adminId)
    .where('kind', '=', 'clientAdmin')
    .executeTakeFirst();
  if (!row?.organisationId) throw notFound();
  return row.organisationId;
}

/** USR-02: the people who work for a client, by name. */
export async function listUsersOfClient(
  { trx }: CallContext<Caller>,
  { page, itemsPerPage }: { page: number; itemsPerPage: number },
  adminId: string,
): Promise<{ items: UserOfClientView[]; total: number }> {
  const organisationId = await readOrganisationOf(trx, adminId);
  const query = trx.selectFrom('users').where('organisationId', '=', organisationId).where('kind', '=', 'user');
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb.select(['id', 'firstName', 'lastName', 'email']).orderBy(sql`"lastName" collate natural_order`).orderBy('id'),
  );
  return { items: rows, total };
}

/** USR-02: numbers only. */
export async function countMachines({ trx }: CallContext<Caller>): Promise<Record<string, number>> {
  const [admins, counts] = await Promise.all([
    trx.selectFrom('users').where('kind', '=', 'clientAdmin').select(['id', 'organisationId']).execute(),
    trx
      .selectFrom('machines')
      .groupBy('organisationId')
      .select((eb) => ['organisationId', eb.fn.countAll<number>().as('machines')])
      .execute(),
  ]);
  const countOf = new Map(counts.map(({ organisationId, machines }) => [organisationId, machines]));
  return Object.fromEntries(admins.map(({ id, organisationId }) => [id, countOf.get(organisationId ?? '') ?? 0]));
}

/** USR-10: the numbers that the confirmation shows. */
export async function previewOrganisationDeletion(services: Services, adminId: string): Promise<OrganisationDeletion> {
  const organisationId = await organisationOf(services, adminId);
  return services.db.read(organisationScope(organisationId), (trx) => countOrganisation(trx, adminId));
}

async function countOrganisation(trx: Trx, adminId: string): Promise<OrganisationDeletion> {
  const { rows } = await sql<OrganisationDeletion>`select
    (select name from organisations) as society,
    (select count(*)::int from users where kind = 'clientAdmin' and active and "endsAt" is null and id <> ${adminId}
      and ("emailVerified" or not (select leaving."emailVerified" from users leaving
        where leaving.id = ${adminId}))) as "otherAdmins",
    (select count(*)::int from users) as users,
    (select count(*)::int from machines) as machines,
    (select count(*)::int from programs) as programs,
    (select count(*)::int from structures) as structures,
    (select count(*)::int from tags) as tags`.execute(trx);
  const [counts] = rows;
  if (!counts) throw notFound();
  return counts;
}
