import { traced, type Work } from '../../base/tracing.ts';
import { linkScope } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import type { Services } from '../../kit/services.ts';
import { type RefusedOf, storeRefused } from '../refused/storeRefused.ts';
import { excerptOf, type Incoming, type ReadMessage, readMessage } from './readMessage.ts';
import type { Refused, Report } from './report.ts';
import { type FollowUp, store } from './store.ts';

/** What follows a commit. */
export interface AfterCommit extends FollowUp {
  stored: { machineId: string; ids: string[] }[];
}

/**
 * Stored, then acknowledged (LNK-05): reports wait here while a transaction runs, go into the next one together, and
 * are acknowledged after its commit. A report that cannot be stored at present is not acknowledged, so the machine
 * sends it again.
 */
export interface Inbox {
  receive(message: Incoming, acknowledge: (error?: Error | null) => void): void;
  /** Waits until all received messages are stored. */
  drain(): Promise<void>;
  /** Reports stored and acknowledged since the start. */
  stored(): number;
}

const largestBatch = 2000;
const longestQueue = 50_000;

interface Waiting extends ReadMessage {
  acknowledge: (error?: Error | null) => void;
}

export function openInbox(services: Services, followUp: (what: AfterCommit) => Promise<void>): Inbox {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let storedCount = 0;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await traced(spanOf(batch.length), () => settle(services, batch.map(counted), followUp));
    }
    running = null;
  }

  const counted = ({ acknowledge, ...one }: Waiting): Waiting => ({
    ...one,
    acknowledge: (error) => {
      if (!error) storedCount += 1;
      acknowledge(error);
    },
  });

  return {
    stored: () => storedCount,
    receive: (message, acknowledge) => {
      if (waiting.length >= longestQueue) return acknowledge(new Error('busy'));
      waiting.push({ ...readMessage(message), acknowledge });
      // On the next turn of the event loop, so that messages that arrived together are stored together.
      running ??= new Promise<void>((resolve) => setImmediate(resolve)).then(work);
    },
    drain: async () => {
      while (running) await running;
    },
  };
}

function spanOf(reports: number): Work {
  return { name: 'machine reports', kind: 'consumer', attributes: { 'messaging.batch.message_count': reports } };
}

/** SCL-01: what `stored` says to each machine. */
function storedIds(batch: readonly Waiting[]): AfterCommit['stored'] {
  const byMachine = Map.groupBy(
    batch.filter(({ ids, report }) => ids.length > 0 && report.topic !== 'requests'),
    ({ report }) => report.machineId,
  );
  return [...byMachine].map(([machineId, ofOne]) => ({ machineId, ids: ofOne.flatMap(({ ids }) => ids) }));
}

async function settle(
  services: Services,
  batch: Waiting[],
  followUp: (what: AfterCommit) => Promise<void>,
  isAgain = false,
): Promise<void> {
  try {
    const what = await services.db.as(linkScope, (trx) =>
      store(
        services,
        trx,
        batch.map((one) => one.report),
      ),
    );
    for (const one of batch) one.acknowledge(null);
    await followUp({ ...what, stored: storedIds(batch) }).catch((error) =>
      services.log.error({ err: error }, 'machine link follow-up'),
    );
  } catch (error) {
    // One report may be invalid for the database, or the database unavailable: each is tried alone.
    if (batch.length > 1) {
      for (const one of batch) await settle(services, [one], followUp);
      return;
    }
    // Another server has stored it meanwhile; the second attempt finds it.
    if (!isAgain && isUniqueViolation(error)) return settle(services, batch, followUp, true);
    await settleAlone(services, batch, error, followUp);
  }
}

/**
 * Data that the database refuses is recorded as refused and acknowledged, because the machine would send it for ever;
 * of several entries each half is tried, so that the good ones are stored (MKR-01). After any other failure it is not
 * acknowledged.
 */
async function settleAlone(
  services: Services,
  [one]: Waiting[],
  error: unknown,
  followUp: (what: AfterCommit) => Promise<void>,
): Promise<void> {
  if (!one) return;
  const code = (error as { code?: string }).code ?? '';
  if (!/^2[23]/.test(code)) {
    services.log.error({ err: error }, 'report not stored');
    return one.acknowledge(error as Error);
  }
  const halves = halvesOf(one);
  if (halves.length > 0) {
    const failures: unknown[] = [];
    for (const half of halves)
      await settle(services, [{ ...half, acknowledge: (failed) => failed && failures.push(failed) }], followUp);
    return one.acknowledge(failures[0] as Error | undefined);
  }
  try {
    const refused = refusedByDatabase(one, code);
    await services.db.as(linkScope, (trx) => storeRefused(trx, refused));
    one.acknowledge(null);
    await followUp({ born: [], requests: [], refused, stored: storedIds([one]) });
  } catch (second) {
    one.acknowledge(second as Error);
  }
}

/** The two halves of a message with several entries; what is refused already is told with the first one. */
function halvesOf({ report, ids }: Waiting): ReadMessage[] {
  if (!('entries' in report.message) || report.message.entries.length < 2) return [];
  const { entries } = report.message;
  const middle = Math.ceil(entries.length / 2);
  const [first, second] = [entries.slice(0, middle), entries.slice(middle)];
  const ofSecond = new Set(second.map(({ id }) => id));
  const half = (some: typeof entries, refused: Refused[]) =>
    ({ ...report, refused, message: { ...report.message, entries: some } }) as Report;
  return [
    { report: half(first, report.refused ?? []), ids: ids.filter((id) => !ofSecond.has(id)) },
    { report: half(second, []), ids: ids.filter((id) => ofSecond.has(id)) },
  ];
}

function refusedByDatabase(
  { report: { machineId, topic, message, refused: refusals = [] }, ids }: Waiting,
  code: string,
) {
  const entry = 'entries' in message ? message.entries[0] : undefined;
  const [id] = entry ? [entry.id] : ids;
  const last: Refused = {
    topic,
    ...(entry ? { list: 'entries' } : {}),
    ...(id === undefined ? {} : { id }),
    code: 'database',
    args: { sqlState: code },
    excerpt: excerptOf(entry ?? message),
  };
  return [...refusals, last].map((one): RefusedOf => ({ machineId, ...one }));
}
