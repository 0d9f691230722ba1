import { type Database, organisationScope } from '../../db/database.ts';
import type { Services } from '../../kit/services.ts';
import { keepOutcome } from './keepOutcome.ts';
import { type Networks, networksWith } from './networks.ts';
import { post } from './post.ts';
import { signedHeaders } from './sign.ts';
import { takeNext } from './takeNext.ts';

/** One job sends for so long, less than an orderly stop waits for it; then another one goes on. */
const jobMilliseconds = 4000;
/** Jobs of one organisation that work on one server at the same time. */
const atOncePerOrganisation = 2;

const networks = new WeakMap<Database, Networks>();

/** The endpoints of one organisation on this server that have something to send, and how many jobs work on them. */
interface Line {
  running: number;
  waiting: Set<string>;
}
const lines = new WeakMap<Database, Map<string, Line>>();

/**
 * INT-05: sends what waits for one endpoint, and for the others of its organisation that are in line meanwhile, in
 * turn. So an organisation holds at most two of a server's workers, whatever its endpoints do.
 */
export async function sendWaiting(
  services: Services,
  { organisationId, webhookId }: { organisationId: string; webhookId: string },
): Promise<void> {
  const linesOfServer = lines.get(services.db) ?? new Map<string, Line>();
  lines.set(services.db, linesOfServer);
  const line = linesOfServer.get(organisationId) ?? { running: 0, waiting: new Set() };
  linesOfServer.set(organisationId, line);
  line.waiting.add(webhookId);
  // Those that are running take it.
  if (line.running >= atOncePerOrganisation) return;
  line.running += 1;
  try {
    await workOff(services, organisationId, line);
  } finally {
    line.running -= 1;
    if (line.running === 0) {
      linesOfServer.delete(organisationId);
      if (line.waiting.size > 0) await handOver(services, organisationId, [...line.waiting]);
    }
  }
}

async function workOff(services: Services, organisationId: string, { waiting }: Line): Promise<void> {
  const until = Date.now() + jobMilliseconds;
  for (let [next] = waiting; next !== undefined && Date.now() < until; [next] = waiting) {
    waiting.delete(next);
    // To the end of the line.
    if (await sendNext(services, organisationId, next)) waiting.add(next);
  }
}

/** Another job goes on, on any server. */
function handOver(services: Services, organisationId: string, webhookIds: readonly string[]): Promise<void> {
  return services.db.as(organisationScope(organisationId), (trx) =>
    services.jobs.announceAll(
      trx,
      'webhook.waiting',
      webhookIds.map((webhookId) => ({ organisationId, webhookId })),
    ),
  );
}

/** Sends one message; returns whether there may be another one. */
async function sendNext(services: Services, organisationId: string, webhookId: string): Promise<boolean> {
  const scope = organisationScope(organisationId);
  const message = await services.db.as(scope, (trx) => takeNext(services, trx, organisationId, webhookId));
  if (!message) return false;
  const { endpoint, delivery } = message;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'accept-encoding': 'identity',
    'user-agent': `${services.config.productName.replace(/[^\x21-\x7e]/g, '')}-Webhooks`,
    ...signedHeaders(services, delivery, endpoint),
  };
  const known = networks.get(services.db) ?? networksWith(services.config.webhookNetworks);
  networks.set(services.db, known);
  const posted = await post({ url: endpoint.url, headers, body: delivery.payload }, { networks: known });
  await services.db.as(scope, (trx) => keepOutcome(services, trx, message, posted));
  return true;
}
