import type { ApiTokenPage, ApiTokenState, ApiTokenView } from '@fournil/contract/api-tokens/apiToken';
import { iri } from '@fournil/contract/kit/addresses';
import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights } from '@fournil/contract/rights/rights';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { isFound } from '../db/predicates.ts';
import { isOpenAt } from '../identity/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { badRequest } from '../kit/errors.ts';
import { pageWithTotal } from '../kit/page.ts';

/** As `callerOfToken` decides it. */
function stateAt(now: Date): RawBuilder<ApiTokenState> {
  return sql<ApiTokenState>`case when "apiTokens"."revokedAt" is not null then 'revoked'
    when "apiTokens"."endsAt" <= ${now} then 'ended'
    when coalesce(users.kind = 'clientAdmin' and ${isOpenAt(now)}, false) then 'active' else 'stopped' end`;
}

/** A member's organisation is a condition as well as row-level security; the maker's staff read all. */
function tokensFor({ trx, caller: { organisationId }, now }: CallContext<Caller>) {
  return trx
    .selectFrom('apiTokens')
    .leftJoin('users', 'users.id', 'apiTokens.madeById')
    .innerJoin('organisations', 'organisations.id', 'apiTokens.organisationId')
    .$if(organisationId !== null, (qb) => qb.where('apiTokens.organisationId', '=', organisationId ?? ''))
    .select(['apiTokens.id', 'apiTokens.name', 'apiTokens.ending', 'apiTokens.rights', 'apiTokens.structureIds'])
    .select(['apiTokens.createdAt', 'apiTokens.endsAt', 'apiTokens.revokedAt', 'apiTokens.version'])
    .select(['apiTokens.lastUsedAt', 'apiTokens.lastUsedFrom', 'users.id as userId', 'users.firstName'])
    .select(['users.lastName', 'organisations.name as society', stateAt(now()).as('state')]);
}

export async function listTokens(context: CallContext<Caller>, { page, itemsPerPage, order, filters }: ApiTokenPage) {
  const { trx, caller } = context;
  const { q, state, organisation } = filters;
  if (organisation !== undefined && caller.organisationId !== null)
    throw badRequest({ path: 'organisation', key: 'custom.validation.unknownField', args: {} });
  const query = tokensFor(context)
    .$if(q !== undefined, (qb) => qb.where(isFound(q ?? '', 'apiTokens.name', 'organisations.name')))
    .$if(state !== undefined, (qb) => qb.where(stateAt(context.now()), '=', state ?? 'active'))
    .$if(organisation !== undefined, (qb) => qb.where('apiTokens.organisationId', '=', organisation ?? ''));
  const direction = order?.direction ?? 'desc';
  const field = order?.field ?? 'createdAt';
  const by = field === 'name' ? sql`"apiTokens".name collate natural_order` : sql.ref(`apiTokens.${field}`);
  const { rows, total } = await pageWithTotal(query, { page, itemsPerPage }, (qb) =>
    qb
      .orderBy(by, (ob) => (direction === 'asc' ? ob.asc().nullsFirst() : ob.desc().nullsLast()))
      .orderBy('apiTokens.id', direction),
  );
  return { items: await toViews(trx, caller, rows), total };
}

export async function findToken(context: CallContext<Caller>, id: string): Promise<ApiTokenView | undefined> {
  const row = await tokensFor(context).where('apiTokens.id', '=', id).executeTakeFirst();
  return row && (await toViews(context.trx, context.caller, [row]))[0];
}

type Row = Awaited<ReturnType<ReturnType<typeof tokensFor>['execute']>>[number];

async function toViews(trx: Trx, { organisationId }: Caller, rows: readonly Row[]): Promise<ApiTokenView[]> {
  const ids = [...new Set(rows.flatMap(({ structureIds }) => structureIds))];
  const structures =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('structures')
          .select(['id', 'name'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .orderBy(sql`name collate natural_order`)
          .execute();
  return rows.map((row) => ({
    '@id': iri('api-tokens', row.id),
    '@type': 'ApiToken',
    id: row.id,
    name: row.name,
    ending: row.ending,
    rights: allRights.filter((right) => row.rights.includes(right)),
    structures: structures
      .filter(({ id }) => row.structureIds.includes(id))
      .map((one) => ({ '@id': iri('structures', one.id), ...one })),
    state: row.state,
    madeBy:
      row.userId === null
        ? null
        : { id: row.userId, fullName: fullNameOf({ firstName: row.firstName ?? '', lastName: row.lastName ?? '' }) },
    createdAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    lastUsedFrom: row.lastUsedFrom,
    society: organisationId === null ? row.society : null,
    version: row.version,
  }));
}
