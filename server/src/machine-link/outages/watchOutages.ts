import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import { outageLimits } from '@fournil/contract/machines/outages';
import { linkScope, organisationScope } from '../../db/database.ts';
import { repeat } from '../../kit/process/repeat.ts';
import type { Services } from '../../kit/services.ts';
import { organisationsToLookAt, storeOutages } from './storeOutages.ts';

const intervalMilliseconds = 20_000;

export interface OutageWatch {
  /** Looks once: for those that are over, and for new ones unless it is too early. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/**
 * SCL-01: looks for outages. A server that has just started waits with new ones as long as a loss has to last, because
 * machines may be about to connect to it; so does one that could not store anything meanwhile, or that could not reach
 * the broker: then it is the broker that is away, not the machines.
 */
export function watchOutages(services: Services, isBrokerOpen: () => boolean): OutageWatch {
  let since = services.now().getTime();
  const look = async () => {
    if (!isBrokerOpen()) since = services.now().getTime();
    const mayBegin = services.now().getTime() - since >= outageLimits.afterMinutes * minuteMilliseconds;
    await lookForOutages(services, { mayBegin });
  };
  const watch = repeat(look, intervalMilliseconds, (error) => {
    since = services.now().getTime();
    services.log.error({ err: error }, 'outages');
  });
  return { look, ...watch };
}

export async function lookForOutages(services: Services, choice: { mayBegin: boolean }): Promise<void> {
  const organisations = await services.db.read(linkScope, (trx) => organisationsToLookAt(trx, services.now()));
  for (const id of organisations)
    await services.db.as(organisationScope(id), (trx) => storeOutages(services, trx, id, choice));
}
