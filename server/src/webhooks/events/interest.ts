import type { WebhookType } from '@fournil/contract/webhooks/webhookEvents';
import { type Database, gateScope } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';

/** The types of events for which an organisation has an endpoint; organisations without one are missing. */
export type Interest = ReadonlyMap<string, ReadonlySet<WebhookType>>;

const freshMilliseconds = 1000;

interface Known {
  interest: Promise<Interest>;
  at: number;
}
const interests = new WeakMap<Database, Known>();

/**
 * Who wants to be told of what, at most a second old: machines report all the time, and most organisations have no
 * endpoint.
 */
export function findInterest(services: Services): Promise<Interest> {
  const last = interests.get(services.db);
  const at = performance.now();
  if (last && at - last.at < freshMilliseconds) return last.interest;
  const interest = readInterest(services);
  interests.set(services.db, { interest, at });
  interest.catch(() => interests.delete(services.db));
  return interest;
}

/** After an endpoint of this server's callers was changed; the other servers know within a second. */
export function forgetInterest(services: Services): void {
  interests.delete(services.db);
}

async function readInterest(services: Services): Promise<Interest> {
  // By another login than those whose transactions wait for it, so that they do not use up each other's connections.
  const rows = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('webhooks').select(['organisationId', 'events']).where('active', '=', true).execute(),
  );
  const interest = new Map<string, Set<WebhookType>>();
  for (const { organisationId, events } of rows)
    interest.set(organisationId, new Set([...(interest.get(organisationId) ?? []), ...events]));
  return interest;
}
