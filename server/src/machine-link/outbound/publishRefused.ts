import { say } from '@fournil/contract/kit/words';
import type { Refused as RefusedMessage } from '@fournil/contract/machine-link/fromServer';
import { refusalLimits, refusalWords } from '@fournil/contract/machine-link/refusals';
import { linkLimits, topic as topicOf } from '@fournil/contract/machine-link/topics';
import type { Broker } from '../broker/broker.ts';
import type { RefusedOf } from '../refused/storeRefused.ts';

/**
 * MKR-01: tells a machine what is refused for ever, after the commit and before `stored` names its ids. With QoS 0: a
 * machine that misses it stops at `stored`, and the maker's staff see it in the console.
 */
export async function publishRefused(broker: Broker, machineId: string, refused: readonly RefusedOf[]): Promise<void> {
  if (!broker.takes(machineId, 'refused')) return;
  for (const [topic, ofTopic] of Map.groupBy(refused, (one) => one.topic))
    for (let from = 0; from < ofTopic.length; from += linkLimits.entriesPerRefused) {
      const message: RefusedMessage = {
        v: linkLimits.protocolVersion,
        topic: topic.slice(0, refusalLimits.fieldCharacters),
        entries: ofTopic.slice(from, from + linkLimits.entriesPerRefused).map(entryOf),
      };
      await broker.publish(topicOf(machineId, 'refused'), JSON.stringify(message), { qos: 0 });
    }
}

function entryOf({ list, index, id, messageSha256, code, args, field }: RefusedOf): RefusedMessage['entries'][number] {
  return {
    ...(list === undefined ? {} : { list }),
    ...(index === undefined ? {} : { index }),
    ...(id === undefined ? {} : { id }),
    ...(messageSha256 === undefined ? {} : { messageSha256 }),
    code,
    ...(field === undefined ? {} : { field }),
    rule: shortened(say(refusalWords[code], 'EN', args), refusalLimits.ruleCharacters),
  };
}

/** Without half a word at its end, such as half an option of a list. */
function shortened(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1).replace(/,? \S*$/, '')}…`;
}
