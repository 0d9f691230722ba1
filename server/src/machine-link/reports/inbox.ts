import { unstorableAt } from '@fournil/contract/kit/text';
import { reportId, upMessages } from '@fournil/contract/machine-link/messages';
import { linkLimits } from '@fournil/contract/machine-link/topics';
import { traced, type Work } from '../../base/tracing.ts';
import { linkScope } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import type { House } from '../../kit/house.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import type { Report } from './report.ts';
import { type FollowUp, refuse, store } from './store.ts';

/** What follows a commit. */
export interface AfterCommit extends FollowUp {
  stored: { machineId: string; ids: string[] }[];
}

/** A message as it was received. */
export interface Incoming extends LinkedMachine {
  topic: string;
  payload: Buffer;
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

/** The most ids of one message that are named in `stored`, if the message breaks the protocol. */
const mostIdsOfRefused = linkLimits.entriesPerMessage;

interface Waiting {
  report: Report;
  /** The ids by which `stored` names what the message contains. */
  ids: string[];
  acknowledge: (error?: Error | null) => void;
}

export function openInbox(house: House, followUp: (what: AfterCommit) => Promise<void>): Inbox {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;
  let stored = 0;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await traced(spanOf(batch.length), () => settle(house, batch.map(counted), followUp));
    }
    running = null;
  }

  const counted = ({ acknowledge, ...one }: Waiting): Waiting => ({
    ...one,
    acknowledge: (error) => {
      if (!error) stored += 1;
      acknowledge(error);
    },
  });

  return {
    stored: () => stored,
    receive: (message, acknowledge) => {
      if (waiting.length >= longestQueue) return acknowledge(new Error('busy'));
      waiting.push({ ...read(message), acknowledge });
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

/** Parses one message; a violation of the protocol becomes a refusal that is counted, never an exception. */
export function read({ topic, payload, ...machine }: Incoming): { report: Report; ids: string[] } {
  let content: unknown;
  const refused = (reason: string): { report: Report; ids: string[] } => ({
    report: { ...machine, topic: 'refused', message: { topic, reason } },
    ids: idsIn(content),
  });
  if (!Object.hasOwn(upMessages, topic)) return refused('unknown topic');
  try {
    content = JSON.parse(payload.toString('utf8'));
  } catch {
    return refused('not JSON');
  }
  const unstorable = unstorableAt(content);
  if (unstorable !== null)
    return refused(`${unstorable || 'message'}: holds a character that cannot be stored`.slice(0, 200));
  const result = upMessages[topic as keyof typeof upMessages].safeParse(content);
  if (!result.success) {
    const issue = result.error.issues[0];
    return refused(`${issue?.path.join('.') || 'message'}: ${issue?.message ?? 'invalid'}`.slice(0, 200));
  }
  return { report: { ...machine, topic, message: result.data } as Report, ids: idsIn(content) };
}

/** The id of a message, or those of its entries, as far as they can be named in `stored`. */
function idsIn(content: unknown): string[] {
  const { id, entries } = (content ?? {}) as { id?: unknown; entries?: unknown };
  const listed = Array.isArray(entries) ? entries.slice(0, mostIdsOfRefused).map((entry) => entry?.id) : [];
  return [id, ...listed].filter((one) => reportId.safeParse(one).success) as string[];
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
  house: House,
  batch: Waiting[],
  followUp: (what: AfterCommit) => Promise<void>,
  isAgain = false,
): Promise<void> {
  try {
    const what = await house.db.as(linkScope, (trx) =>
      store(
        house,
        trx,
        batch.map((one) => one.report),
      ),
    );
    for (const one of batch) one.acknowledge(null);
    await followUp({ ...what, stored: storedIds(batch) }).catch((error) =>
      house.log.error({ err: error }, 'machine link follow-up'),
    );
  } catch (error) {
    // One report may be invalid for the database, or the database unavailable: each is tried alone.
    if (batch.length > 1) {
      for (const one of batch) await settle(house, [one], followUp);
      return;
    }
    // Another server has stored it meanwhile; the second attempt finds it.
    if (!isAgain && isUniqueViolation(error)) return settle(house, batch, followUp, true);
    await settleAlone(house, batch, error, followUp);
  }
}

/**
 * Data that the database refuses is recorded as refused and acknowledged, because the machine would send it for ever;
 * after any other failure it is not acknowledged.
 */
async function settleAlone(
  house: House,
  [one]: Waiting[],
  error: unknown,
  followUp: (what: AfterCommit) => Promise<void>,
): Promise<void> {
  if (!one) return;
  const code = (error as { code?: string }).code ?? '';
  if (!/^2[23]/.test(code)) {
    house.log.error({ err: error }, 'report not stored');
    return one.acknowledge(error as Error);
  }
  try {
    await house.db.as(linkScope, (trx) =>
      refuse(trx, [
        { ...one.report, message: { topic: one.report.topic, reason: `refused by the database (${code})` } },
      ]),
    );
    one.acknowledge(null);
    await followUp({ born: [], requests: [], stored: storedIds([one]) });
  } catch (second) {
    one.acknowledge(second as Error);
  }
}
