import { fullNameOf } from '@fournil/contract/kit/person';
import {
  rights as allRights,
  firstWithoutParent,
  isRight,
  type Right,
  rightParents,
} from '@fournil/contract/rights/rights';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { type Event, record } from '../../history/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { unprocessable } from '../../kit/errors.ts';
import { notifyLive } from '../../kit/notifyLive.ts';

export interface Template {
  id: string;
  name: string;
  rights: Right[];
}

/** A template of the member's organisation, locked against changes and deletion until the transaction ends. */
export async function holdTemplate(trx: Trx, id: string, path: string): Promise<Template> {
  const template = await trx
    .selectFrom('rightsTemplates')
    .select(['id', 'name', 'rights'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  if (!template) throw unprocessable({ path, key: 'custom.validation.notFound', args: {} });
  return { ...template, rights: template.rights.filter(isRight) };
}

/** In the order of the catalogue, each once. */
export function inOrder(wanted: readonly Right[]): Right[] {
  return allRights.filter((right) => wanted.includes(right));
}

/** RGT-03: throws for a set with a sub-right without its parent. */
export function refuseWithoutParent(wanted: readonly Right[], path: string): void {
  const right = firstWithoutParent(wanted);
  if (right === null) return;
  throw unprocessable({
    path,
    key: 'custom.validation.rightParent',
    args: { right, parent: rightParents[right] ?? '' },
  });
}

/** The rights that were added and removed, as the history names them. */
export function rightsEvent(
  user: { id: string; firstName: string; lastName: string },
  heldRights: readonly Right[],
  wantedRights: readonly Right[],
): Event {
  const addedRights = wantedRights.filter((right) => !heldRights.includes(right));
  const takenRights = heldRights.filter((right) => !wantedRights.includes(right));
  return {
    type: 'update',
    origin: { entity: 'user', id: user.id, name: fullNameOf(user) },
    fields: [...addedRights.map((right) => `+${right}`), ...takenRights.map((right) => `-${right}`)],
    changes: [{ field: 'rights', before: [...heldRights].sort(), after: [...wantedRights].sort() }],
  };
}

/**
 * AUD-02: gives these rights to all users of the template, which the caller has locked, and records each. Returns the
 * number of users whose rights changed.
 */
export async function changeRightsOfTemplate(
  context: CallContext,
  id: string,
  wantedRights: readonly Right[],
): Promise<number> {
  const { trx, caller: member } = context;
  const people = await holdersOf(trx, id);
  const rows =
    people.length === 0
      ? []
      : await trx.selectFrom('userRights').select(['userId', 'right']).where('userId', '=', anyOf(people)).execute();
  const events = people.flatMap((user) => {
    const held = rows.filter(({ userId }) => userId === user.id).map(({ right }) => right);
    const event = rightsEvent(user, held, wantedRights);
    return event.fields?.length ? [event] : [];
  });
  if (events.length === 0) return 0;
  const ids = events.map(({ origin }) => ({ id: origin.id }));
  await trx
    .deleteFrom('userRights')
    .where('userId', '=', anyOf(ids))
    .where(sql<boolean>`"right" <> all(${wantedRights}::text[])`)
    .execute();
  await sql`insert into "userRights" ("userId", "organisationId", "right")
    select id, "organisationId", given from users, unnest(${wantedRights}::text[]) given where id = ${anyOf(ids)}
      on conflict do nothing`.execute(trx);
  await touch(context, ids);
  await record(trx, member, ...events);
  return events.length;
}

/** Before a template is deleted: its users keep their rights as their own. Returns their number. */
export async function dissolveTemplate(context: CallContext, id: string): Promise<number> {
  const { trx } = context;
  const people = await holdersOf(trx, id);
  if (people.length === 0) return 0;
  await trx.updateTable('users').set({ rightsTemplateId: null }).where('id', '=', anyOf(people)).execute();
  await touch(context, people);
  return people.length;
}

function holdersOf(trx: Trx, templateId: string) {
  const query = trx
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName'])
    .where('rightsTemplateId', '=', templateId);
  return query.orderBy('id').forNoKeyUpdate().execute();
}

async function touch({ trx, caller, now }: CallContext, people: readonly { id: string }[]): Promise<void> {
  const { organisationId } = caller;
  await trx
    .updateTable('users')
    .set({ version: sql`version + 1`, updatedAt: now() })
    .where('id', '=', anyOf(people))
    .execute();
  await notifyLive(trx, { organisationId, resource: 'users', op: 'update', ids: people.map(({ id }) => id) });
}

/** One statement for any number of users. */
function anyOf(people: readonly { id: string }[]) {
  return sql<string>`any(${people.map(({ id }) => id)}::uuid[])`;
}
