import { createHash } from 'node:crypto';
import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { columnsOf } from './columns.ts';
import type { ReportOf } from './report.ts';

type HeldReport = ReportOf<'birth'> | ReportOf<'reported'>;

interface Said extends LinkedMachine {
  at: string;
  softwareVersion: string | null;
  listSha256: string;
}

/**
 * MNU-04: keeps what each machine held, as it reported it: a row where a report says something else than the last one
 * before it, else only the time of the confirmation. A late report is put in its place by its time, so what the rows
 * say of a moment does not depend on the order of arrival, as far as reports confirm it.
 */
export async function storeContents(trx: Trx, reports: readonly HeldReport[]): Promise<void> {
  if (reports.length === 0) return;
  const said = reports.map(saidBy);
  await storeLists(trx, reports, said);
  // Several reports of one machine one after the other, because each is compared with the one before.
  for (const some of inTurns(said)) await storeTurn(trx, some);
}

function saidBy({ machineId, organisationId, pairing, message }: HeldReport): Said {
  const { at, softwareVersion = null, programs } = message;
  const listSha256 = createHash('sha256').update(heldListText(programs)).digest('hex');
  return { machineId, organisationId, pairing, at, softwareVersion, listSha256 };
}

/** What a list's hash is made of: the programs in the order of the machine. */
function heldListText(programs: readonly HeldProgram[]): string {
  return JSON.stringify(
    programs.map(({ id, revision, sha256, state, reason }) => [id, revision, sha256, state, reason]),
  );
}

/**
 * The lists that are not known yet. One that is deleted as unused at the same moment makes the batch fail, by its
 * foreign key, and it is stored again.
 */
async function storeLists(trx: Trx, reports: readonly HeldReport[], said: readonly Said[]): Promise<void> {
  const lists = new Map(
    reports.map(({ organisationId, message }, index) => {
      const sha256 = said[index]?.listSha256 ?? '';
      return [`${organisationId} ${sha256}`, { organisationId, sha256, programs: message.programs }] as const;
    }),
  );
  const keys = [...lists.keys()].sort();
  const asked = columnsOf(
    keys.flatMap((key) => lists.get(key) ?? []),
    'organisationId',
    'sha256',
  );
  const { rows: known } = await sql<{ organisationId: string; sha256: string }>`
    select list."organisationId", list.sha256 from "heldLists" list
    where (list."organisationId", list.sha256) in (
      select * from unnest(${asked.organisationId}::uuid[], ${asked.sha256}::text[]))
    order by list."organisationId", list.sha256`.execute(trx);
  for (const { organisationId, sha256 } of known) lists.delete(`${organisationId} ${sha256}`);
  const fresh = [...lists.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const all = columnsOf(
    fresh.map((list) => ({ ...list, programs: JSON.stringify(list.programs) })),
    'organisationId',
    'sha256',
    'programs',
  );
  if (fresh.length === 0) return;
  await sql`insert into "heldLists" ("organisationId", sha256, programs)
    select list."organisationId", list.sha256, (
      select coalesce(jsonb_agg(held.program || jsonb_build_object('name', revision.name) order by held.place), '[]')
      from jsonb_array_elements(list.programs) with ordinality as held (program, place)
      left join "programRevisions" revision on revision."organisationId" = list."organisationId"
        and revision."programId" = (held.program ->> 'id')::uuid
        and revision.revision = (held.program ->> 'revision')::int)
    from unnest(${all.organisationId}::uuid[], ${all.sha256}::text[], ${all.programs}::jsonb[])
      as list ("organisationId", sha256, programs)
    on conflict do nothing`.execute(trx);
}

function inTurns(said: readonly Said[]): Said[][] {
  const turns: Said[][] = [];
  for (const ofMachine of Map.groupBy(said, ({ machineId }) => machineId).values()) {
    const inOrder = ofMachine.sort((a, b) => (a.at < b.at ? -1 : 1));
    for (const [turn, one] of inOrder.entries()) turns[turn] = [...(turns[turn] ?? []), one];
  }
  return turns;
}

/**
 * One report of each machine. Where a late one says something else in the middle of a confirmed time, that time is
 * confirmed no more up to it, and goes on from its end.
 */
async function storeTurn(trx: Trx, said: readonly Said[]): Promise<void> {
  const all = columnsOf(said, 'organisationId', 'machineId', 'at', 'softwareVersion', 'listSha256');
  await sql`with said as (
      select told."organisationId", told."machineId", told.at, told."listSha256",
        coalesce(told."softwareVersion", before."softwareVersion") as "softwareVersion", before.at as "beforeAt",
        before."confirmedAt", before."listSha256" as "beforeList", before."softwareVersion" as "beforeSoftware",
        before."listSha256" = told."listSha256"
          and coalesce(told."softwareVersion", before."softwareVersion") is not distinct from before."softwareVersion"
          as "isSame"
      from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[],
        ${all.softwareVersion}::text[], ${all.listSha256}::text[])
        as told ("organisationId", "machineId", at, "softwareVersion", "listSha256")
      left join lateral (
        select * from "machineContents" contents
        where contents."organisationId" = told."organisationId" and contents."machineId" = told."machineId"
          and contents.at <= told.at
        order by contents.at desc limit 1
      ) before on true
    ), confirmed as (
      update "machineContents" contents
      set "confirmedAt" = case when said."isSame" then said.at else contents.at end
      from said
      where contents."organisationId" = said."organisationId" and contents."machineId" = said."machineId"
        and contents.at = said."beforeAt"
        and case when said."isSame" then contents."confirmedAt" < said.at
          else contents.at < said.at and contents."confirmedAt" > said.at end
    )
    insert into "machineContents" ("organisationId", "machineId", at, "confirmedAt", "softwareVersion", "listSha256")
    select "organisationId", "machineId", at, at, "softwareVersion", "listSha256" from said where "isSame" is not true
    union all
    select "organisationId", "machineId", "confirmedAt", "confirmedAt", "beforeSoftware", "beforeList"
    from said where "isSame" is not true and "confirmedAt" > at
    on conflict ("organisationId", "machineId", at) do update
      set "listSha256" = excluded."listSha256", "softwareVersion" = excluded."softwareVersion",
        "confirmedAt" = excluded."confirmedAt"`.execute(trx);
}
