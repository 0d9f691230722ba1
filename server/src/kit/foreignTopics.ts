import type { Database } from '../db/database.ts';
import type { Services } from './services.ts';

/** Of one client; what comes sooner is counted only. */
const betweenLinesMilliseconds = 10_000;
const mostClients = 5000;

type Action = 'publish' | 'subscribe';

interface Seen {
  counts: Map<Action, number>;
  writtenAt: Map<string, number>;
}
const ofHouses = new WeakMap<Database, Seen>();

/** A client of the embedded broker, or of a shared one that asks the servers, wants topics that are not its own. */
export function sawForeignTopic(services: Services, action: Action, client: string, topic = ''): void {
  const { counts, writtenAt } = seenBy(services);
  counts.set(action, (counts.get(action) ?? 0) + 1);
  const now = performance.now();
  if (now - (writtenAt.get(client) ?? Number.NEGATIVE_INFINITY) < betweenLinesMilliseconds) return;
  if (writtenAt.size > mostClients) writtenAt.clear();
  writtenAt.set(client, now);
  const event = action === 'publish' ? 'foreign topic' : 'foreign subscription';
  services.log.warn({ event, client, topic: topic.slice(0, 200) }, 'security');
}

/** How many this server has seen since its start. */
export function foreignTopics(services: Services): ReadonlyMap<Action, number> {
  return seenBy(services).counts;
}

function seenBy(services: Services): Seen {
  const seen = ofHouses.get(services.db) ?? { counts: new Map(), writtenAt: new Map() };
  ofHouses.set(services.db, seen);
  return seen;
}
