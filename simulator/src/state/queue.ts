import type { UpTopic } from '@fournil/contract/machine-link/topics';
import { linkLimits } from '@fournil/contract/machine-link/topics';

/** A report that the server has not named in `stored` yet. */
export interface Report {
  topic: Extract<UpTopic, 'activities' | 'errors' | 'readings' | 'reported' | 'changed' | 'answers'>;
  entry: { id: string } & Record<string, unknown>;
}

const batched: readonly Report['topic'][] = ['activities', 'errors', 'readings'];
const longestQueue = 50_000;
/** Reserved for the envelope and for letters of several bytes. */
const batchCharacters = linkLimits.messageBytes / 2;

export interface Batch {
  topic: Report['topic'];
  ids: string[];
  message: object;
}

/** The oldest report, and those of its topic that fit in the same message, in order. */
export function nextBatch(queue: readonly Report[]): Batch | null {
  const oldest = queue[0];
  if (!oldest) return null;
  if (!batched.includes(oldest.topic))
    return { topic: oldest.topic, ids: [oldest.entry.id], message: { v: linkLimits.protocolVersion, ...oldest.entry } };
  const entries: Report['entry'][] = [];
  let characters = 0;
  for (const { topic, entry } of queue) {
    if (topic !== oldest.topic) continue;
    characters += JSON.stringify(entry).length + 1;
    if (entries.length === linkLimits.entriesPerMessage || (characters > batchCharacters && entries.length > 0)) break;
    entries.push(entry);
  }
  return {
    topic: oldest.topic,
    ids: entries.map((entry) => entry.id),
    message: { v: linkLimits.protocolVersion, entries },
  };
}

/**
 * Of the reports about held programs only the newest is kept, and of the readings of one instant, because the server
 * stores one; when the queue is full, the oldest readings are dropped first.
 */
export function enqueue(queue: Report[], report: Report): Report[] {
  const keptReports = report.topic === 'reported' ? queue.filter((one) => one.topic !== 'reported') : queue;
  if (report.topic === 'readings') {
    const last = keptReports.findLastIndex((one) => one.topic === 'readings');
    if (keptReports[last]?.entry['at'] === report.entry['at']) keptReports.splice(last, 1);
  }
  if (keptReports.length >= longestQueue) {
    const oldest = keptReports.findIndex((one) => one.topic === 'readings');
    keptReports.splice(Math.max(0, oldest), 1);
  }
  keptReports.push(report);
  return keptReports;
}

/** The reports that are not among these ids; the others are counted in `stored`. */
export function acknowledged(
  queue: readonly Report[],
  ids: readonly string[],
  storedCounts: Record<Report['topic'], number>,
): Report[] {
  const named = new Set(ids);
  return queue.filter(({ topic, entry }) => {
    if (named.has(entry.id)) storedCounts[topic] += 1;
    return !named.has(entry.id);
  });
}

export function noneStored(): Record<Report['topic'], number> {
  return { activities: 0, errors: 0, readings: 0, reported: 0, changed: 0, answers: 0 };
}
