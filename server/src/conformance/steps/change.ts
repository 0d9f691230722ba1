import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { Changed } from '@fournil/contract/machine-link/fromMachines';
import type { Desired } from '@fournil/contract/machine-link/fromServer';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ProgramView } from '@fournil/contract/programs/program';
import { canonicalText } from '@fournil/contract/programs/programBody';
import { bodyHash } from '../../programs/index.ts';
import { nobody } from '../findings.ts';
import { type Stage, until } from '../stage.ts';
import type { Heard } from '../wire.ts';
import { isState, reportIn, settleSeconds, simplePhases } from './programs.ts';
import { whyRefused } from './rules.ts';

const step = 'A change at the machine';
/** Between the two messages about a change, and until the console shows it. */
const togetherSeconds = 30;
/** Until a body that should have come before the list has come after it. */
const momentSeconds = 5;
const newerSeconds = 120;

const entryIn = (one: Heard, has: (program: HeldProgram) => boolean) =>
  isState(one) ? reportIn(one).programs.find(has) : undefined;
const changedIn = (one: Heard) => entryIn(one, ({ state }) => state === 'changed');
const bodyIn = ({ message }: Heard) => message as unknown as Changed | null;

/** MNU-02: what a person edits at the machine is told with its body, and kept until a person decides otherwise. */
export async function tryChange(stage: Stage): Promise<void> {
  const { say, wire, options, findings } = stage;
  const from = wire.heardSoFar().length;
  const since = () => wire.heardSoFar().slice(from);
  const isTold = (one: Heard) => one.name === 'changed' || changedIn(one) !== undefined;
  const told = wire.next(isTold, options.patienceSeconds);
  say('Please edit a program at the machine: lower a temperature, and save. If nobody can edit programs at it, wait.');
  if (!(await told)) return findings.notTried(step, nobody('no change of a program came', options));
  // A birth, after a lost connection, may name it before its body came.
  const isNamed = (one: Heard) => one.name === 'reported' && changedIn(one) !== undefined;
  const list = since().find(isNamed) ?? (await wire.next(isNamed, togetherSeconds));
  const changedProgram = list && changedIn(list);
  if (!changedProgram)
    return findings.mend(
      step,
      `it sent \`changed\`, and within ${togetherSeconds} seconds no \`reported\` with the state changed for this program.`,
    );
  const isBody = (one: Heard) => one.name === 'changed';
  const isFirst = since().slice(0, since().indexOf(list)).some(isBody);
  if (!since().some(isBody)) await wire.next(isBody, momentSeconds);
  checkBody(stage, changedProgram, since().filter(isBody), isFirst);
  const installed = await until(() => installationOf(stage, changedProgram.id), togetherSeconds);
  if (!installed)
    return findings.mend(
      step,
      `the console does not know the changed program ${changedProgram.id} as one that is on it.`,
    );
  if (await tryNewer(stage, changedProgram, reportIn(list).desiredVersion))
    await tryOverwriting(stage, changedProgram, installed.id);
}

/** Once the console shows it as changed. */
async function installationOf({ admin, machineId }: Stage, program: string): Promise<ProgramMachineView | undefined> {
  const { body } = await admin.get(`/programMachines?machine=${machineId}&program=${program}`);
  return (body['hydra:member'] as ProgramMachineView[]).find(({ state }) => state === 'changedOnMachine');
}

function checkBody({ findings }: Stage, named: HeldProgram, bodies: readonly Heard[], isFirst: boolean): void {
  const wrong = whatIsWrong(named, bodies);
  const late = isFirst ? null : 'it sent `changed` after the `reported` that names the change: send the body first.';
  findings.check(step, wrong === null && late === null, {
    passed: 'it sends the changed program with its hash, and then names it in its list.',
    mend: wrong ?? late ?? '',
  });
}

/** Of the bodies that came with a change that the list names. Null: nothing. */
export function whatIsWrong(program: HeldProgram, bodies: readonly Heard[]): string | null {
  const last = bodies.at(-1);
  if (!last)
    return 'its `reported` names a changed program, and its body did not come: publish m/{machineId}/changed first.';
  const message = bodies.map(bodyIn).find((one) => one?.body.id === program.id && one.sha256 === program.sha256);
  if (!message) {
    const other = bodyIn(last);
    return other
      ? `its \`reported\` names ${program.id} with the hash ${program.sha256}, and its \`changed\` ${other.body.id} with ${other.sha256}: both have to be the same.`
      : `its \`changed\` is refused: ${whyRefused(last)}`;
  }
  const { body, sha256 } = message;
  const computed = bodyHash(body);
  if (computed !== sha256)
    return `of its \`changed\` the hash is ${sha256}; the console computed ${computed} over this text: ${canonicalText(body)}`;
  return body.revision === program.revision
    ? null
    : `its \`changed\` has revision ${body.revision}, and its \`reported\` ${program.revision}: both are the one that was edited.`;
}

/**
 * Another revision is wanted: the change stays. Returns whether it did. The console itself asks for the edited revision
 * until a person has decided, so its message is changed on the way.
 */
async function tryNewer(stage: Stage, { id, sha256 }: HeldProgram, version: number): Promise<boolean> {
  const { wire, findings } = stage;
  const newer = await newerOf(stage, id);
  const desired = wire.change('desired', (payload) => (payload ? withNewer(JSON.parse(payload), newer) : payload));
  const settled = wire.next((one) => isState(one) && reportIn(one).desiredVersion > version, settleSeconds);
  await saveNewer(stage, id);
  const list = await settled;
  desired.giveBack();
  const entry = list && entryIn(list, (one) => one.id === id);
  const isKept = entry?.state === 'changed' && entry.sha256 === sha256;
  const became = entry ? `reports it as ${entry.state} with the hash ${entry.sha256}` : 'does not list it any more';
  return findings.check(step, isKept, {
    passed: 'a newer revision without `overwrite` leaves the change.',
    mend: list
      ? `another revision was wanted without \`overwrite\`, and it ${became}: keep the change, and report it so.`
      : `another revision was wanted without \`overwrite\`, and it did not report the new desiredVersion within ${settleSeconds} seconds: the change is kept, and \`desired\` settled.`,
  });
}

type Wanted = Pick<Desired['programs'][number], 'id' | 'revision' | 'sha256'>;

/** What `saveNewer` makes of the program. */
async function newerOf({ admin }: Stage, program: string): Promise<Wanted> {
  const { body } = await admin.get(`/programs/${program}`);
  const { id, name, category, revision } = body as ProgramView;
  const sha256 = bodyHash({ id, name, category, phaseGroups: simplePhases(newerSeconds) });
  return { id, revision: revision + 1, sha256 };
}

function withNewer(desired: Desired, newer: Wanted): string {
  const programs = desired.programs.map((one) => (one.id === newer.id ? { ...one, ...newer } : one));
  return JSON.stringify({ ...desired, programs });
}

async function saveNewer({ admin }: Stage, program: string): Promise<void> {
  const newer = { phaseGroups: simplePhases(newerSeconds), approved: true };
  const { status, body } = await admin.put(`/programs/${program}`, newer);
  if (status !== 200) throw new Error(`The program cannot be saved: ${JSON.stringify(body)}`);
}

/** A person at the console puts the console's revision back. */
async function tryOverwriting({ admin, wire, findings }: Stage, { id }: HeldProgram, link: string): Promise<void> {
  const isOther = (one: Heard) => entryIn(one, (program) => program.id === id && program.state !== 'changed');
  const replaced = wire.next((one) => isOther(one) !== undefined, settleSeconds);
  const { body } = await admin.post(`/programMachines/${link}/restore`);
  const list = await replaced;
  const entry = list && isOther(list);
  findings.check(step, entry?.state === 'applied' && entry.revision === (body as ProgramMachineView).wantedRevision, {
    passed: 'with `overwrite` the change gives way.',
    mend: entry
      ? `with \`overwrite\` it reports the program as ${entry.state} in revision ${entry.revision}: it has to take the wanted one.`
      : `with \`overwrite\` it did not take the wanted revision within ${settleSeconds} seconds: ask for its body, take it, and report it as applied.`,
  });
}
