import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { lockGroups } from '../lockGroups.ts';
import { arrivalTimes, isFresh, isPossible, later } from './clock.ts';
import { type Handovers, sinceHandover } from './handovers.ts';
import type { Report, ReportOf } from './report.ts';

/** The state of a machine's clock, kept between its reports. */
interface Clock {
  session: number;
  /** Wrong by its last reported time. */
  isWrong: boolean;
  /** The time of the last birth, if it was wrong: all later times of that session are wrong too. */
  saidAt: number | null;
}

export interface CorrectedReports {
  reports: Report[];
  handovers: Handovers;
  /** Machines whose clock was found wrong, or right again, by these reports. */
  wrong: string[];
  right: string[];
}

/**
 * LNK-05: reports with corrected times. A time of a wrong clock is replaced by the server's time, and `arrivalWins`
 * says that the order of arrival counts; otherwise an old report with a time in the future would stay the newest one.
 */
export async function correctTimes(
  services: Services,
  trx: Trx,
  reports: Report[],
  now: Date,
): Promise<CorrectedReports> {
  const machineIds = [...new Set(reports.map(({ machineId }) => machineId))];
  const groups = await Promise.all(
    lockGroups(services, reports, 'machineId').map((isInGroup) =>
      trx
        .selectFrom('machineStates')
        .select(['machineId', 'session', 'clockWrongSince', 'clockSaidAt', 'ownedSince'])
        .where(isInGroup)
        .orderBy('machineId')
        .forNoKeyUpdate()
        .execute(),
    ),
  );
  const rows = groups.flat();
  const before = new Map(
    rows.map((row): [string, Clock] => [
      row.machineId,
      { session: row.session, isWrong: row.clockWrongSince !== null, saidAt: row.clockSaidAt?.getTime() ?? null },
    ]),
  );
  const handovers = new Map(rows.flatMap(({ machineId, ownedSince }) => (ownedSince ? [[machineId, ownedSince]] : [])));
  const after = new Map(before);
  const timed = reports.map((received) => {
    const clock = after.get(received.machineId) ?? { session: 0, isWrong: false, saidAt: null };
    const since = handovers.get(received.machineId);
    const report = since
      ? sinceHandover(received, since, now, (said) => isWrongTime(said, clock, now) || isLate(received, said, now))
      : received;
    const judged = judge(report, clock, now);
    after.set(report.machineId, judged.clock);
    return judged.report;
  });
  const changed = machineIds.filter((id) => isOther(before.get(id), after.get(id)));
  for (const machineId of changed) {
    const clock = after.get(machineId);
    await trx
      .updateTable('machineStates')
      .set({
        clockWrongSince: clock?.isWrong ? sql<Date>`coalesce("clockWrongSince", ${now}::timestamptz)` : null,
        clockSaidAt: clock?.saidAt == null ? null : new Date(clock.saidAt),
      })
      .where('machineId', '=', machineId)
      .execute();
  }
  const turned = (isWrong: boolean) =>
    changed.filter((id) => after.get(id)?.isWrong === isWrong && before.get(id)?.isWrong !== isWrong);
  return { reports: timed, handovers, wrong: turned(true), right: turned(false) };
}

/** A birth is sent when it is dated, so that a former time is one of a wrong clock. */
const isLate = ({ topic }: Report, said: string, now: Date) => topic === 'birth' && !isFresh(said, now);

function isOther(before: Clock | undefined, after: Clock | undefined): boolean {
  return before !== undefined && (before.isWrong !== after?.isWrong || before.saidAt !== after?.saidAt);
}

function judge(report: Report, clock: Clock, now: Date): { report: Report; clock: Clock } {
  switch (report.topic) {
    case 'birth':
      return judgeBirth(report, clock, now);
    case 'reported':
    case 'changed':
    case 'answers': {
      const next = clockAfter(report.message.at, clock, now);
      return { report: { ...report, ...atMost(report, next, now) } as Report, clock: next };
    }
    case 'activities':
    case 'readings':
      return judgeEntries(report, clock, now);
    case 'errors':
      return judgeErrors(report, clock, now);
    default:
      return { report, clock };
  }
}

/**
 * A birth is dated when it is sent, so its time shows whether the clock is right. A newer session always wins, because
 * the clock may have been set back.
 */
function judgeBirth(report: ReportOf<'birth'>, clock: Clock, now: Date): { report: Report; clock: Clock } {
  const { at, session } = report.message;
  const isWrong = !isFresh(at, now);
  const isNewer = session > clock.session;
  // Of an earlier connection, delivered late or again: the newest one says what the machine is and holds.
  if (session < clock.session) return { report: { ...report, topic: 'alive', message: { v: 1 } }, clock };
  const said = Date.parse(at);
  const next = { session, isWrong, saidAt: isWrong && isPossible(at, now) ? said : null };
  const timed = atMost(report, next, now);
  return { report: { ...report, ...timed, arrivalWins: isWrong || isNewer } as Report, clock: next };
}

function judgeEntries(
  report: ReportOf<'activities'> | ReportOf<'readings'>,
  clock: Clock,
  now: Date,
): { report: Report; clock: Clock } {
  const { entries } = report.message;
  const isWrong = entries.map(({ at }) => isWrongTime(at, clock, now));
  const next = entries.reduce((state, { at }) => clockAfter(at, state, now), clock);
  const times = arrivalTimes(
    entries.filter((_, index) => isWrong[index]).map(({ at }) => at),
    now,
  );
  const timed = entries.map((entry, index) =>
    isWrong[index] ? { ...entry, at: times.shift() ?? now.toISOString(), saidAt: entry.at } : entry,
  );
  const arrivalWins = next.isWrong || isWrong.includes(true);
  return { report: { ...report, arrivalWins, message: { ...report.message, entries: timed } } as Report, clock: next };
}

function judgeErrors(report: ReportOf<'errors'>, clock: Clock, now: Date): { report: Report; clock: Clock } {
  let next = clock;
  const entries = report.message.entries.map((entry) => {
    const { dateStart, dateEnd } = entry;
    next = clockAfter(dateEnd ?? dateStart, next, now);
    const isStartWrong = isWrongTime(dateStart, clock, now);
    const isEndWrong = dateEnd !== undefined && isWrongTime(dateEnd, clock, now);
    if (!isStartWrong && !isEndWrong) return entry;
    if (!isStartWrong) return { ...entry, dateEnd: later(dateStart, now.toISOString()) };
    if (dateEnd === undefined) return { ...entry, dateStart: now.toISOString(), saidStart: dateStart };
    if (!isEndWrong) return { ...entry, dateStart: dateEnd, saidStart: dateStart };
    const [start = '', end = ''] = arrivalTimes([dateStart, dateEnd], now);
    return { ...entry, dateStart: start, dateEnd: end, saidStart: dateStart };
  });
  return { report: { ...report, message: { ...report.message, entries } } as Report, clock: next };
}

/** What one reported time shows about the clock; a time in the past shows nothing, because reports may be late. */
function clockAfter(said: string, clock: Clock, now: Date): Clock {
  if (isWrongTime(said, clock, now)) return { ...clock, isWrong: true };
  return isFresh(said, now) ? { ...clock, isWrong: false, saidAt: null } : clock;
}

function isWrongTime(said: string, clock: Clock, now: Date): boolean {
  if (!isPossible(said, now)) return true;
  return clock.saidAt !== null && Date.parse(said) >= clock.saidAt && !isFresh(said, now);
}

/** The time of the message, never in the server's future, where it would hide later reports. */
function atMost(report: ReportOf<'birth' | 'reported' | 'changed' | 'answers'>, clock: Clock, now: Date) {
  const arrival = now.toISOString();
  const isEarlier = !clock.isWrong && report.message.at < arrival;
  return { arrivalWins: clock.isWrong, message: { ...report.message, at: isEarlier ? report.message.at : arrival } };
}
