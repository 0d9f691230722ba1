import type { MachineSetting } from '@fournil/contract/machine-link/fields';
import { type Stage, until } from '../stage.ts';
import { command } from './settings.ts';

const step = 'Clock';
const reconnectSeconds = 60;
const subscribeSeconds = 5;
const twoHours = 7200;

/** LNK-05: goes on when the two clocks differ, in both directions, as after a battery that was empty. */
export async function tryClocks(stage: Stage, setting: MachineSetting | null): Promise<void> {
  const { setClock, wire, findings } = stage;
  for (const [aheadSeconds, words] of [
    [twoHours, 'two hours behind the console’s'],
    [-twoHours, 'two hours ahead of the console’s'],
  ] as const) {
    setClock(aheadSeconds);
    const born = wire.next(({ name }) => name === 'birth', reconnectSeconds);
    await wire.cut();
    if (!(await born)) {
      findings.mend(step, `with a clock ${words} it did not come back: a wrong clock is no reason not to connect.`);
      continue;
    }
    if (!setting) {
      findings.passed(step, `with a clock ${words} it comes back.`);
      continue;
    }
    // What it subscribes to after its birth is told elsewhere.
    await until(() => wire.takes('commands'), subscribeSeconds);
    const { param, type, value } = setting;
    const answer = await command(stage, { param, type, value }, { expiresInSeconds: 86_400 });
    findings.check(step, answer !== null, {
      passed: `with a clock ${words} it comes back, and goes on reporting.`,
      mend: `with a clock ${words} it came back, and did not answer a command any more.`,
    });
  }
  setClock(0);
}
