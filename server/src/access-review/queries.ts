import {
  type AccessConcern,
  type AccessState,
  type AccessView,
  accessConcerns,
  accessLimits,
  type accessOrder,
} from '@fournil/contract/access-review/accessReview';
import { imageAddress } from '@fournil/contract/images/images';
import { iri } from '@fournil/contract/kit/addresses';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { fullNameOf } from '@fournil/contract/kit/person';
import { rights as allRights } from '@fournil/contract/rights/rights';
import type { PersonKind } from '@fournil/contract/rights/roles';
import type { RightsPreview } from '@fournil/contract/users/rights';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, type Scope, type Trx } from '../db/database.ts';
import { isFound, personSearched } from '../db/predicates.ts';
import { selectPeople, toCaller } from '../identity/index.ts';
import { type Caller, type Member, scopeOf } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { pageWithTotal } from '../kit/page.ts';
import type { Services } from '../kit/services.ts';
import { visibilityClassOf, visibleCountsOf } from '../rights/index.ts';

export interface AccessQuery {
  order: { field: (typeof accessOrder)[number]; direction: 'asc' | 'desc' } | null;
  filters: {
    q?: string | undefined;
    kind?: PersonKind | undefined;
    state?: AccessState | undefined;
    concern?: AccessConcern | 'any' | undefined;
  };
}

const hasPasskey = sql<boolean>`exists (select from passkeys where "userId" = users.id)`;

const templateName = sql<string | null>`(select name from "rightsTemplates" where id = users."rightsTemplateId")`;

/** The state of an account at this time. */
function stateAt(now: Date): RawBuilder<AccessState> {
  return sql`case when not users.active then 'disabled' when users."endsAt" <= ${now} then 'ended'
    when not users."emailVerified" then 'invited' else 'active' end`;
}

/** Each concern as a condition; false for disabled and ended accounts. */
function concernsAt(now: Date): Record<AccessConcern, RawBuilder<boolean>> {
  const isOpen = sql<boolean>`(${stateAt(now)} in ('active', 'invited'))`;
  const before = (days: number) => new Date(now.getTime() - days * dayMilliseconds);
  return {
    unused: sql`(${isOpen} and coalesce(users."lastSignInAt", users."createdAt") < ${before(accessLimits.unusedDays)})`,
    oneFactor: sql`(${isOpen} and not users."googleAuthenticatorConfirmed" and not ${hasPasskey})`,
    everyRight: sql`(${isOpen} and users.kind = 'user'
      and (select count(*) from "userRights" where "userId" = users.id) >= ${allRights.length})`,
    ending: sql`(${isOpen} and coalesce(users."endsAt" < ${before(-accessLimits.endingDays)}, false))`,
  };
}

/** The people of the caller's organisation, or the maker's staff. */
function peopleOf(trx: Trx, services: Services, { organisationId }: Caller, filters: AccessQuery['filters']) {
  const now = services.now();
  const concerns = concernsAt(now);
  const { q, kind, state, concern } = filters;
  const askedConcerns = concern === 'any' ? accessConcerns : concern ? [concern] : [];
  return trx
    .selectFrom('users')
    .where('users.organisationId', organisationId === null ? 'is' : '=', organisationId)
    .$if(q !== undefined, (qb) => qb.where(isFound(q ?? '', ...personSearched)))
    .$if(kind !== undefined, (qb) => qb.where('users.kind', '=', kind ?? 'user'))
    .$if(state !== undefined, (qb) => qb.where(sql<boolean>`${stateAt(now)} = ${state}`))
    .$if(askedConcerns.length > 0, (qb) =>
      qb.where(
        sql<boolean>`(${sql.join(
          askedConcerns.map((one) => concerns[one]),
          sql` or `,
        )})`,
      ),
    );
}

/** By default, the most concerns first. */
function orderOf(services: Services, order: AccessQuery['order']): RawBuilder<unknown> {
  const { field, direction } = order ?? { field: 'concerns', direction: 'desc' };
  const concerns = concernsAt(services.now());
  const byName = sql`users."lastName" collate natural_order`;
  const by = {
    concerns: sql`(${sql.join(
      accessConcerns.map((one) => sql`${concerns[one]}::int`),
      sql` + `,
    )})`,
    lastName: byName,
    email: sql`users.email collate natural_order`,
    // A missing sign-in sorts before all dates, a missing end after all.
    lastSignInAt: sql`coalesce(users."lastSignInAt", '-infinity')`,
    createdAt: sql`users."createdAt"`,
    endsAt: sql`coalesce(users."endsAt", 'infinity')`,
  }[field];
  return sql`${by} ${sql.raw(direction)}, ${byName}, users.id`;
}

/** Passkeys and rights of staff are readable only by the login `gate`. */
export function scopeOfReview(caller: Caller): Scope {
  return caller.organisationId === null ? gateScope : scopeOf(caller);
}

/** One page of people, with their total. */
export async function listAccess(
  context: CallContext<Caller>,
  query: AccessQuery & { page: number; itemsPerPage: number },
) {
  const { trx, caller } = context;
  const people = peopleOf(trx, context, caller, query.filters);
  const { rows: ids, total } = await pageWithTotal(people, query, (qb) =>
    qb.select('users.id').orderBy(orderOf(context, query.order)),
  );
  const rows = ids.map(({ id }) => id);
  return { items: await readAccess(context, rows), total };
}

/** The ids of all people in order, for a file that is read page by page. */
export async function accessIds(context: CallContext<Caller>, { filters, order }: AccessQuery): Promise<string[]> {
  const { trx, caller } = context;
  const rows = await peopleOf(trx, context, caller, filters)
    .select('users.id')
    .orderBy(orderOf(context, order))
    .execute();
  return rows.map(({ id }) => id);
}

/** These people, in this order; people deleted meanwhile are left out. A fixed number of statements. */
export async function readAccess(context: CallContext<Caller>, ids: readonly string[]): Promise<AccessView[]> {
  const { trx, caller } = context;
  if (ids.length === 0) return [];
  const now = context.now();
  const concerns = concernsAt(now);
  const rows = await selectPeople(trx)
    .select(stateAt(now).as('state'))
    .select(hasPasskey.as('hasPasskey'))
    .$if(caller.organisationId !== null, (qb) => qb.select(templateName.as('templateName')))
    .select(accessConcerns.map((one) => concerns[one].as(one)))
    .where('users.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('users.organisationId', caller.organisationId === null ? 'is' : '=', caller.organisationId)
    .execute();
  const seen = caller.organisationId === null ? new Map<string, RightsPreview>() : await seenBy(trx, rows);
  const views = new Map(rows.map((row) => [row.id, toView(row, seen.get(row.id) ?? null)]));
  return ids.flatMap((id) => views.get(id) ?? []);
}

type Person = Parameters<typeof toCaller>[0];

/** The numbers of records that each person sees; people with the same conditions are counted in one statement. */
async function seenBy(trx: Trx, people: readonly Person[]): Promise<Map<string, RightsPreview>> {
  const classes = new Map<string, Member[]>();
  for (const person of people) {
    const member = toCaller(person, '') as Member;
    const alike = visibilityClassOf(member);
    classes.set(alike, [...(classes.get(alike) ?? []), member]);
  }
  const sharesByPerson = await Promise.all(
    [...classes.values()].map((members) =>
      visibleCountsOf(
        trx,
        members[0] as Member,
        members.map(({ userId }) => userId),
      ),
    ),
  );
  return new Map(sharesByPerson.flatMap((seen) => [...seen]));
}

function toView(
  row: Person & { state: AccessState; hasPasskey: boolean; templateName?: string | null } & Record<
      AccessConcern,
      boolean
    >,
  sees: RightsPreview | null,
): AccessView {
  return {
    '@id': iri('access-review', row.id),
    '@type': 'Access',
    id: row.id,
    kind: row.kind,
    fullName: fullNameOf(row),
    email: row.email,
    imageUrl: row.pictureId && imageAddress(row.pictureId),
    state: row.state,
    endsAt: row.endsAt?.toISOString() ?? null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    secondSteps: [
      ...(row.googleAuthenticatorConfirmed ? (['code'] as const) : []),
      ...(row.hasPasskey ? (['passkey'] as const) : []),
    ],
    rights: row.kind === 'user' ? allRights.filter((right) => row.heldRights.includes(right)) : null,
    template: row.rightsTemplateId && row.templateName ? { id: row.rightsTemplateId, name: row.templateName } : null,
    remoteParamsEdit: row.remoteParamsEdit,
    sees,
    concerns: accessConcerns.filter((one) => row[one]),
  };
}
