import { linkLimits, topic } from '@fournil/contract/machine-link/topics';
import type { Broker } from '../broker/broker.ts';

/**
 * SCL-01: names the stored reports to their machine, after the commit. With QoS 0, because a machine that misses it
 * sends the reports again, and they are named again.
 */
export async function publishStored(broker: Broker, machineId: string, ids: readonly string[]): Promise<void> {
  if (!broker.takes(machineId, 'stored')) return;
  for (let from = 0; from < ids.length; from += linkLimits.idsPerStored) {
    const part = ids.slice(from, from + linkLimits.idsPerStored);
    const message = JSON.stringify({ v: linkLimits.protocolVersion, ids: part });
    await broker.publish(topic(machineId, 'stored'), message, { qos: 0 });
  }
}
