import type { BrokerQuestion } from '@fournil/contract/machine-link/brokers';
import { downTopics, readTopic, upTopics } from '@fournil/contract/machine-link/topics';
import { sawForeignTopic } from '../../kit/foreignTopics.ts';
import type { Services } from '../../kit/services.ts';
import { openSenders } from './senders.ts';
import { slotCount, slotName } from './slots.ts';

/**
 * Whether a client of the shared broker may connect, publish or subscribe: a machine in service to its own topics, a
 * server's slot to all of the protocol.
 */
export function openBrokerAccess(services: Services): (question: BrokerQuestion) => Promise<boolean> {
  const senders = openSenders(services);
  const slots = new Set(Array.from({ length: slotCount }, (_, index) => slotName(services.config, index + 1)));
  const isInService = async (machineId: string) => (await senders.find([machineId]))(machineId) !== null;
  const mayConnect = ({ clientId, commonName, password }: BrokerQuestion) => {
    if (commonName !== clientId) return false;
    // A server in the place of a machine, to end its connection.
    const isExpelling = Boolean(password && services.keys.isExpelling(password, clientId));
    return isExpelling || slots.has(clientId) || isInService(clientId);
  };
  return async (question) => {
    const { clientId, commonName, action, topic } = question;
    if (action === undefined && topic === undefined) return mayConnect(question);
    // Where only the client identifier is told, the broker has compared both when the client connected.
    if (commonName !== undefined && commonName !== clientId) return false;
    if (slots.has(clientId)) return /^(\$share\/[^/]+\/)?m\//.test(topic ?? '');
    if (isOwnTopic(question)) return isInService(clientId);
    if (action) sawForeignTopic(services, action, clientId, topic);
    return false;
  };
}

function isOwnTopic({ clientId, action, topic }: BrokerQuestion): boolean {
  const read = readTopic(topic ?? '');
  const names: readonly string[] = action === 'publish' ? upTopics : action === 'subscribe' ? downTopics : [];
  return read?.machineId === clientId && names.includes(read.name);
}
