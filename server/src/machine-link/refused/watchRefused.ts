import type { Services } from '../../kit/services.ts';
import type { RefusedOf } from './storeRefused.ts';

/** Lines in a window; further ones are counted and not written. */
const linesPerWindow = 20;
const windowMilliseconds = 10_000;
const mostMachines = 10_000;

export interface RefusedCount {
  topic: string;
  code: string;
  count: number;
}

export interface RefusedWatch {
  saw(refused: readonly RefusedOf[]): void;
  /** Since the start of this server. */
  counts(): RefusedCount[];
  close(): void;
}

/**
 * MKR-01: counts what was refused for the metrics, and logs it: a machine's first refusal in ten seconds is one line,
 * up to 20 machines; the rest of that time is one line with numbers.
 */
export function watchRefused(services: Services, isKnownTopic: (topic: string) => boolean): RefusedWatch {
  const counts = new Map<string, RefusedCount>();
  let inWindow = new Map<string, number>();
  let unwritten = 0;

  const closeWindow = () => {
    if (unwritten > 0)
      services.log.warn(
        { event: 'refusals not written', count: unwritten, machines: inWindow.size },
        'machine reports',
      );
    inWindow = new Map();
    unwritten = 0;
  };
  const timer = setInterval(closeWindow, windowMilliseconds).unref();

  const logOne = ({ machineId, topic, code, field, list, index, id }: RefusedOf) => {
    const before = inWindow.get(machineId) ?? 0;
    if (before > 0 || inWindow.size < mostMachines) inWindow.set(machineId, before + 1);
    if (before > 0 || inWindow.size > linesPerWindow) {
      unwritten += 1;
      return;
    }
    services.log.warn(
      { event: 'report refused', machine: machineId, topic: topic.slice(0, 100), code, field, list, index, id },
      'machine reports',
    );
  };

  return {
    saw: (refused) => {
      for (const one of refused) {
        const topic = isKnownTopic(one.topic) ? one.topic : 'other';
        const key = `${topic} ${one.code}`;
        counts.set(key, { topic, code: one.code, count: (counts.get(key)?.count ?? 0) + 1 });
        logOne(one);
      }
    },
    counts: () => [...counts.values()],
    close: () => {
      clearInterval(timer);
      closeWindow();
    },
  };
}
