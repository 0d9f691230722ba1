import { type ActivityType, endOf } from '@fournil/contract/machines/activities';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { announceEvents, findInterest, type WebhookEvent } from '../../webhooks/index.ts';
import { columnsOf } from '../reports/columns.ts';

/** A row of the log that a batch has stored. */
export interface StoredActivity {
  id: string;
  machineId: string;
  organisationId: string;
  type: ActivityType;
  at: string;
}

/** A row of the log that begins or ends something, of those stored now and the others around them. */
interface LogRow {
  machineId: string;
  organisationId: string;
  type: ActivityType;
  at: Date;
  programId: string | null;
  programName: string | null;
  isNew: boolean;
}

/** They end nothing but what they belong to, and no bake. */
const endsOfOthers: readonly ActivityType[] = ['PreheatEnd', 'WashEnd', 'DiagnosticEnd', 'SleepEnd'];
const kinds = { ProgramStart: 'program', ProgramEnd: 'program', ManualStart: 'manual', ManualEnd: 'manual' } as const;
const isBegin = ({ type }: LogRow) => type === 'ProgramStart' || type === 'ManualStart';
const isEnd = ({ type }: LogRow) => type === 'ProgramEnd' || type === 'ManualEnd';

/**
 * INT-05: one event for each begin and each end of a bake that was stored, from the log, so that an oven that was away
 * tells everything, however its reports arrive. A bake without an end of its own ends with what comes after it. An end
 * that arrives after that is no event.
 */
export async function announceBakes(services: Services, trx: Trx, stored: readonly StoredActivity[]): Promise<void> {
  const interest = await findInterest(services);
  const bakeEnds = stored.filter(({ organisationId, type }) => {
    const types = interest.get(organisationId);
    return !endsOfOthers.includes(type) && (types?.has('bake.began') || types?.has('bake.ended'));
  });
  if (bakeEnds.length === 0) return;
  const byMachine = Map.groupBy(await readLog(trx, bakeEnds), ({ machineId }) => machineId);
  await announceEvents(services, trx, [...byMachine.values()].flatMap(eventsOf));
}

/** The log from the row before the first stored one up to the row after the last one, in order. */
async function readLog(trx: Trx, activities: readonly StoredActivity[]): Promise<LogRow[]> {
  const spans = [...Map.groupBy(activities, ({ machineId }) => machineId).values()].map((ofOne) => {
    const times = ofOne.map(({ at }) => at).sort();
    return {
      machineId: ofOne[0]?.machineId,
      organisationId: ofOne[0]?.organisationId,
      first: times[0],
      last: times.at(-1),
    };
  });
  const all = columnsOf(spans, 'machineId', 'organisationId', 'first', 'last');
  const isOther = sql`type <> all(${endsOfOthers}::text[])`;
  const { rows } = await sql<LogRow>`
    select log."machineId", log."organisationId", log.type, log.at, log."programId", log."programName",
      log.id = any(${activities.map(({ id }) => id)}::uuid[]) as "isNew"
    from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[], ${all.first}::timestamptz[],
        ${all.last}::timestamptz[]) as span ("organisationId", "machineId", first, last)
      cross join lateral (
        (select * from activities where "organisationId" = span."organisationId" and "machineId" = span."machineId"
          and ${isOther} and at < span.first order by at desc, id desc limit 1)
        union all
        (select * from activities where "organisationId" = span."organisationId" and "machineId" = span."machineId"
          and ${isOther} and at between span.first and span.last)
        union all
        (select * from activities where "organisationId" = span."organisationId" and "machineId" = span."machineId"
          and ${isOther} and at > span.last order by at, id limit 1)) as log
    where ${isOfOrganisations('log.organisationId', activities)}
    order by log."machineId", log.at, log.id`.execute(trx);
  return rows;
}

function eventsOf(log: readonly LogRow[]): WebhookEvent[] {
  const events: WebhookEvent[] = [];
  let open: LogRow | null = null;
  for (const [index, row] of log.entries()) {
    const isOfOther = isEnd(row) && open !== null && row.type !== endOf(open.type);
    const bake: LogRow | null = isOfOther ? null : open;
    if (isEndTold(row, bake, log.slice(index + 1))) events.push(endOfBake(row, bake));
    if (row.isNew && isBegin(row)) events.push(beginOf(row));
    if (!isOfOther) open = isBegin(row) ? row : null;
  }
  return events;
}

/** Whether this row is an end that was not told before. */
function isEndTold(row: LogRow, bake: LogRow | null, later: readonly LogRow[]): boolean {
  // Nothing is under way: an end alone is told by itself.
  if (!bake) return row.isNew && isEnd(row);
  // A bake that was known before ended with the first row known after it.
  if (row.isNew) return bake.isNew || !later.some(({ isNew }) => !isNew);
  // Its begin arrives late: its own end was told without it.
  return bake.isNew && row.type !== endOf(bake.type);
}

function beginOf({ machineId, organisationId, at, ...row }: LogRow): WebhookEvent {
  const bake = { ...factsOf(row), beganAt: at.toISOString() };
  return { type: 'bake.began', organisationId, machineId, at, facts: { bake } };
}

function endOfBake(row: LogRow, bake: LogRow | null): WebhookEvent {
  const { machineId, organisationId, at } = row;
  const facts = { ...factsOf(bake ?? row), beganAt: bake?.at.toISOString() ?? null, endedAt: at.toISOString() };
  return { type: 'bake.ended', organisationId, machineId, at, facts: { bake: facts } };
}

function factsOf({ type, programId, programName }: Pick<LogRow, 'type' | 'programId' | 'programName'>) {
  const kind = kinds[type as keyof typeof kinds];
  return { kind, program: kind === 'manual' ? null : { id: programId, name: programName } };
}
