import { randomUUID } from 'node:crypto';
import type { MachineSetting, SettingValue } from '@fournil/contract/machine-link/fields';
import type { Answers, Birth } from '@fournil/contract/machine-link/fromMachines';
import type { Options } from '../options.ts';
import type { Stage } from '../stage.ts';
import type { Heard } from '../wire.ts';

const answerSeconds = 20;
const step = 'Settings';

const secondsToAnswer = ({ patienceSeconds }: Options) => Math.min(answerSeconds, patienceSeconds);

const answerOf = ({ message }: Heard) => message as unknown as Answers;
const isAnswerTo = (commandId: string) => (one: Heard) =>
  one.name === 'answers' && one.message !== null && answerOf(one).commandId === commandId;

/** A command as the console sends it, past the console's own checks. */
export async function command(
  { wire, options }: Pick<Stage, 'wire' | 'options'>,
  assignment: { param: string; type: string; value: SettingValue },
  { commandId = randomUUID() as string, expiresInSeconds = 3600, now = Date.now() } = {},
): Promise<Heard | null> {
  wire.ownCommand(commandId);
  const answer = wire.next(isAnswerTo(commandId), secondsToAnswer(options));
  const expiresAt = new Date(now + expiresInSeconds * 1000).toISOString();
  await wire.send('commands', JSON.stringify({ v: 1, commandId, expiresAt, set: assignment }));
  return answer;
}

/** A setting whose change does no harm, with another value that it accepts; the first is set back afterwards. */
function changeable({ settings }: Pick<Birth, 'settings'>): { setting: MachineSetting; other: SettingValue } | null {
  for (const setting of settings) {
    if (setting.type === 'BOOL') return { setting, other: !setting.value };
    if (setting.type === 'DOUBLE' && setting.max > setting.min)
      return { setting, other: setting.value === setting.max ? setting.min : setting.max };
    const option = setting.type === 'TEXTLIST' ? setting.options.find((one) => one !== setting.value) : undefined;
    if (option !== undefined) return { setting, other: option };
  }
  return null;
}

/** MAC-07. Returns the setting by which a report can be provoked: its change was answered. */
export async function trySettings(stage: Stage, birth: Birth): Promise<MachineSetting | null> {
  const { findings, options } = stage;
  const candidate = changeable(birth);
  if (!candidate) {
    findings.notTried(step, 'its birth has no setting that could be changed.');
    return null;
  }
  const { setting, other } = candidate;
  const { param, type } = setting;
  const commandId = randomUUID();
  const done = await command(stage, { param, type, value: other }, { commandId });
  if (!done) {
    findings.mend(
      step,
      `a command was not answered within ${secondsToAnswer(options)} seconds (m/{machineId}/answers).`,
    );
    return null;
  }
  const isDone = findings.check(step, answerOf(done).done && answerOf(done).setting?.value === other, {
    passed: `it changes ${param}, and answers with the new value.`,
    mend: `it was asked to set ${param} to ${String(other)}, and answered ${JSON.stringify(done.message)}: the value is within its own limits.`,
  });
  const again = await command(stage, { param, type, value: other }, { commandId });
  findings.check(step, again !== null && answerOf(again).id === answerOf(done).id, {
    passed: 'a doubled command gets the same answer.',
    mend: again
      ? 'a doubled command got another answer: keep the answers by commandId, and send the same one (same id) again.'
      : 'a doubled command was not answered: answer each time, because the first answer may be lost.',
  });
  if (isDone) await command(stage, { param, type, value: setting.value });
  await tryRefusals(stage, birth, setting);
  return setting;
}

async function tryRefusals(stage: Stage, { settings }: Birth, { param, type, value }: MachineSetting): Promise<void> {
  const isRefused = (answer: Heard | null) => answer !== null && !answerOf(answer).done;
  const { findings } = stage;
  findings.check(step, isRefused(await command(stage, { param: 'conformance.none', type: 'BOOL', value: true })), {
    passed: 'a setting that it does not have is refused.',
    mend: 'a command for a setting that it does not have was not answered with done: false.',
  });
  findings.check(step, isRefused(await command(stage, { param, type, value }, { expiresInSeconds: -60 })), {
    passed: 'a command that is too late is refused.',
    mend: 'a command after its expiresAt was not answered with done: false (reason tooLate).',
  });
  const number = settings.find((one) => one.type === 'DOUBLE');
  if (!number) return findings.notTried(step, 'no setting with limits.');
  const beyond = { param: number.param, type: number.type, value: number.max + 1 };
  findings.check(step, isRefused(await command(stage, beyond)), {
    passed: 'a value outside its limits is refused.',
    mend: `${number.param} above its own maximum was not answered with done: false (reason outOfLimits).`,
  });
}
