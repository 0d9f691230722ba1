import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { lockNamed } from '../db/locks.ts';

/** In the record of one organisation, or (for the maker) in all records. */
export interface Forgotten {
  organisationId: string | null;
  userId: string;
}

/**
 * AUD-01: removes a person from the record and keeps every event: their name becomes a number, and network addresses,
 * browsers and values of events that they caused or that concern their account are deleted. Runs as the gate login.
 * Returns their former names, the organisations in whose records they were, and the number as it is written; null when
 * no event names them.
 */
export async function forgetEvents(
  trx: Trx,
  { organisationId, userId }: Forgotten,
): Promise<{ names: string[]; organisationIds: string[]; number: string } | null> {
  const own = sql`${organisationId === null ? sql`true` : sql`"organisationId" = ${organisationId}`}`;
  const { rows: namings } = await sql<{ name: string; organisationId: string | null }>`
    select name, "organisationId" from (
      select "actorName" as name, "organisationId" from "historyEvents" where "actorId" = ${userId} and ${own}
      union select "originName", "organisationId" from "historyEvents"
        where "originId" = ${userId} and entity = 'user' and ${own}
    ) as named where name !~ '^#[0-9]+$'`.execute(trx);
  const names = [...new Set(namings.map(({ name }) => name))];
  const organisationIds = [...new Set(namings.flatMap((row) => row.organisationId ?? []))];
  if (names.length === 0) return null;
  const number = await nextNumber(trx);
  await sql`update "historyEvents" set "actorName" = ${number}, address = null, "userAgent" = null
    where "actorId" = ${userId} and ${own}`.execute(trx);
  await sql`update "historyEvents" set "masterName" = ${number} where "masterId" = ${userId} and ${own}`.execute(trx);
  await sql`update "historyEvents" set "originName" = ${number}, changes = '[]'
    where "originId" = ${userId} and entity = 'user' and ${own}`.execute(trx);
  await sql`update "historyEvents" set "targetName" = ${number} where "targetId" = ${userId} and "targetEntity" = 'user'
    and ${own}`.execute(trx);
  // Events with their name as a value: in charge of a structure, assigned to it.
  await sql`update "historyEvents" set changes = '[]' where ${own} and fields && array['userInCharge', 'relatedUsers']
    and exists (select from unnest(${names}::text[]) as name where position(name in changes::text) > 0)`.execute(trx);
  return { names, organisationIds, number };
}

/** One more than the last number, read from the record itself, so that a backup contains it. */
async function nextNumber(trx: Trx): Promise<string> {
  await lockNamed(trx, 'forgotten people');
  const { rows } = await sql<{ number: string }>`
    select '#' || (coalesce(max(substring("originName" from 2)::bigint), 0) + 1) as number from "historyEvents"
      where type = 'forgetting'`.execute(trx);
  return rows[0]?.number ?? '#1';
}
