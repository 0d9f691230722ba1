import type { Activities, Errors } from '@fournil/contract/machine-link/fromMachines';
import { nobody } from '../findings.ts';
import type { Stage } from '../stage.ts';
import type { Heard } from '../wire.ts';
import { tryChange } from './change.ts';

const step = 'At the machine';
type Activity = Activities['entries'][number];
type Fault = Errors['entries'][number];

const entriesIn = <Entry>({ message }: Heard) => (message as { entries?: Entry[] } | null)?.entries ?? [];

/** What somebody does at the machine. Each is asked for in one line that begins with "Please". */
export async function tryAtOven(stage: Stage): Promise<void> {
  const { options, findings } = stage;
  if (!options.atOven) {
    findings.notTried(step, 'a bake, readings, a fault, a change of a program and switching off: with --at-oven.');
    return;
  }
  await tryBake(stage);
  await tryFault(stage);
  await tryChange(stage);
  await tryLeaving(stage);
}

async function tryBake({ say, wire, options, findings }: Stage): Promise<void> {
  const activities: Activity[] = [];
  const isEnded = (one: Heard) => {
    if (one.name === 'activities') activities.push(...entriesIn<Activity>(one));
    return activities.some(({ type }) => type === 'ProgramEnd');
  };
  const ended = wire.next(isEnded, options.patienceSeconds);
  say('Please run a program at the machine, and let it end.');
  await ended;
  const [start, end] = ['ProgramStart', 'ProgramEnd'].map((type) => activities.find((one) => one.type === type));
  if (!start && !end) return findings.notTried(step, nobody('no ProgramStart came', options));
  const isWhole = start?.program !== undefined && end?.program?.id === start.program.id;
  findings.check(step, isWhole, {
    passed: 'a bake is reported by its start and its end.',
    mend: `of a bake came ${activities.map(({ type }) => type).join(', ')}: report ProgramStart and ProgramEnd, both with the program.`,
  });
  const reading = wire.heardSoFar().some(({ name, message }) => name === 'readings' && message !== null);
  findings.check(step, reading || (await wire.next(({ name }) => name === 'readings', 130)) !== null, {
    passed: 'it sends readings.',
    mend: 'no reading came: send one a minute while it works.',
  });
}

async function tryFault({ say, wire, options, findings }: Stage): Promise<void> {
  const reportedFaults: Fault[] = [];
  const faults = (has: (fault: Fault) => boolean) => (one: Heard) => {
    if (one.name === 'errors') reportedFaults.push(...entriesIn<Fault>(one));
    return reportedFaults.some(has);
  };
  const faultBegin = wire.next(
    faults(({ dateEnd }) => dateEnd === undefined),
    options.patienceSeconds,
  );
  say('Please cause a fault at the machine, for instance by pulling a probe.');
  if (!(await faultBegin)) return findings.notTried(step, nobody('no fault came', options));
  const faultEnd = wire.next(
    faults(({ dateEnd }) => dateEnd !== undefined),
    options.patienceSeconds,
  );
  say('Please end the fault.');
  await faultEnd;
  const [begin, end] = [reportedFaults.find((one) => !one.dateEnd), reportedFaults.find((one) => one.dateEnd)];
  if (!end) return findings.notTried(step, nobody('a fault began, and no end of it came', options));
  const isSame = begin?.code === end.code && begin.dateStart === end.dateStart && begin.id !== end.id;
  findings.check(step, isSame, {
    passed: 'a fault is reported by its beginning and its end.',
    mend: 'the end of a fault has to have the code and the dateStart of its beginning, a dateEnd, and an id of its own.',
  });
}

async function tryLeaving({ say, wire, options, findings }: Stage): Promise<void> {
  const left = wire.next(({ name }) => name === 'will', options.patienceSeconds);
  say('Please switch the machine off as its users do.');
  const will = await left;
  if (!will && wire.isConnected()) return findings.notTried(step, nobody('its connection did not end', options));
  findings.check(step, will?.message?.['leaving'] === true, {
    passed: 'it says that it leaves in good order.',
    mend: 'when it was switched off it did not publish its will with leaving: true, so it counts as lost.',
  });
}
