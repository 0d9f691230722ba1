// @vitest-environment happy-dom
import {
  type RingView,
  type RolloutCounts,
  type RolloutMachine,
  type RolloutView,
  rolloutMachineStates,
} from '@fournil/contract/rollouts/rollout';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type SentCall, type Server, showPage } from '../../testing/showPage.tsx';
import { RolloutShow } from './RolloutShow.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = '01a213da-5248-74b8-a388-000000000001';
const programId = '01a213da-5248-74b8-a388-000000000002';
const none = Object.fromEntries(rolloutMachineStates.map((state) => [state, 0])) as RolloutCounts;
const started = '2026-01-01T08:00:00.000Z';
const ring = (position: number, given: Partial<RingView>): RingView => ({
  position,
  name: ['Pilot', 'A quarter', 'All the others'][position] ?? '',
  state: 'waiting',
  size: 4,
  openedAt: null,
  bakes: { completed: 0, interrupted: 0 },
  canRollBack: false,
  ...given,
  counts: { ...none, ...given.counts },
});
const rollout: RolloutView = {
  '@id': `/api/rollouts/${id}`,
  '@type': 'Rollout',
  id,
  kind: 'program',
  subject: { id: programId, name: 'Baguette', revision: 7, formerRevision: 6, setting: null },
  update: null,
  state: 'running',
  reason: null,
  openAtPercent: 90,
  abortAtPercent: 2,
  silenceMinutes: 240,
  bakesToOpen: 20,
  abortAtInterruptedPercent: 50,
  allowOlder: false,
  thenGeneral: true,
  rings: [
    ring(0, {
      state: 'running',
      openedAt: started,
      counts: { ...none, done: 3, outsideHours: 1 },
      bakes: { completed: 12, interrupted: 1 },
      canRollBack: true,
    }),
    ring(1, { counts: { ...none, waiting: 4 } }),
  ],
  retryable: 0,
  canRollBack: true,
  createdAt: started,
  createdBy: 'Anne Levain',
  askedBy: null,
  confirmedBy: null,
  endedAt: null,
};
const machine: RolloutMachine = {
  id: 'm',
  machine: { id: 'oven', name: 'Oven 1', serialNumber: 'S1', model: null, softwareVersion: '4.3.0' },
  society: 'Levain',
  ring: 0,
  state: 'outsideHours',
  message: null,
  percent: null,
  notBefore: '2026-01-01T21:00:00.000Z',
  at: started,
};
const show = (shown: Partial<RolloutView> = {}, server: Server = {}, as = {}) =>
  showPage(<RolloutShow />, {
    server: {
      [`GET /rollouts/${id}`]: () => ({ ...rollout, ...shown }),
      [`GET /rollouts/${id}/machines`]: () => collection([machine]),
      [`GET /rollouts/${id}/curve`]: () => ({
        points: [
          { at: started, held: [0, 0] },
          { at: '2026-01-01T10:00:00.000Z', held: [3, 0] },
        ],
      }),
      'GET /history': () => collection([]),
      'GET /models': () => collection([]),
      ...server,
    },
    at: `/rollouts/${id}`,
    path: '/rollouts/:id',
    as,
  });

it('MNU-03 a rollout says what it waits for: bakes, hours, and the ring before', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Rollout of Baguette, revision 7' })).toBeTruthy();
  expect(screen.getByText('12 bakes completed, 1 interrupted; the next ring opens after 20.')).toBeTruthy();
  expect(screen.getByText('Opens when 90 % of the previous ring are done and have completed 20 bakes.')).toBeTruthy();
  const row = (await screen.findByRole('link', { name: 'Oven 1' })).closest('tr');
  expect(row?.textContent).toContain('outside its hours');
  expect(row?.textContent).toContain('from 22:00');
  expect(screen.queryByRole('columnheader', { name: 'Client' })).toBe(null);
});

it('MNU-03 the curve is told in words and as a table, too', async () => {
  show();
  expect(await screen.findByRole('img', { name: /3 ovens of 8/ })).toBeTruthy();
  const table = screen.getByRole('table', { name: 'Ovens that have it, by time', hidden: true });
  expect(within(table).getAllByRole('row', { hidden: true })).toHaveLength(3);
});

it('MNU-03 a ring goes back to the former revision by one click and a confirmation that says what happens', async () => {
  const stopped: RolloutView = {
    ...rollout,
    state: 'stopped',
    reason: 'ringRolledBack',
    canRollBack: false,
    endedAt: started,
  };
  let now = rollout;
  const put = vi.fn((_: SentCall) => {
    now = stopped;
    return now;
  });
  show({}, { [`GET /rollouts/${id}`]: () => now, [`PUT /rollouts/${id}`]: put });
  await userEvent.click(await screen.findByRole('button', { name: 'Back to revision 6… (ring 1, Pilot)' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The 3 ovens of this ring get revision 6 again.')).toBeTruthy();
  expect(dialog.getByText('The rollout stops: no further ring opens.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Back to revision 6' }));
  await waitFor(() => expect(put.mock.calls[0]?.[0].body).toEqual({ action: 'rollBack', ring: 0 }));
  expect(await screen.findByText('stopped: a person has taken a ring back')).toBeTruthy();
});

it('MNU-03 a program that was never approved before is removed again, which the confirmation says', async () => {
  show({ subject: { ...rollout.subject, formerRevision: null } });
  await userEvent.click(await screen.findByRole('button', { name: 'Take all back…' }));
  expect(await screen.findByText('It was never approved before: it is removed from 3 ovens.')).toBeTruthy();
});

it('MNU-03 whoever may not roll out sees the rollout without its buttons', async () => {
  const rights = ['ROLE_PROGRAM_ACCESS', 'ROLE_MACHINE_ACCESS'];
  show({}, {}, { kind: 'user', roles: rights, rights });
  expect(await screen.findByText('Pilot is running')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Pause|Stop|Back|Take/ })).toBe(null);
});

it.each([
  ['aborted', 'interrupted', 'aborted: more than 50 % of the bakes of a ring were interrupted'],
  ['aborted', 'failures', 'aborted: more than 2 % of a ring failed'],
  ['paused', 'silence', 'paused: no news from a ring for 4 h'],
  ['stopped', 'withdrawn', 'stopped: what it gives was withdrawn or deleted'],
  ['stopped', 'approved', 'ended early: the revision was approved for all ovens'],
  ['rolledBack', 'person', 'taken back: every oven has again what it had before'],
  ['done', null, 'done, and approved for all ovens since'],
] as const)('MNU-03 a rollout that is %s because of %s says so in words', async (state, reason, words) => {
  show({ state, reason, endedAt: state === 'paused' ? null : started });
  const status = await screen.findByRole('status');
  expect(status.textContent?.replace(/\u00a0/g, ' ')).toBe(words);
});
