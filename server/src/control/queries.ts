import type { ControlPage, ControlView } from '@fournil/contract/control/control';
import { iri } from '@fournil/contract/kit/addresses';
import { sql } from 'kysely';
import { isFound, personSearched } from '../db/predicates.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { pageWithTotal } from '../kit/page.ts';

/** USR-01: the people who have given their consent; for a client admin their own users. */
export async function listControls(
  { trx, caller }: CallContext<Caller>,
  { page, itemsPerPage, order, filters }: ControlPage,
) {
  const fullName = sql<string>`users."firstName" || ' ' || users."lastName"`;
  const query = trx
    .selectFrom('users')
    .leftJoin('organisations', 'organisations.id', 'users.organisationId')
    .where('users.isEuroFourControl', '=', true)
    .where('users.kind', 'in', caller.kind === 'clientAdmin' ? ['user'] : ['clientAdmin', 'user'])
    .$if(caller.organisationId !== null, (qb) => qb.where('users.organisationId', '=', caller.organisationId))
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', ...personSearched, 'organisations.name')));
  const direction = order?.direction ?? 'asc';
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .select([
        'users.id',
        'users.email',
        'users.kind',
        'users.active',
        'organisations.name as society',
        fullName.as('fullName'),
      ])
      .orderBy(
        order?.field === 'society'
          ? sql`organisations.name collate natural_order`
          : sql`(${fullName}) collate natural_order`,
        direction,
      )
      .orderBy('users.id', direction),
  );
  const items = rows.map((row): ControlView => ({ '@id': iri('users', row.id), '@type': 'User', ...row }));
  return { items, total };
}
