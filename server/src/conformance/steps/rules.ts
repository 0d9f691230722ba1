import { setTimeout } from 'node:timers/promises';
import { say } from '@fournil/contract/kit/words';
import { refusalWords } from '@fournil/contract/machine-link/refusals';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import type { Refused } from '../../machine-link/index.ts';
import { type Stage, until } from '../stage.ts';
import type { Heard, TrialWire } from '../wire.ts';

const step = 'Rules of the protocol';
/** Until a refused message is in the console's list. */
const storedSeconds = 10;
/** What a machine may take beyond the time after which it sends `alive`. */
const lateSeconds = 10;
/** By which a machine may send `alive` earlier, because its clock differs. */
const earlySeconds = 5;
const mostQuietSeconds = linkLimits.aliveSeconds + lateSeconds;
/** Until it has said what its last connection gave it to say. */
const settleMilliseconds = 4000;

/**
 * SCL-01: asks nothing of the machine, so that it has to speak of its own accord, unless it was switched off. Ends with
 * its `alive`, or once it was silent for too long; at the latest after two such times, because it may have reports.
 */
export async function trySilence({ wire, say: tell }: Stage): Promise<void> {
  if (hasLeft(wire)) return;
  tell(`Nothing is asked of the machine now, for up to ${2 * mostQuietSeconds} seconds.`);
  await setTimeout(settleMilliseconds);
  const end = performance.now() + 2 * mostQuietSeconds * 1000;
  let quietSeconds = (performance.now() - (wire.heardSoFar().at(-1)?.at ?? 0)) / 1000;
  while (performance.now() < end) {
    const heard = await wire.next(() => true, Math.max(0, mostQuietSeconds + 1 - quietSeconds));
    if (!heard || heard.name === 'alive') return;
    quietSeconds = 0;
  }
}

/** Over the whole run: nothing was refused, and the machine was never silent for long. */
export async function checkRules(stage: Stage): Promise<void> {
  const { findings, wire } = stage;
  const refusals = await refusedOf(stage);
  for (const { topic, field, reason, count, excerpt } of refusals)
    findings.mend(
      step,
      `${whereOf({ topic, field })}: ${reason} (${timesOf(count)}). The last one: ${excerpt ?? 'not kept'}`,
    );
  if (refusals.length === 0) findings.passed(step, 'every message and every entry follows the schemas.');
  const longest = longestSilenceSeconds(wire);
  if (longest < linkLimits.aliveSeconds - earlySeconds)
    return findings.notTried('Silence', `it was never quiet for ${linkLimits.aliveSeconds} seconds.`);
  findings.check('Silence', longest <= mostQuietSeconds, {
    passed: 'it never was silent for long.',
    mend:
      `it was silent for ${longest} seconds: publish m/{machineId}/alive after ${linkLimits.aliveSeconds} seconds ` +
      `without another message; after ${linkLimits.silenceSeconds} it counts as not connected.`,
  });
}

/** What the console shows to the maker's staff, once it contains all that was heard here. */
async function refusedOf({ support, machineId, wire }: Stage): Promise<RefusedMessageView[]> {
  const refusedMessages = wire.heardSoFar().flatMap((one) => one.refused);
  let listed: RefusedMessageView[] = [];
  const isListed = ({ topic, code }: Refused) => listed.some((one) => one.topic === topic && one.code === code);
  await until(async () => {
    listed = (await support.get(`/machines/${machineId}/refused`)).body['hydra:member'] as RefusedMessageView[];
    return refusedMessages.every(isListed);
  }, storedSeconds);
  return listed;
}

export function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Why a message was refused, with its field. */
export function whyRefused({ refused }: Heard): string {
  return refused.map((one) => `${whereOf(one)}: ${say(refusalWords[one.code], 'EN', one.args)}`).join('; ');
}

function whereOf({ topic, field }: { topic: string; field?: string | null | undefined }): string {
  return `m/{machineId}/${topic}${field ? `, field ${field}` : ''}`;
}

/** Its connection may end a moment after its will. */
function hasLeft(wire: TrialWire): boolean {
  return !wire.isConnected() || wire.heardSoFar().at(-1)?.name === 'will';
}

/** The longest time of a connection without a message, up to now if it is still there. */
function longestSilenceSeconds(wire: TrialWire): number {
  const messages = wire.heardSoFar();
  const moments = messages.map(({ at }) => at);
  if (!hasLeft(wire)) moments.push(performance.now());
  // The last will is what the broker says when a connection has ended, unless the console itself has ended it.
  const hasEnded = (index: number) => messages[index]?.name === 'will' || messages[index + 1]?.name === 'birth';
  const gaps = messages.map(({ at }, index) => (hasEnded(index) ? 0 : (moments[index + 1] ?? at) - at));
  return Math.round(Math.max(0, ...gaps) / 1000);
}
