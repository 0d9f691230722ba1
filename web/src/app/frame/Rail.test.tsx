// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useListParams } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { Rail } from './Rail.tsx';

afterEach(cleanup);

function Page() {
  const [{ filter, order, perPage }, { setFilters, setPerPage }] = useListParams({ resource: 'machines' });
  return (
    <>
      <Rail entries={[{ to: '/machines', label: 'machines', icon: 'machines', act: 'machines.list' }]} kind="rail" />
      <button type="button" onClick={() => setFilters({ failing: true })}>
        Filter
      </button>
      <button type="button" onClick={() => setPerPage(50)}>
        Fifty
      </button>
      <output>{JSON.stringify({ filter, order, perPage })}</output>
    </>
  );
}

it('NAV-03 an entry of the menu opens its list without the filters of before, and keeps its order and length', async () => {
  showPage(<Page />, { server: {}, at: '/machines' });
  await userEvent.click(screen.getByRole('button', { name: 'Fifty' }));
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByText(/"failing":true/);
  await userEvent.click(screen.getByRole('link', { name: 'Machines' }));
  expect(await screen.findByText(/"filter":\{\}.*"perPage":50/)).toBeDefined();
});
