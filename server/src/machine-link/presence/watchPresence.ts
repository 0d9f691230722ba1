import { linkLimits } from '@fournil/contract/machine-link/topics';
import { linkScope } from '../../db/database.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';
import type { Broker } from '../broker/broker.ts';
import { storeConnected, storeSilence } from './storePresence.ts';

const turnMilliseconds = 2_500;
/** It looks every ten seconds, and at once when it no longer expects to hear of machines. */
const turnsPerLook = 4;
/**
 * A server that works and has been without the shared broker for this time expects no machine to be heard of. Longer
 * than the time between two looks, because after an outage of the network the broker is back some seconds later.
 */
const deafMilliseconds = 15_000;

/**
 * SCL-01: presence is what machines and brokers say. The machines of this server's own broker are heard of while they
 * are connected; a machine of which nobody hears counts as away after `silenceSeconds`. A server that has just started
 * waits as long before it says so of any machine, because they may be about to connect to it; so does one that could
 * not store anything meanwhile. It does not wait for machines that cannot be heard of: while the shared broker is away.
 */
export function watchPresence(services: Services, broker: Broker): { close(): Promise<void> } {
  let since = services.now().getTime();
  let wasDeaf = false;
  let turn = 0;
  const look = async () => {
    const now = services.now();
    const deafSince = Math.max(since, (broker.awaySince() ?? now).getTime());
    const isDeaf = now.getTime() - deafSince >= deafMilliseconds;
    turn = isDeaf && !wasDeaf ? 0 : (turn + 1) % turnsPerLook;
    wasDeaf = isDeaf;
    if (turn > 0) return;
    const here = broker.connectedHere();
    if (here.length > 0) await services.db.as(linkScope, (trx) => storeConnected(services, trx, here, now));
    if (!isDeaf && now.getTime() - since < linkLimits.silenceSeconds * 1000) return;
    let silent = 1;
    while (silent > 0)
      silent = await services.db.as(linkScope, (trx) => storeSilence(services, trx, linkLimits.silenceSeconds, now));
  };
  return repeat(look, turnMilliseconds, (error) => {
    since = services.now().getTime();
    services.log.error({ err: error }, 'presence');
  });
}
