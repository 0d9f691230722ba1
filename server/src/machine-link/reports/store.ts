import type { Requests } from '@fournil/contract/machine-link/fromMachines';
import type { Trx } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { noteFallBacks } from '../../software-updates/index.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { storeBirths, storeSigns, storeSoftware, storeWills } from '../presence/storePresence.ts';
import { type RefusedOf, storeRefused } from '../refused/storeRefused.ts';
import { tellBrowsers } from '../tellBrowsers.ts';
import { watchMachines } from '../webhook-events/webhookEvents.ts';
import { correctTimes } from './correctTimes.ts';
import { withOwnPrograms } from './handovers.ts';
import { misdatedPeriods } from './misdated.ts';
import { excerptOf } from './readMessage.ts';
import type { Report, ReportOf } from './report.ts';
import { storeActivities } from './storeActivities.ts';
import { storeAnswers } from './storeAnswers.ts';
import { storeChanged } from './storeChanged.ts';
import { storeClockFaults } from './storeClockFaults.ts';
import { storeContents } from './storeContents.ts';
import { storeFaults } from './storeFaults.ts';
import { storeHeld } from './storeHeld.ts';
import { storeReadings } from './storeReadings.ts';
import { storeSettings } from './storeSettings.ts';

/** Messages to machines, sent after the batch is committed. */
export interface FollowUp {
  /** Machines that have just connected and need their desired state. */
  born: (LinkedMachine & { session: number })[];
  requests: (LinkedMachine & { programs: Requests['programs'] })[];
  refused: RefusedOf[];
}

/** Stores one batch in one transaction, kind by kind, each with one statement for all machines. */
export async function store(services: Services, trx: Trx, received: Report[]): Promise<FollowUp> {
  const now = services.now();
  const { reports: timed, handovers, wrong, right } = await correctTimes(services, trx, received, now);
  const reports = await withOwnPrograms(trx, timed, handovers);
  const of = <Topic extends Report['topic']>(topic: Topic) =>
    reports.filter((report): report is ReportOf<Topic> => report.topic === topic);
  const reportersOf = (ids: string[]) => ids.flatMap((id) => reports.find(({ machineId }) => machineId === id) ?? []);
  const births = of('birth');
  const reportedStates = [...births.filter(({ isPresenceOnly }) => !isPresenceOnly), ...of('reported')];
  const periods = await misdatedPeriods(trx, reports);
  const watched = await watchMachines(services, trx, reports, reportedStates);
  await storeBirths(services, trx, births, now);
  await storeWills(trx, of('will'), now);
  const back = await storeSigns(trx, reports.filter(isSign), now);
  await storeContents(trx, reportedStates);
  await storeActivities(services, trx, of('activities'), periods);
  await storeReadings(services, trx, of('readings'), periods);
  await storeFaults(services, trx, of('errors'), periods);
  await storeClockFaults(services, trx, { wrong: reportersOf(wrong), right: reportersOf(right) });
  const otherHash = await storeChanged(trx, of('changed'));
  await storeHeld(services, trx, reportedStates);
  await storeSoftware(trx, of('reported'));
  await noteFallBacks(services, trx, reportedStates.flatMap(runningOf));
  await storeSettings(services, trx, reportedStates.flatMap(settingsOf), now);
  const unknown = await storeAnswers(services, trx, of('answers'), now);
  const kept = [...unknown.map(refusedAnswer), ...otherHash];
  const refusals = [...reports.flatMap(refusedOf), ...kept];
  await storeRefused(trx, [...reports.filter(({ isUncounted }) => !isUncounted).flatMap(refusedOf), ...kept]);
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
  await tellBrowsers(trx, 'programMachines', [...reportedStates, ...of('changed')]);
  return {
    born: births.map(({ machineId, organisationId, pairing, message: { session } }) => ({
      machineId,
      organisationId,
      pairing,
      session,
    })),
    refused: refusals,
    requests: of('requests').map(({ message, topic: _, ...machine }) => ({ ...machine, programs: message.programs })),
  };
}

/** A birth and a will are signs too, with rules of their own. */
const isSign = ({ topic }: Report) => topic !== 'birth' && topic !== 'will';

/** The software that a machine says to run. */
function runningOf({
  machineId,
  organisationId,
  message: { softwareVersion },
}: ReportOf<'birth'> | ReportOf<'reported'>) {
  return softwareVersion === undefined ? [] : [{ machineId, organisationId, softwareVersion }];
}

/** A birth contains all settings, a report those that changed. */
function settingsOf({ topic, message, ...machine }: ReportOf<'birth'> | ReportOf<'reported'>) {
  return message.settings
    ? [{ ...machine, report: { at: message.at, whole: topic === 'birth', settings: message.settings } }]
    : [];
}

function refusedAnswer({ machineId, message }: ReportOf<'answers'>): RefusedOf {
  return {
    machineId,
    topic: 'answers',
    id: message.id,
    code: 'unknownCommand',
    args: {},
    field: 'commandId',
    excerpt: excerptOf(message),
  };
}

function refusedOf({ machineId, refused = [] }: Report): RefusedOf[] {
  return refused.map((one) => ({ machineId, ...one }));
}
