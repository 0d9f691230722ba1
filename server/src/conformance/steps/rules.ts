import { linkLimits } from '@fournil/contract/machine-link/topics';
import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import type { Stage } from '../stage.ts';

const step = 'Rules of the protocol';

/** Over the whole run: nothing was refused, and the machine was never silent for long. */
export async function checkRules({ findings, support, machineId, wire }: Stage): Promise<void> {
  const { body } = await support.get(`/machines/${machineId}/refused`);
  const refused = body['hydra:member'] as RefusedMessageView[];
  for (const { topic, field, reason, count, excerpt } of refused)
    findings.mend(
      step,
      `m/{machineId}/${topic}${field ? `, field ${field}` : ''}: ${reason} (${count} times). The last one: ${excerpt ?? ''}`,
    );
  if (refused.length === 0) findings.passed(step, 'every message and every entry follows the schemas.');
  const times = wire.heardSoFar().filter(({ name }) => name !== 'will');
  const gaps = times.slice(1).map(({ at }, index) => at - (times[index]?.at ?? at));
  const longest = Math.round(Math.max(0, ...gaps) / 1000);
  const isCalm = longest > linkLimits.aliveSeconds;
  if (!isCalm) findings.notTried('Silence', `it was never quiet for ${linkLimits.aliveSeconds} seconds.`);
  else
    findings.check('Silence', longest < linkLimits.silenceSeconds, {
      passed: 'it never was silent for long.',
      mend: `it was silent for ${longest} seconds: send \`alive\` after ${linkLimits.aliveSeconds} seconds without another message.`,
    });
}
