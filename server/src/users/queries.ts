import { imageAddress, imageAddressParts } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import { fullNameOf } from '@fournil/contract/kit/person';
import { type PersonKind, roleName } from '@fournil/contract/rights/roles';
import type { UserView } from '@fournil/contract/users/user';
import type { UserPage } from '@fournil/contract/users/userQuery';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { addressColumn, type FieldColumns, matchesFields } from '../db/fields.ts';
import { isFound, personSearched } from '../db/predicates.ts';
import { columnsOfKnownUsers } from '../db/tables/accounts.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { pageOf, totalOf } from '../kit/page.ts';

/** People of these kinds: of the caller's organisation or, for the maker's staff, of all. */
export async function listUsers(
  { trx, caller: { organisationId } }: CallContext<Caller>,
  kinds: readonly PersonKind[],
  { page, itemsPerPage, order, filters, fields }: UserPage,
) {
  const query = trx
    .selectFrom('users')
    .where('users.kind', 'in', kinds)
    .where(matchesFields(columns, fields))
    .$if(organisationId !== null, (qb) => qb.where('users.organisationId', '=', organisationId))
    .$if(filters.active !== undefined, (qb) => qb.where('users.active', '=', filters.active ?? true))
    .$if(filters.id !== undefined, (qb) => qb.where(sql<boolean>`users.id = any(${[filters.id ?? []].flat()}::uuid[])`))
    .$if(filters.kind !== undefined, (qb) => qb.where('users.kind', '=', filters.kind ?? 'user'))
    .$if(filters.without !== undefined, (qb) => qb.where('users.id', '<>', filters.without ?? ''))
    .$if(filters.twoStep !== undefined, (qb) =>
      qb.where('users.googleAuthenticatorConfirmed', '=', filters.twoStep ?? true),
    )
    .$if(filters.structure !== undefined, (qb) =>
      qb.where(
        organisationId === null
          ? notShown
          : sql<boolean>`users.id in (select "userId" from "structureUsers" where "structureId" = ${filters.structure ?? null})`,
      ),
    )
    .$if(filters.rightsTemplate !== undefined, (qb) =>
      qb.where('users.rightsTemplateId', '=', filters.rightsTemplate ?? null),
    )
    .$if(filters.q !== undefined, (qb) => qb.where(isFound(filters.q ?? '', ...personSearched, societyOfUser)));
  const direction = order?.direction ?? 'asc';
  const by = columns[order?.field ?? 'lastName'];
  const ids = query
    .select('users.id')
    .orderBy(by, direction)
    .orderBy('users.id', direction)
    .$call(pageOf(page, itemsPerPage));
  const [rows, total] = await Promise.all([
    trx
      .selectFrom('users')
      .where('users.id', '=', sql<string>`any(array(${ids}))`)
      .leftJoin('organisations', 'organisations.id', 'users.organisationId')
      .select(columnsOfKnownUsers)
      .select(sql<string | null>`coalesce(users.society, organisations.name)`.as('society'))
      .$if(organisationId !== null, (qb) =>
        qb.select((eb) =>
          jsonArrayFrom(
            eb
              .selectFrom('structureUsers')
              .innerJoin('structures', 'structures.id', 'structureUsers.structureId')
              .whereRef('structureUsers.userId', '=', 'users.id')
              .select(['structures.id', 'structures.name'])
              .orderBy(sql`structures.name collate natural_order`),
          ).as('structures'),
        ),
      )
      .orderBy(by, direction)
      .orderBy('users.id', direction)
      .execute(),
    totalOf(query),
  ]);
  return { items: rows.map(toView), total };
}

/** Staff are not shown who is assigned to a structure, and find nobody by it. */
const notShown = sql<boolean>`false`;

const societyOfUser = sql`coalesce(users.society,
  (select name from organisations where organisations.id = users."organisationId"))`;

const text = (name: string) => sql`${sql.ref(`users.${name}`)} collate natural_order`;
/** What the view shows. */
const columns: FieldColumns<NonNullable<UserPage['order']>['field']> = {
  id: sql`users.id`,
  email: text('email'),
  firstName: text('firstName'),
  lastName: text('lastName'),
  fullName: sql`trim(users."firstName" || ' ' || users."lastName") collate natural_order`,
  society: sql`${societyOfUser} collate natural_order`,
  imageUrl: addressColumn(sql`users."pictureId"`, imageAddressParts),
  active: sql`users.active`,
  emailVerified: sql`users."emailVerified"`,
  googleAuthenticatorConfirmed: sql`users."googleAuthenticatorConfirmed"`,
  endsAt: sql`users."endsAt"`,
  passwordEndsAt: sql`users."passwordEndsAt"`,
  createdAt: sql`users."createdAt"`,
};

interface Row
  extends Pick<
    UserView,
    'id' | 'email' | 'firstName' | 'lastName' | 'society' | 'active' | 'emailVerified' | 'googleAuthenticatorConfirmed'
  > {
  kind: PersonKind;
  remoteParamsEdit: boolean;
  pictureId: string | null;
  createdAt: Date;
  endsAt: Date | null;
  passwordEndsAt: Date | null;
  structures?: { id: string; name: string }[] | undefined;
}

function toView(row: Row): UserView {
  return {
    '@id': iri('users', row.id),
    '@type': 'User',
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: fullNameOf(row),
    roles: [roleName(row.kind), ...(row.remoteParamsEdit ? ['ROLE_REMOTE_PARAMS_EDIT'] : [])],
    society: row.society,
    imageUrl: row.pictureId && imageAddress(row.pictureId),
    active: row.active,
    emailVerified: row.emailVerified,
    googleAuthenticatorConfirmed: row.googleAuthenticatorConfirmed,
    endsAt: row.endsAt?.toISOString() ?? null,
    passwordEndsAt: row.passwordEndsAt?.toISOString() ?? null,
    structures: (row.structures ?? []).map((one) => ({ '@id': iri('structures', one.id), ...one })),
    createdAt: row.createdAt.toISOString(),
  };
}
