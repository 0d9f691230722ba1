import { describe, expect, it } from 'vitest';
import { nextStep, type Ring } from './nextStep.ts';

const now = new Date('2026-11-26T10:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const rules = {
  openAtPercent: 90,
  abortAtPercent: 10,
  silenceMinutes: 60,
  bakesToOpen: 0,
  abortAtInterruptedPercent: 50,
};

/** A ring of ten machines that was opened ten minutes ago; without `openedAt` one that waits. */
function ring(position: number, parts: Partial<Ring> = {}): Ring {
  return {
    ring: position,
    size: 10,
    members: 10,
    done: 0,
    failed: 0,
    finished: 0,
    underway: 0,
    waiting: 0,
    openedAt: minutesAgo(10),
    doneAt: null,
    lastHeardAt: minutesAgo(1),
    completedBakes: 0,
    interruptedBakes: 0,
    ...parts,
  };
}
const closed = (position: number, parts: Partial<Ring> = {}) => ring(position, { openedAt: null, ...parts });
const success = (position: number) => ring(position, { done: 10, finished: 10, doneAt: minutesAgo(1) });

describe('MNU-03 SWU-04 the next step of a rollout', () => {
  it.each<[string, Ring[], Partial<typeof rules>, boolean, unknown]>([
    ['opens the first ring at once', [closed(0), closed(1)], {}, true, { step: 'open', ring: 0 }],
    ['waits while machines are underway', [ring(0, { underway: 10 }), closed(1)], {}, true, null],
    [
      'opens the next ring when enough machines hold it',
      [ring(0, { done: 9, finished: 9, underway: 1 }), closed(1)],
      {},
      false,
      { step: 'open', ring: 1 },
    ],
    [
      'does not open it one machine earlier',
      [ring(0, { done: 8, finished: 8, underway: 2 }), closed(1)],
      {},
      false,
      null,
    ],
    [
      'ends a ring of what lasts when enough machines hold it',
      [ring(0, { done: 9, finished: 9, underway: 1 }), closed(1)],
      {},
      true,
      { step: 'ringDone', ring: 0 },
    ],
    [
      'keeps such a ring open while machines wait for their hours',
      [ring(0, { done: 9, finished: 9, waiting: 1 })],
      {},
      true,
      null,
    ],
    [
      'ends a ring when each machine has finished',
      [ring(0, { done: 9, failed: 1, finished: 10 }), closed(1)],
      {},
      false,
      { step: 'ringDone', ring: 0 },
    ],
    [
      'waits for enough bakes before it opens the next ring',
      [ring(0, { done: 10, finished: 10, completedBakes: 2 }), closed(1)],
      { bakesToOpen: 3 },
      true,
      null,
    ],
    [
      'goes on after the last of these bakes',
      [ring(0, { done: 10, finished: 10, completedBakes: 3 }), closed(1)],
      { bakesToOpen: 3 },
      true,
      { step: 'ringDone', ring: 0 },
    ],
    ['completes after the last ring', [success(0), success(1)], {}, true, { step: 'complete' }],
    [
      'ends at more failures than allowed',
      [ring(0, { failed: 2, finished: 2, underway: 8 })],
      {},
      true,
      { step: 'end', state: 'aborted', reason: 'failures' },
    ],
    ['goes on at as many failures as allowed', [ring(0, { failed: 1, finished: 1, underway: 9 })], {}, true, null],
    [
      'ends when more of the bakes were interrupted than allowed',
      [ring(0, { done: 10, finished: 10, completedBakes: 2, interruptedBakes: 3 })],
      { bakesToOpen: 3 },
      true,
      { step: 'end', state: 'aborted', reason: 'interrupted' },
    ],
    [
      'judges the first bakes by the number that the ring needs',
      [ring(0, { done: 10, finished: 10, interruptedBakes: 1 })],
      { bakesToOpen: 3 },
      true,
      null,
    ],
    [
      'pauses when no machine of a ring has reported for too long',
      [ring(0, { underway: 10, openedAt: minutesAgo(90), lastHeardAt: minutesAgo(61) })],
      {},
      true,
      { step: 'pause' },
    ],
    [
      'does not pause when only machines that are away are missing of what lasts',
      [ring(0, { done: 9, finished: 9, underway: 1, openedAt: minutesAgo(90), lastHeardAt: minutesAgo(61) })],
      { bakesToOpen: 3 },
      true,
      null,
    ],
    [
      'does not pause a ring that waits for bakes only',
      [ring(0, { done: 10, finished: 10, openedAt: minutesAgo(90), lastHeardAt: minutesAgo(61) })],
      { bakesToOpen: 3 },
      true,
      null,
    ],
    [
      'ends without proof when no machine of a ring holds it',
      [ring(0, { members: 0, size: 1 }), closed(1)],
      {},
      true,
      { step: 'end', state: 'stopped', reason: 'nothingProved' },
    ],
    [
      'ends without proof when the machines of the next ring have left',
      [success(0), closed(1, { members: 0 })],
      {},
      true,
      { step: 'end', state: 'stopped', reason: 'nothingProved' },
    ],
  ])('%s', (_, rings, changed, isLasting, step) => {
    expect(nextStep({ ...rules, ...changed }, rings, isLasting, now)).toEqual(step);
  });
});
