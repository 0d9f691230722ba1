// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { EmptyList } from './EmptyList.tsx';
import { ListFilters } from './ListFilters.tsx';
import { PlainList } from './PlainList.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Value({ value }: { value: unknown }) {
  return String(value);
}
const list = (
  <PlainList<{ id: string; name: string }>
    resource="models"
    title="Models"
    columns={[{ name: 'name', label: 'Name', cell: ({ name }) => name }]}
    sort="name"
    perPage={10}
    filters={
      <ListFilters
        names={['heat', 'maker']}
        offered={['heat']}
        labelOf={(name) => ({ heat: 'Heat', maker: 'Maker' })[name]}
        useChoices={() => [{ value: 'gas', label: 'Gas' }]}
        Value={Value}
      />
    }
    empty={
      <EmptyList sign={null} empty={{ title: 'No model yet' }} none={{ title: 'None fits' }} showAll="Show all">
        <p>Create one</p>
      </EmptyList>
    }
  />
);
const server = { 'GET /models': () => collection([]) };
const filtered = (filter: object) => `/models?filter=${encodeURIComponent(JSON.stringify(filter))}`;

it('GEN-11 an empty list says whether there is nothing at all or nothing with its filters, and clears these', async () => {
  showPage(list, { server, at: filtered({ maker: 'Acme' }) });
  await screen.findByText('None fits');
  expect(screen.queryByText('Create one')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('No model yet');
  screen.getByText('Create one');
});

it('GEN-11 filters are added from a menu and removed one by one, also those that only a link sets', async () => {
  showPage(list, { server, at: filtered({ maker: 'Acme' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  expect(screen.queryByRole('menuitem', { name: 'Maker' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Heat' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Gas' }));
  await screen.findByText('gas');
  await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Maker' }));
  await waitFor(() => expect(screen.queryByText('Acme')).toBeNull());
  screen.getByText('gas');
  // All that can be added is active.
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull();
});
