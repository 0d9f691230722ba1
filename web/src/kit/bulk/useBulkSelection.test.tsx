// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ListContextProvider, useListController } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { BulkBar } from './BulkBar.tsx';
import { SelectOne } from './SelectOne.tsx';
import { useBulkSelection } from './useBulkSelection.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Row {
  id: string;
  name: string;
}

function List() {
  const list = useListController<Row>({ resource: 'tags', perPage: 2, disableAuthentication: true });
  return (
    <ListContextProvider value={list}>
      <Bar />
      {list.data?.map(({ id, name }) => (
        <SelectOne key={id} id={id} label={name} />
      ))}
      <button type="button" onClick={() => list.setFilters({ q: 'b' })}>
        Filter
      </button>
    </ListContextProvider>
  );
}

function Bar() {
  const selected = useBulkSelection();
  if (selected.count === 0) return null;
  return (
    <BulkBar label="Selected" selected={selected}>
      <output>{JSON.stringify(selected.selection)}</output>
    </BulkBar>
  );
}

const open = () =>
  showPage(<List />, {
    server: {
      'GET /tags': () =>
        collection(
          [
            { id: 'a', name: 'A' },
            { id: 'b', name: 'B' },
          ],
          500,
        ),
    },
  });
const bar = () => within(screen.getByRole('region', { name: 'Selected' }));
const selection = () => JSON.parse(bar().getByRole('status').textContent ?? '') as object;

it('BLK-01 a bulk selection holds the ticked rows, or all matching rows once that is chosen', async () => {
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'A' }));
  expect(selection()).toEqual({ ids: ['a'] });
  await userEvent.click(bar().getByRole('button', { name: /all 500/i }));
  expect(selection()).toEqual({ filters: {} });
  expect(bar().getByText(/500 of 500/)).toBeTruthy();
});

it('BLK-01 ticking or unticking a row after “all” selects the ticked rows only again', async () => {
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'A' }));
  await userEvent.click(bar().getByRole('button', { name: /all 500/i }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'B' }));
  expect(selection()).toEqual({ ids: ['a', 'b'] });
});

it('BLK-01 rows that a changed filter hides are no longer selected', async () => {
  open();
  await userEvent.click(await screen.findByRole('checkbox', { name: 'A' }));
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Selected' })).toBeNull());
});
