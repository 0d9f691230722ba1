import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { Desired, Programs } from '@fournil/contract/machine-link/fromServer';
import { type PhaseGroup, phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { canonicalText } from '@fournil/contract/programs/programBody';
import { type Stage, until } from '../stage.ts';
import type { Heard } from '../wire.ts';

export const settleSeconds = 90;
/** What a machine does at once, if it does it at all. */
const momentSeconds = 5;
const step = 'Programs';

type Reported = { desiredVersion: number; programs: HeldProgram[] };
export const reportIn = ({ message }: Heard) => (message ?? { desiredVersion: 0, programs: [] }) as unknown as Reported;
const heldIn = (one: Heard) => reportIn(one).programs;
export const isState = ({ name, message }: Heard) => message !== null && (name === 'reported' || name === 'birth');

/** LNK-06: takes what is wanted, once, only whole, and nothing old. */
export async function tryPrograms(stage: Stage): Promise<void> {
  const { admin, machineId, findings } = stage;
  await admin.put(`/machines/${machineId}`, { approved: true });
  const [desired, bodies] = [keepSent(stage, 'desired'), keepSent(stage, 'programs')];
  const programs = [await makeProgram(stage, 'Baguette « ½ » 🥖 "à la \\ main"'), await makeProgram(stage, 'Brioche')];
  const installed = [];
  for (const program of programs)
    installed.push((await admin.post('/programMachines', { machine: machineId, program })).body.id as string);
  const isSettled = await until(
    async () => (await statesOf(stage)).every((state) => state === 'synchronised'),
    settleSeconds,
  );
  const desiredMessage = desired.giveBack().at(-1) ?? null;
  const toldTo = {
    wanted: desiredMessage ? (JSON.parse(desiredMessage) as Desired) : null,
    sent: bodies.giveBack().map((payload) => JSON.parse(payload) as Programs),
  };
  if (!isSettled) {
    findings.mend(step, `it did not take two programs within ${settleSeconds} seconds: ${await whyNot(stage, toldTo)}`);
    findings.notTried(step, 'a doubled and an older `desired`, a damaged body and a removal need two programs first.');
    return;
  }
  findings.passed(step, 'it takes two programs, with the right hashes.');
  await tryDoubled(stage, desiredMessage ?? '');
  await tryDamaged(stage);
  await tryRemoval(stage, installed[1] ?? '');
}

/** Keeps what the console sends under this name, and says it at the end. */
function keepSent({ wire }: Stage, name: string): { giveBack(): string[] } {
  const payloads: string[] = [];
  const watched = wire.change(name, (payload) => {
    if (payload) payloads.push(payload);
    return payload;
  });
  return {
    giveBack: () => {
      watched.giveBack();
      return payloads;
    },
  };
}

async function whyNot(
  stage: Stage,
  { wanted: desiredMessage, sent: sentBodies }: { wanted: Desired | null; sent: readonly Programs[] },
) {
  const messages = stage.wire.heardSoFar();
  const known = Math.max(0, ...messages.filter(isState).map((one) => reportIn(one).desiredVersion));
  if (desiredMessage && known > desiredMessage.version)
    return `it says that it knows version ${known} of \`desired\`, and the console's is ${desiredMessage.version}: when it is paired anew, forget the former one.`;
  const reported = messages.filter(isState).at(-1);
  if (!messages.some(({ name }) => name === 'requests')) return 'it asked for no bodies (m/{machineId}/requests).';
  if (!reported || reported.name === 'birth') return 'it reported nothing afterwards (m/{machineId}/reported).';
  const heldPrograms = heldIn(reported);
  const lastSent = new Map(sentBodies.map((message) => [message.body.id, message]));
  const wrong = [...lastSent.values()].flatMap((message) => {
    const words = whatIsWrong(message, heldPrograms);
    return words ? [words] : [];
  });
  if (wrong.length > 0) return wrong.join('; ');
  return `it reports ${JSON.stringify(heldPrograms)}; the console says ${(await statesOf(stage)).join(', ')}.`;
}

/** Of a program whose body was sent: what the machine reports about it that cannot be. Null: nothing. */
export function whatIsWrong({ sha256, body }: Programs, held: readonly HeldProgram[]): string | null {
  const one = held.find(({ id }) => id === body.id);
  const name = JSON.stringify(body.name);
  if (!one) return `its list has no ${name}, whose body it was sent`;
  const ofTheConsole = `the console computed ${sha256} over this text: ${canonicalText(body)}`;
  if (typeof one.reason === 'object' && one.reason.code === 'damaged')
    return `it refuses ${name} as damaged, so it has computed another hash; ${ofTheConsole}`;
  if (one.sha256 !== sha256) return `of ${name} it reports the hash ${one.sha256} (${one.state}); ${ofTheConsole}`;
  if (one.state !== 'applied') return `it reports ${name} as ${one.state}: ${JSON.stringify(one.reason ?? null)}`;
  return one.revision === body.revision
    ? null
    : `of ${name} it reports revision ${one.revision}, and was sent ${body.revision}`;
}

/** The same again, and an older one: nothing changes. */
async function tryDoubled({ wire, findings }: Stage, payload: string): Promise<void> {
  const desiredMessage = JSON.parse(payload) as Desired;
  const asked = wire.next(({ name }) => name === 'requests', momentSeconds);
  // Another text of the same, because the broker itself holds back what is equal.
  await wire.send('desired', `${payload} `);
  findings.check(step, (await asked) === null, {
    passed: 'a doubled `desired` changes nothing.',
    mend: 'it asks for bodies again when the same `desired` comes twice: compare the hashes with what it holds.',
  });
  await wire.send('desired', JSON.stringify({ ...desiredMessage, version: desiredMessage.version - 1, programs: [] }));
  const birth = wire.next(({ name }) => name === 'birth', settleSeconds);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await wire.cut();
  const back = await birth;
  if (!back) findings.mend(step, `it did not come back within ${settleSeconds} seconds after its connection was cut.`);
  else
    findings.check(step, heldIn(back).length === desiredMessage.programs.length, {
      passed: 'an older `desired` is ignored.',
      mend: 'it dropped its programs for a `desired` with an older version: ignore one that is older than the last.',
    });
}

/** A body that is not the one of the hash. */
async function tryDamaged(stage: Stage): Promise<void> {
  const { wire, findings, admin, machineId } = stage;
  const program = await makeProgram(stage, 'Damaged on its way');
  let isSent = false;
  const changed = wire.change('programs', (payload) => {
    const message = JSON.parse(payload) as Programs;
    if (message.body.id !== program) return payload;
    isSent = true;
    return JSON.stringify({ ...message, body: { ...message.body, name: 'Another name' } });
  });
  const link = (await admin.post('/programMachines', { machine: machineId, program })).body.id as string;
  const entryIn = (one: Heard) => (isState(one) ? heldIn(one).find(({ id }) => id === program) : undefined);
  // It may say so before it has asked for the body.
  const said = wire.heardSoFar().find(entryIn) ?? (await wire.next((one) => entryIn(one) !== undefined, settleSeconds));
  changed.giveBack();
  const settled = said && entryIn(said);
  findings.check(step, settled?.state === 'refused', {
    passed: 'a body that does not have the wanted hash is refused.',
    mend: settled
      ? 'it took a program whose hash is not the wanted one: compute the SHA-256 of the canonical text and compare.'
      : `${isSent ? 'it got a body whose hash is not the wanted one, and reported nothing of it' : 'it did not ask for a further body'} within ${settleSeconds} seconds.`,
  });
  await admin.delete(`/programMachines/${link}`);
}

async function tryRemoval({ admin, findings, wire }: Stage, link: string): Promise<void> {
  const shorter = wire.next((one) => isState(one) && heldIn(one).length === 1, settleSeconds);
  await admin.delete(`/programMachines/${link}`);
  findings.check(step, (await shorter) !== null, {
    passed: 'a program that is not wanted any more is removed.',
    mend: `a program that is not wanted any more was still reported after ${settleSeconds} seconds: remove what is not in \`desired\`.`,
  });
}

async function statesOf({ admin, machineId }: Stage): Promise<string[]> {
  const { body } = await admin.get(`/programMachines?machine=${machineId}`);
  return (body['hydra:member'] as { state: string }[]).map(({ state }) => state);
}

/** Those of a program that every model can run. */
export function simplePhases(durationSeconds = 60): PhaseGroup[] {
  return phaseGroupsOf({
    preheatTemperatureCelsius: 30,
    heat: [{ temperatureCelsius: 32.5, durationSeconds, notification: false }],
    fan: [{ startSeconds: 0, speedPercent: 0 }],
    steam: [],
    damper: [],
  });
}

async function makeProgram({ admin, options }: Stage, name: string): Promise<string> {
  const { status, body } = await admin.post('/programs', {
    name,
    category: options.category,
    phaseGroups: simplePhases(),
    approved: true,
  });
  if (status !== 201) throw new Error(`The program cannot be created: ${JSON.stringify(body)}`);
  return body.id as string;
}
