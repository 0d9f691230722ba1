// @vitest-environment happy-dom
import type { ProgramDetail } from '@fournil/contract/programs/program';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { ProgramActions } from './ProgramActions.tsx';

afterEach(cleanup);

const program = {
  '@id': '/programs/1',
  id: '1',
  name: 'Rye',
  category: 'deck',
  approved: false,
  revision: 3,
  approvedRevision: 2,
  version: 5,
} as unknown as ProgramDetail;

it('PRG-03 approving says before to how many ovens the revision is sent, and afterwards that it is on its way', async () => {
  const waiting = { ...program, sentCount: 13 };
  showPage(<ProgramActions program={waiting} />, {
    server: { 'PUT /programs/1': () => ({ ...waiting, approved: true, approvedRevision: 3 }) },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Approve and send to 13 ovens' }));
  expect(await screen.findByText('Rye is approved, and on its way to 13 ovens.')).toBeDefined();
});

it('PRG-03 the approved revision can be withdrawn while a newer one waits', async () => {
  const sent: unknown[] = [];
  showPage(<ProgramActions program={program} />, {
    server: {
      'PUT /programs/1': ({ body, version }) => {
        sent.push(body, version);
        return { ...program, approvedRevision: null };
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Withdraw approval of revision 2' }));
  await waitFor(() => expect(sent).toEqual([{ withdraw: true }, expect.stringContaining('5')]));
});
