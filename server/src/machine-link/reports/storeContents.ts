import { createHash } from 'node:crypto';
import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import { columnsOf } from './columns.ts';
import { findRevisions } from './findRevisions.ts';
import type { ReportOf } from './report.ts';

type HeldReport = ReportOf<'birth'> | ReportOf<'reported'>;

/** What a report says: the list by its hash; the software is null where it does not say. */
interface Said {
  machineId: string;
  organisationId: string;
  at: Date;
  softwareVersion: string | null;
  listSha256: string;
}

/** A row: from `at`, and so said again until `confirmedAt`. */
interface Contents extends Said {
  confirmedAt: Date;
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

function saidBy({ machineId, organisationId, message }: HeldReport): Said {
  const { at, softwareVersion = null, programs } = message;
  const listSha256 = createHash('sha256').update(heldListText(programs)).digest('hex');
  return { machineId, organisationId, at: new Date(at), softwareVersion, listSha256 };
}

/** What a list's hash is made of: the programs in the order of the machine. */
function heldListText(programs: readonly HeldProgram[]): string {
  return JSON.stringify(
    programs.map(({ id, revision, sha256, state, reason }) => [id, revision, sha256, state, reason]),
  );
}

/**
 * The lists that are not known yet, with the names of their revisions. One that is deleted as unused at the same moment
 * makes the batch fail, by its foreign key, and it is stored again.
 */
async function storeLists(trx: Trx, reports: readonly HeldReport[], reportedContents: readonly Said[]): Promise<void> {
  const lists = new Map(
    reports.map(({ organisationId, message }, index) => {
      const sha256 = reportedContents[index]?.listSha256 ?? '';
      return [`${organisationId} ${sha256}`, { organisationId, sha256, programs: message.programs }] as const;
    }),
  );
  const asked = columnsOf([...lists.values()], 'organisationId', 'sha256');
  const { rows: knownLists } = await sql<{ organisationId: string; sha256: string }>`
    select list."organisationId", list.sha256 from "heldLists" list
      join unnest(${asked.organisationId}::uuid[], ${asked.sha256}::text[]) as asked ("organisationId", sha256)
        on asked."organisationId" = list."organisationId" and asked.sha256 = list.sha256
    where ${isOfOrganisations('list.organisationId', reportedContents)}`.execute(trx);
  for (const { organisationId, sha256 } of knownLists) lists.delete(`${organisationId} ${sha256}`);
  if (lists.size === 0) return;
  // In one order, so that two servers with the same lists wait for each other without a deadlock.
  const newLists = [...lists.values()].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const revisions = await findRevisions(
    trx,
    newLists.flatMap(({ organisationId, programs }) =>
      programs.map(({ id, revision }) => ({ organisationId, programId: id, revision })),
    ),
  );
  const namedLists = newLists.map(({ programs, ...list }) => ({
    ...list,
    programs: JSON.stringify(
      programs.map((held) => ({ ...held, name: revisions.get(held.id, held.revision)?.name ?? null })),
    ),
  }));
  const all = columnsOf(namedLists, 'organisationId', 'sha256', 'programs');
  await sql`insert into "heldLists" ("organisationId", sha256, programs)
    select * from unnest(${all.organisationId}::uuid[], ${all.sha256}::text[], ${all.programs}::jsonb[])
    on conflict do nothing`.execute(trx);
}

function inTurns(said: readonly Said[]): Said[][] {
  const turns: Said[][] = [];
  for (const ofMachine of Map.groupBy(said, ({ machineId }) => machineId).values()) {
    const inOrder = ofMachine.sort((a, b) => a.at.getTime() - b.at.getTime());
    for (const [turn, one] of inOrder.entries()) turns[turn] = [...(turns[turn] ?? []), one];
  }
  return turns;
}

/** One report of each machine. */
async function storeTurn(trx: Trx, said: readonly Said[]): Promise<void> {
  const newest = await newestContents(trx, said);
  const changes: Changes[] = [];
  for (const one of said) {
    const last = newest.get(one.machineId);
    const before = last && last.at > one.at ? await contentsAt(trx, one, one.at) : last;
    changes.push(changesBy(one, before));
  }
  await confirm(
    trx,
    changes.flatMap(({ confirmed }) => confirmed),
  );
  await add(
    trx,
    changes.flatMap(({ added }) => added),
  );
}

interface Changes {
  /** Rows that exist, with another `confirmedAt`. */
  confirmed: Contents[];
  added: Contents[];
}

/** What a report changes, compared with the row that holds at its time. */
function changesBy(reported: Said, before: Contents | undefined): Changes {
  const softwareVersion = reported.softwareVersion ?? before?.softwareVersion ?? null;
  const now = { ...reported, softwareVersion, confirmedAt: reported.at };
  if (!before) return { confirmed: [], added: [now] };
  if (before.listSha256 === now.listSha256 && before.softwareVersion === softwareVersion)
    return { confirmed: reported.at > before.confirmedAt ? [{ ...before, confirmedAt: reported.at }] : [], added: [] };
  if (before.confirmedAt <= reported.at) return { confirmed: [], added: [now] };
  // In the middle of a confirmed time: that is confirmed no more up to this report, and goes on from its end.
  return {
    confirmed: before.at < reported.at ? [{ ...before, confirmedAt: before.at }] : [],
    added: [now, { ...before, at: before.confirmedAt }],
  };
}

/** The newest row of each machine, found by its time in the machine's state. */
export async function newestContents(
  trx: Trx,
  machines: readonly Pick<Said, 'machineId' | 'organisationId'>[],
): Promise<ReadonlyMap<string, Contents>> {
  const machineColumns = columnsOf(machines, 'machineId', 'organisationId');
  const { rows } = await sql<Contents>`
    select contents."organisationId", contents."machineId", contents.at, contents."confirmedAt",
      contents."softwareVersion", contents."listSha256"
    from "machineContents" contents
      join "machineStates" state on state."organisationId" = contents."organisationId"
        and state."machineId" = contents."machineId" and state."contentsAt" = contents.at
      join unnest(${machineColumns.organisationId}::uuid[], ${machineColumns.machineId}::uuid[])
        as asked ("organisationId", "machineId") on asked."organisationId" = contents."organisationId"
        and asked."machineId" = contents."machineId"
    where ${isOfOrganisations('contents.organisationId', machines)}`.execute(trx);
  return new Map(rows.map((row) => [row.machineId, row]));
}

/** What a machine held at a moment. */
export async function contentsAt(
  trx: Trx,
  { machineId, organisationId }: Pick<Said, 'machineId' | 'organisationId'>,
  at: Date,
): Promise<Contents | undefined> {
  return trx
    .selectFrom('machineContents')
    .selectAll()
    .where('organisationId', '=', organisationId)
    .where('machineId', '=', machineId)
    .where('at', '<=', at)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function confirm(trx: Trx, rows: readonly Contents[]): Promise<void> {
  if (rows.length === 0) return;
  const all = columnsOf(rows, 'organisationId', 'machineId', 'at', 'confirmedAt');
  await sql`update "machineContents" contents set "confirmedAt" = told."confirmedAt"
    from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[],
      ${all.confirmedAt}::timestamptz[]) as told ("organisationId", "machineId", at, "confirmedAt")
    where ${isOfOrganisations('contents.organisationId', rows)}
      and contents."organisationId" = told."organisationId" and contents."machineId" = told."machineId"
      and contents.at = told.at`.execute(trx);
}

async function add(trx: Trx, rows: readonly Contents[]): Promise<void> {
  if (rows.length === 0) return;
  const all = columnsOf(rows, 'organisationId', 'machineId', 'at', 'confirmedAt', 'softwareVersion', 'listSha256');
  await sql`insert into "machineContents" ("organisationId", "machineId", at, "confirmedAt", "softwareVersion",
      "listSha256")
    select * from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[],
      ${all.confirmedAt}::timestamptz[], ${all.softwareVersion}::text[], ${all.listSha256}::text[])
    on conflict ("organisationId", "machineId", at) do update set "confirmedAt" = excluded."confirmedAt",
      "softwareVersion" = excluded."softwareVersion", "listSha256" = excluded."listSha256"`.execute(trx);
  await sql`update "machineStates" state set "contentsAt" = told.at
    from (select "organisationId", "machineId", max(at) as at
      from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.at}::timestamptz[])
        as told ("organisationId", "machineId", at) group by 1, 2) as told
    where ${isOfOrganisations('state.organisationId', rows)}
      and state."organisationId" = told."organisationId" and state."machineId" = told."machineId"
      and (state."contentsAt" is null or state."contentsAt" < told.at)`.execute(trx);
}
