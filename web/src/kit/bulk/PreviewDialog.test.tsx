// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';

afterEach(cleanup);

it('BLK-03 the button of a bulk approval says to how many ovens the programs are sent', async () => {
  const nothing = () => undefined;
  const refused = { unchanged: 0, refused: 0, refusals: [] };
  const preview = { ...refused, total: 3, looked: 3, changed: 3, names: ['Rye'], canUndo: false, sentCount: 14 };
  const kind = { isDeletion: false, isBinned: false, isFinal: false, isPending: false };
  showPage(<PreviewDialog title="Approve" preview={preview} {...kind} onGo={nothing} onClose={nothing} />, {
    server: {},
  });
  expect(await screen.findByRole('button', { name: 'Change 3 and send to 14 ovens' })).toBeDefined();
});
