// @vitest-environment happy-dom
import type { ProgramDetail } from '@fournil/contract/programs/program';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { RestoreRevision } from './RestoreRevision.tsx';

afterEach(cleanup);

const program = { id: '1', name: 'Rye', phaseGroups: [], revision: 3, version: 5, sentCount: 13 };

it.each([
  ['is sent at once', true, 'Restore and send to 13 ovens'],
  ['waits for approval', false, 'Restore'],
])('PRG-03 the button that restores a revision says to how many ovens it goes: %s', async (_, approved, name) => {
  const revision = { revision: 1, phaseGroups: [{}] } as never;
  showPage(<RestoreRevision program={{ ...program, approved } as unknown as ProgramDetail} revision={revision} />, {
    server: {},
  });
  await userEvent.click(screen.getByRole('button', { name: 'Restore these settings' }));
  expect(await screen.findByRole('button', { name })).toBeDefined();
});
