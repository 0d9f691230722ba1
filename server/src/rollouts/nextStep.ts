import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { RingFigures, Rollout } from './kinds.ts';

/** A ring as stored, with the numbers of its machines. */
export interface Ring extends RingFigures {
  size: number;
  openedAt: Date | null;
  doneAt: Date | null;
}

export type Step =
  | { step: 'end'; state: 'aborted' | 'stopped'; reason: 'failures' | 'interrupted' | 'nothingProved' }
  | { step: 'pause' }
  | { step: 'ringDone'; ring: number }
  | { step: 'open'; ring: number }
  | { step: 'complete' };

type Rules = Pick<
  Rollout,
  'openAtPercent' | 'abortAtPercent' | 'silenceMinutes' | 'bakesToOpen' | 'abortAtInterruptedPercent'
>;

/**
 * SWU-04, MNU-03: the next step of a running rollout by the numbers of its machines; null while it has to wait. Pure:
 * the engine takes it and asks again.
 */
export function nextStep(rules: Rules, rings: readonly Ring[], isLasting: boolean, now: Date): Step | null {
  for (const ring of rings.filter(({ openedAt, doneAt }) => openedAt !== null && doneAt === null)) {
    if (ring.failed > Math.floor((ring.size * rules.abortAtPercent) / 100))
      return { step: 'end', state: 'aborted', reason: 'failures' };
    if (isInterrupted(ring, rules)) return { step: 'end', state: 'aborted', reason: 'interrupted' };
    // Where enough machines hold what the others get as well when they return, these are not waited for.
    if (!(isLasting && isGoodEnough(ring, rules)) && isSilent(ring, rules, now)) return { step: 'pause' };
    const step = endOfRing(ring, rules, isLasting);
    if (step) return step;
  }
  return nextOpening(rings, rules) ?? (rings.every(({ doneAt }) => doneAt !== null) ? { step: 'complete' } : null);
}

function endOfRing(ring: Ring, rules: Rules, isLasting: boolean): Step | null {
  const isOver = ring.finished >= ring.members;
  // No machine is left, or none has installed it: the next ring would have no proof.
  if (isOver && ring.done === 0) return { step: 'end', state: 'stopped', reason: 'nothingProved' };
  if (!hasBakes(ring, rules)) return null;
  const isEnough = isLasting && ring.waiting === 0 && isGoodEnough(ring, rules);
  return isOver || isEnough ? { step: 'ringDone', ring: ring.ring } : null;
}

/**
 * The first ring at once, and each other one when enough machines of the one before it have succeeded. A ring whose
 * machines have all left gives no proof.
 */
function nextOpening(rings: readonly Ring[], rules: Rules): Step | null {
  const index = rings.findIndex(({ openedAt }) => openedAt === null);
  const ring = rings[index];
  if (!ring) return null;
  const before = rings[index - 1];
  if (before && before.doneAt === null && !(isGoodEnough(before, rules) && hasBakes(before, rules))) return null;
  if (ring.members > 0) return { step: 'open', ring: ring.ring };
  // Machines that are updating finish first.
  return !before || before.doneAt ? { step: 'end', state: 'stopped', reason: 'nothingProved' } : null;
}

/** SWU-06: at least one machine of the ring has reported a successful installation. */
function isGoodEnough({ members, done }: Ring, { openAtPercent }: Rules): boolean {
  return done >= Math.max(1, Math.ceil((members * openAtPercent) / 100));
}

function hasBakes({ completedBakes }: Ring, { bakesToOpen }: Rules): boolean {
  return completedBakes >= bakesToOpen;
}

function isInterrupted({ completedBakes, interruptedBakes }: Ring, rules: Rules): boolean {
  if (rules.bakesToOpen === 0) return false;
  const bakes = Math.max(completedBakes + interruptedBakes, rules.bakesToOpen);
  return interruptedBakes > Math.floor((bakes * rules.abortAtInterruptedPercent) / 100);
}

/** Machines of the ring are updating, and none has reported for too long. */
function isSilent({ underway, openedAt, lastHeardAt }: Ring, { silenceMinutes }: Rules, now: Date): boolean {
  const since = Math.max(openedAt?.getTime() ?? 0, lastHeardAt?.getTime() ?? 0);
  return underway > 0 && now.getTime() - since > silenceMinutes * minuteMilliseconds;
}
