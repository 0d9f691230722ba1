import { expect, it } from 'vitest';
import { progressOf } from './progress.ts';

const at = Date.parse('2026-11-20T06:12:00.000Z');
const machine = (connected: boolean) =>
  ({
    connection: { connected, since: null },
    now: {
      occupation: 'program',
      at: '2026-11-20T06:11:00.000Z',
      program: { elapsedSeconds: 400, totalSeconds: 1320 },
    },
  }) as never;

it('the progress of a program advances while the machine is connected, and never past the end', () => {
  expect(progressOf(machine(true), at)?.remainingSeconds).toBe(860);
  expect(progressOf(machine(true), at + 3_600_000)).toMatchObject({ remainingSeconds: 0, share: 1 });
});

it('the progress of a program stops while the machine is not connected', () => {
  expect(progressOf(machine(false), at)?.elapsedSeconds).toBe(400);
});
