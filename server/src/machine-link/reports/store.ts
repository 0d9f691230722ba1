import type { Requests } from '@fournil/contract/machine-link/messages';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { storeBirths, storeSigns, storeSoftware, storeWills } from '../presence/storePresence.ts';
import { tellBrowsers } from '../tellBrowsers.ts';
import { correctTimes } from './correctTimes.ts';
import { misdatedPeriods } from './misdated.ts';
import type { Refused, Report, ReportOf } from './report.ts';
import { storeActivities } from './storeActivities.ts';
import { storeAnswers } from './storeAnswers.ts';
import { storeClockFaults } from './storeClockFaults.ts';
import { storeFaults } from './storeFaults.ts';
import { storeHeld } from './storeHeld.ts';
import { storeReadings } from './storeReadings.ts';
import { storeSettings } from './storeSettings.ts';
import { watchMachines } from './webhookEvents.ts';

/** Messages to machines, sent after the batch is committed. */
export interface FollowUp {
  /** Machines that have just connected and need their desired state. */
  born: (LinkedMachine & { session: number })[];
  requests: (LinkedMachine & { programs: Requests['programs'] })[];
}

/** Stores one batch in one transaction, kind by kind, each with one statement for all machines. */
export async function store(house: House, trx: Trx, received: Report[]): Promise<FollowUp> {
  const now = house.now();
  const { reports, wrong, right } = await correctTimes(house, trx, received, now);
  const of = <Topic extends Report['topic']>(topic: Topic) =>
    reports.filter((report): report is ReportOf<Topic> => report.topic === topic);
  const reportersOf = (ids: string[]) => ids.flatMap((id) => reports.find(({ machineId }) => machineId === id) ?? []);
  const births = of('birth');
  const held = [...births, ...of('reported')];
  const periods = await misdatedPeriods(trx, reports);
  const watched = await watchMachines(house, trx, reports, held);
  await storeBirths(trx, births, now);
  await storeWills(trx, of('will'), now);
  const back = await storeSigns(trx, reports.filter(isSign), now);
  await storeActivities(house, trx, of('activities'), periods);
  await storeReadings(house, trx, of('readings'), periods);
  await storeFaults(house, trx, of('errors'), periods);
  await storeClockFaults(house, trx, { wrong: reportersOf(wrong), right: reportersOf(right) });
  await storeHeld(house, trx, held);
  await storeSoftware(trx, of('reported'));
  await storeSettings(house, trx, held.flatMap(settingsOf), now);
  const unknown = await storeAnswers(house, trx, of('answers'), now);
  await refuse(trx, [...of('refused'), ...unknown.map(refusedAnswer)]);
  await watched.announce();
  await tellBrowsers(trx, 'machines', [
    ...births,
    ...back,
    ...of('will'),
    ...of('activities'),
    ...of('readings'),
    ...of('errors'),
    ...of('answers'),
    ...reportersOf([...wrong, ...right]),
  ]);
  await tellBrowsers(trx, 'programMachines', held);
  return {
    born: births.map(({ machineId, organisationId, pairing, message: { session } }) => ({
      machineId,
      organisationId,
      pairing,
      session,
    })),
    requests: of('requests').map(({ message, topic: _, ...machine }) => ({ ...machine, programs: message.programs })),
  };
}

/** A birth and a will are signs too, with rules of their own. */
const isSign = ({ topic }: Report) => topic !== 'birth' && topic !== 'will';

/** A birth contains all settings, a report those that changed. */
function settingsOf({ topic, message, ...machine }: ReportOf<'birth'> | ReportOf<'reported'>) {
  return message.settings
    ? [{ ...machine, report: { at: message.at, whole: topic === 'birth', settings: message.settings } }]
    : [];
}

function refusedAnswer({
  machineId,
  organisationId,
  pairing,
}: ReportOf<'answers'>): LinkedMachine & { message: Refused } {
  return { machineId, organisationId, pairing, message: { topic: 'answers', reason: 'no such command' } };
}

/** Counted and shown to the maker's staff. */
export async function refuse(trx: Trx, refused: (LinkedMachine & { message: Refused })[]): Promise<void> {
  for (const { machineId, topic, reason, count } of counted(refused)) {
    await sql`insert into "refusedMessages" ("machineId", topic, reason, count)
      select ${machineId}::uuid, case when "hasRoom" then ${topic} else 'other' end, case when "hasRoom" then ${reason}
        else 'other' end, ${count}::int
      from (select exists (select from "refusedMessages" where "machineId" = ${machineId} and topic = ${topic}
        and reason = ${reason})
        or (select count(*) < ${mostRefusedKinds} from "refusedMessages"
          where "machineId" = ${machineId}) as "hasRoom") room
      on conflict ("machineId", topic, reason) do update
        set count = "refusedMessages".count + excluded.count, "lastAt" = now()`.execute(trx);
  }
}

/**
 * SEC-09: the number of names that are counted separately for one machine; a machine that invents names cannot fill a
 * table.
 */
const mostRefusedKinds = 50;

function counted(refused: (LinkedMachine & { message: Refused })[]) {
  const kinds = new Map<string, { machineId: string; topic: string; reason: string; count: number }>();
  for (const { machineId, message } of refused) {
    const [topic, reason] = [message.topic.slice(0, 100), message.reason];
    const key = JSON.stringify([machineId, topic, reason]);
    const kind = kinds.get(key) ?? { machineId, topic, reason, count: 0 };
    kind.count += 1;
    kinds.set(key, kind);
  }
  return kinds.values();
}
