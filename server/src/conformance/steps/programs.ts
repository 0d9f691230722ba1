import type { HeldProgram } from '@fournil/contract/machine-link/fields';
import type { Desired, Programs } from '@fournil/contract/machine-link/fromServer';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import { type Stage, until } from '../stage.ts';
import type { Heard } from '../wire.ts';

const settleSeconds = 90;
/** What a machine does at once, if it does it at all. */
const momentSeconds = 5;
const step = 'Programs';

type Reported = { desiredVersion: number; programs: HeldProgram[] };
const heldIn = ({ message }: Heard) => (message as unknown as Reported | null)?.programs ?? [];
const isState = ({ name, message }: Heard) => message !== null && (name === 'reported' || name === 'birth');

/** LNK-06: takes what is wanted, once, only whole, and nothing old. */
export async function tryPrograms(stage: Stage): Promise<void> {
  const { admin, machineId, findings, wire } = stage;
  await admin.put(`/machines/${machineId}`, { approved: true });
  const sent: string[] = [];
  const watched = wire.change('desired', (payload) => {
    if (payload) sent.push(payload);
    return payload;
  });
  const programs = [await makeProgram(stage, 'Baguette « ½ » 🥖'), await makeProgram(stage, 'Brioche')];
  const installed = [];
  for (const program of programs)
    installed.push((await admin.post('/programMachines', { machine: machineId, program })).body.id as string);
  const isSettled = await until(
    async () => (await statesOf(stage)).every((state) => state === 'synchronised'),
    settleSeconds,
  );
  watched.giveBack();
  if (!isSettled) {
    findings.mend(step, `it did not take two programs within ${settleSeconds} seconds: ${await whyNot(stage)}`);
    return;
  }
  findings.passed(step, 'it takes two programs, with the right hashes.');
  await tryDoubled(stage, sent.at(-1) ?? '');
  await tryDamaged(stage);
  await tryRemoval(stage, installed[1] ?? '');
}

async function whyNot({ wire, ...stage }: Stage): Promise<string> {
  const asked = wire.heardSoFar().some(({ name }) => name === 'requests');
  const reported = wire.heardSoFar().filter(isState).at(-1);
  if (!asked) return 'it asked for no bodies (m/{machineId}/requests).';
  if (!reported || reported.name === 'birth') return 'it reported nothing afterwards (m/{machineId}/reported).';
  const states = (await statesOf({ wire, ...stage })).join(', ');
  return `it reports ${JSON.stringify(heldIn(reported)).slice(0, 300)}; the console says ${states}. Check the canonical text by the vectors.`;
}

/** The same again, and an older one: nothing changes. */
async function tryDoubled({ wire, findings }: Stage, payload: string): Promise<void> {
  const wanted = JSON.parse(payload) as Desired;
  const asked = wire.next(({ name }) => name === 'requests', momentSeconds);
  // Another text of the same, because the broker itself holds back what is equal.
  await wire.send('desired', `${payload} `);
  findings.check(step, (await asked) === null, {
    passed: 'a doubled `desired` changes nothing.',
    mend: 'it asks for bodies again when the same `desired` comes twice: compare the hashes with what it holds.',
  });
  await wire.send('desired', JSON.stringify({ ...wanted, version: wanted.version - 1, programs: [] }));
  const birth = wire.next(({ name }) => name === 'birth', settleSeconds);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await wire.cut();
  const back = await birth;
  if (!back) findings.mend(step, `it did not come back within ${settleSeconds} seconds after its connection was cut.`);
  else
    findings.check(step, heldIn(back).length === wanted.programs.length, {
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
  const isTaken = (one: Heard) =>
    isState(one) && heldIn(one).some(({ id, state }) => id === program && state !== 'refused');
  await until(() => isSent, settleSeconds);
  // It may say so before it has asked for the body.
  const taken = wire.heardSoFar().find(isTaken) ?? (await wire.next(isTaken, momentSeconds));
  changed.giveBack();
  findings.check(step, taken === null, {
    passed: 'a body that does not have the wanted hash is not taken.',
    mend: 'it took a program whose hash is not the wanted one: compute the SHA-256 of the canonical text and compare.',
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

/** One that every model can run. */
async function makeProgram({ admin, options }: Stage, name: string): Promise<string> {
  const phaseGroups = phaseGroupsOf({
    preheatTemperatureCelsius: 30,
    heat: [{ temperatureCelsius: 30, durationSeconds: 60, notification: false }],
    fan: [{ startSeconds: 0, speedPercent: 0 }],
    steam: [],
    damper: [],
  });
  const { status, body } = await admin.post('/programs', {
    name,
    category: options.category,
    phaseGroups,
    approved: true,
  });
  if (status !== 201) throw new Error(`The program cannot be created: ${JSON.stringify(body)}`);
  return body.id as string;
}
