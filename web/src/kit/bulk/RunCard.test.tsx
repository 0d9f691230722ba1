// @vitest-environment happy-dom
import type { BulkRunView } from '@fournil/contract/bulk/bulk';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { RunCard } from './RunCard.tsx';

afterEach(cleanup);

it('BLK-03 an installation says on how many ovens, and leads to the page that tells where the program has arrived', async () => {
  const run = {
    id: '1',
    verb: 'machines.install',
    resource: 'machines',
    state: 'done',
    total: 3,
    done: 3,
    changed: 3,
    unchanged: 0,
    refused: 0,
    refusals: [],
    canUndo: true,
  } as unknown as BulkRunView;
  const open = { id: '1', label: 'Install “Rye”', run, ids: ['a', 'b', 'c'], program: 'rye' };
  showPage(<RunCard open={open} />, { server: { 'GET /bulk/1': () => run } });
  expect(await screen.findByText('for 3 ovens')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/programs/rye/show');
});
