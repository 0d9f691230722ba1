import { linkLimits } from '@fournil/contract/machine-link/topics';
import { linkScope } from '../../db/database.ts';
import type { House } from '../../kit/house.ts';
import { repeat } from '../../kit/process/repeat.ts';
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
export function watchPresence(house: House, broker: Broker): { close(): Promise<void> } {
  let since = house.now().getTime();
  let wasDeaf = false;
  let turn = 0;
  const look = async () => {
    const now = house.now();
    const deafSince = Math.max(since, (broker.awaySince() ?? now).getTime());
    const isDeaf = now.getTime() - deafSince >= deafMilliseconds;
    turn = isDeaf && !wasDeaf ? 0 : (turn + 1) % turnsPerLook;
    wasDeaf = isDeaf;
    if (turn > 0) return;
    const here = broker.connectedHere();
    if (here.length > 0) await house.db.as(linkScope, (trx) => storeConnected(house, trx, here, now));
    if (!isDeaf && now.getTime() - since < linkLimits.silenceSeconds * 1000) return;
    let silent = 1;
    while (silent > 0)
      silent = await house.db.as(linkScope, (trx) => storeSilence(house, trx, linkLimits.silenceSeconds, now));
  };
  return repeat(look, turnMilliseconds, (error) => {
    since = house.now().getTime();
    house.log.error({ err: error }, 'presence');
  });
}
