import { upTopics } from '@fournil/contract/machine-link/topics';
import type { Services } from '../../kit/services.ts';
import type { Authority } from '../broker/authority.ts';
import type { Broker } from '../broker/broker.ts';
import type { Inbox } from '../reports/inbox.ts';
import { holdSlots } from './heldSlots.ts';
import { openOwnConnections } from './ownConnections.ts';
import { openReception } from './reception.ts';
import { openSenders } from './senders.ts';

/**
 * SCL-01: the connections of this server to a broker that all servers share. Reports come by shared subscriptions to
 * the slots that this server holds; each is acknowledged to the broker after its commit, and named in `stored`.
 */
export async function openSharedBroker(services: Services, authority: Authority, inbox: Inbox): Promise<Broker> {
  const ownConnections = openOwnConnections(services, authority);
  const senders = openSenders(services);
  const group = `$share/${services.config.productSlug}-${services.keys.brokerGroup}`;
  const slots = await holdSlots(services, ownConnections, {
    topics: upTopics.map((name) => `${group}/m/+/${name}`),
    onMessage: openReception(services, inbox, senders, (machineId) => {
      ownConnections.expel(machineId).catch((error) => services.log.error({ err: error }, 'machine not disconnected'));
    }),
  });
  let isOpen = true;
  return {
    url: () => services.config.brokerUrl,
    // A broker that is away makes no server unfit for calls: they would all be taken out of service together.
    isOpen: () => isOpen,
    awaySince: slots.awaySince,
    isShared: true,
    connectedHere: () => [],
    // The broker sends the last will of the session.
    began: () => undefined,
    has: () => true,
    takes: () => true,
    publish: async (topic, payload, { retain = false, qos = 1 } = {}) => {
      const client = slots.connected();
      if (!client) throw new Error('no connection to the broker');
      await client.publish(topic, payload, { retain, qos });
    },
    disconnect: (machineId) => {
      senders.forget(machineId);
      return ownConnections.expel(machineId);
    },
    pause: async () => {
      isOpen = false;
      await slots.pause();
    },
    close: slots.close,
  };
}
