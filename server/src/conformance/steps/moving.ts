import { linkLimits } from '@fournil/contract/machine-link/topics';
import { type Stage, until } from '../stage.ts';
import { detailOf } from './pairing.ts';

const step = 'Moved broker';
const locatePath = '/api/machine-link/locate';
/** It is tried again after pauses of up to half a minute. */
const connectSeconds = 60;
const askSeconds = 2 * linkLimits.locateAfterSeconds + connectSeconds;

/** LNK-02: the broker gets another port, and the machine follows. False: it did not. */
export async function tryMove({ options, findings, say, proxy, wire, move }: Stage): Promise<boolean> {
  if (!options.move) {
    findings.notTried(step, 'another address of the broker: with --move.');
    return true;
  }
  say(`The broker moves to another port. The machine has ${askSeconds / 60} minutes to ask for it.`);
  await move();
  const movedAt = performance.now();
  const calls = () => proxy.calls(locatePath).filter(({ at }) => at > movedAt);
  const isTold = await until(() => calls().some(({ status }) => status === 200), askSeconds);
  const last = calls().at(-1);
  if (!isTold) {
    findings.mend(
      step,
      last
        ? `its call was answered ${last.status}: ${detailOf(last.answer)}`
        : `it could not connect for ${askSeconds / 60} minutes and did not call POST ${locatePath}: after ${linkLimits.locateAfterSeconds / 60} to ${(2 * linkLimits.locateAfterSeconds) / 60} minutes ask for the address of the broker.`,
    );
    return false;
  }
  const isBorn = () => wire.heardSoFar().some(({ name, at }) => name === 'birth' && at > movedAt);
  return findings.check(step, (await until(isBorn, connectSeconds)) !== null, {
    passed: 'it asks for the address of the broker, and connects there.',
    mend: `it was told the address of the broker and did not connect there within ${connectSeconds} seconds: use the brokerUrl of the answer from the next connection on.`,
  });
}
