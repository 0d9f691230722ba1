// @vitest-environment happy-dom
import type { ProgramView } from '@fournil/contract/programs/program';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type SentCall, type Server, showPage } from '../../testing/showPage.tsx';
import { ProgramRollout } from './ProgramRollout.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = '01a213da-5248-74b8-a388-000000000002';
const program = {
  '@id': `/api/programs/${id}`,
  id,
  name: 'Baguette',
  category: 'deck',
  revision: 7,
  approvedRevision: 6,
} as ProgramView;
const preview = {
  rings: [
    { name: 'Pilot', machines: 2, examples: [{ id: '1', name: 'Oven 1', society: 'Levain' }] },
    { name: 'A quarter', machines: 8, examples: [] },
    { name: 'All the others', machines: 24, examples: [] },
  ],
  leftOut: [
    { reason: 'holds', machines: 1, examples: [] },
    { reason: 'notInService', machines: 3, examples: [] },
  ],
  hardwareUntold: 0,
  needsConfirmation: false,
};
const start = (server: Server = {}, search = '') =>
  showPage(<ProgramRollout />, {
    server: {
      [`GET /programs/${id}`]: () => program,
      'GET /rollouts': () => collection([]),
      'GET /models': () => collection([]),
      [`POST /programs/${id}/rollouts/preview`]: () => preview,
      ...server,
    },
    at: `/programs/${id}/rollout${search}`,
    path: '/programs/:id/rollout',
  });

it('MNU-03 the newest revision of a program is tried as a dry run, and rolled out with the rules that were chosen', async () => {
  const post = vi.fn(({ body }: SentCall) => ({ id: 'new', ...(body as object) }));
  start({ [`POST /programs/${id}/rollouts`]: post });
  expect(await screen.findByRole('heading', { name: 'New rollout of Baguette, revision 7' })).toBeTruthy();
  expect(screen.getByText(/When the last ring has succeeded, the revision is approved for all ovens/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clients' })).toBe(null);
  const bakes = screen.getByRole('textbox', { name: 'Open the next ring after this many bakes' });
  expect((bakes as HTMLInputElement).value).toBe('3');
  await userEvent.clear(bakes);
  await userEvent.type(bakes, '20');
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }));
  expect(await screen.findByText('1 has it already')).toBeTruthy();
  expect(screen.getByText('3 are not in service')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Start…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('2 ovens get it now, in Pilot, or when their hours for updates begin.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await screen.findByText('Another page');
  expect(post.mock.calls[0]?.[0].body).toMatchObject({ revision: 7, bakesToOpen: 20, abortAtInterruptedPercent: 50 });
});

it('MNU-03 the approved revision is not rolled out, because all ovens have it or receive it', async () => {
  start({}, '?revision=6');
  expect(await screen.findByText(/Revision 6 is the approved one/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Start…' })).toBe(null);
});

it('MNU-03 an older revision of the address is rolled out instead of the newest one', async () => {
  start({}, '?revision=5');
  expect(await screen.findByRole('heading', { name: 'New rollout of Baguette, revision 5' })).toBeTruthy();
});
