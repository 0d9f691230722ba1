import type { PersonView } from '@fournil/contract/structures/structure';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import { isOpenAt } from '../identity/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { refuseUnknown, unprocessable } from '../kit/errors.ts';
import { toListedPerson } from '../kit/listedPerson.ts';
import { pageWithTotal } from '../kit/page.ts';

interface PeoplePage {
  page: number;
  itemsPerPage: number;
  filters: { q?: string | undefined; kind?: 'clientAdmin' | 'user' | undefined };
}

const fullName = sql<string>`"firstName" || ' ' || "lastName"`;

/**
 * The active people of the organisation by name, for assigning them or putting them in charge. Only client admins see
 * e-mail addresses and can search by them.
 */
export async function listPeople(context: CallContext, { page, itemsPerPage, filters }: PeoplePage) {
  const { trx, caller: member } = context;
  const seesAddresses = member.kind === 'clientAdmin';
  const searched = ['firstName', 'lastName', ...(seesAddresses ? ['email'] : [])];
  const query = trx
    .selectFrom('users')
    .where('organisationId', '=', member.organisationId)
    .where('kind', 'in', filters.kind ? [filters.kind] : ['clientAdmin', 'user'])
    .where(isOpenAt(context.now()))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', ...searched)));
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .select(['id', 'email', 'kind', 'pictureId', fullName.as('fullName')])
      .orderBy(sql`"lastName" collate natural_order`)
      .orderBy('id'),
  );
  const items = rows.map(
    (row): PersonView => ({
      '@type': 'User',
      ...toListedPerson(row),
      email: seesAddresses ? row.email : null,
      kind: row.kind as PersonView['kind'],
    }),
  );
  return { items, total };
}

/**
 * These users of the organisation by id; 422 at `path` for an id that is not a user's, client admins included, because
 * they see everything without being assigned.
 */
export async function usersNamed(
  trx: Trx,
  member: Member,
  ids: readonly string[],
  path: string,
): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', fullName.as('fullName')])
    .where('organisationId', '=', member.organisationId)
    .where('kind', '=', 'user')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row.fullName]));
  refuseUnknown(ids, known.keys(), path);
  return known;
}

/** The person in charge: any person of the organisation. */
export async function checkPersonInCharge(trx: Trx, member: Member, id: string | null): Promise<void> {
  if (id === null) return;
  const structure = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('organisationId', '=', member.organisationId)
    .executeTakeFirst();
  if (!structure) throw unprocessable({ path: 'userInCharge', key: 'custom.validation.notFound', args: {} });
}
