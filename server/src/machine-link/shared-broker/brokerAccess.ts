import type { BrokerQuestion } from '@fournil/contract/machine-link/brokers';
import { downTopics, readTopic, upTopics } from '@fournil/contract/machine-link/topics';
import type { House } from '../../kit/house.ts';
import { openSenders } from './senders.ts';
import { slotCount, slotName } from './slots.ts';

/**
 * Whether a client of the shared broker may connect, publish or subscribe: a machine in service to its own topics, a
 * server's slot to all of the protocol.
 */
export function openBrokerAccess(house: House): (question: BrokerQuestion) => Promise<boolean> {
  const senders = openSenders(house);
  const slots = new Set(Array.from({ length: slotCount }, (_, index) => slotName(house.config, index + 1)));
  return async (question) => {
    const { clientId, commonName, topic } = question;
    if (commonName !== undefined && commonName !== clientId) return false;
    if (slots.has(clientId)) return topic === undefined || /^(\$share\/[^/]+\/)?m\//.test(topic);
    const isInService = (await senders.find([clientId]))(clientId) !== null;
    return isInService && isOwnTopic(question);
  };
}

function isOwnTopic({ clientId, action, topic }: BrokerQuestion): boolean {
  if (action === undefined || topic === undefined) return true;
  const read = readTopic(topic);
  const names: readonly string[] = action === 'publish' ? upTopics : downTopics;
  return read?.machineId === clientId && names.includes(read.name);
}
