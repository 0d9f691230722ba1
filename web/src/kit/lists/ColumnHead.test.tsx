// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ListContextProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { ColumnHead } from './ColumnHead.tsx';

afterEach(cleanup);

it.each([
  ['A first', false, { field: 'name', order: 'ASC' }, 'ASC'],
  ['the latest first', true, { field: 'name', order: 'ASC' }, 'DESC'],
  ['the other way round, if it is sorted already', true, { field: 'at', order: 'DESC' }, 'ASC'],
])('MAC-01 a click on the head of a column sorts by it, %s', async (_, isLatestFirst, sort, order) => {
  const setSort = vi.fn();
  showPage(
    <ListContextProvider value={{ sort, setSort } as never}>
      <table>
        <thead>
          <tr>
            <ColumnHead name="at" label="At" order="at" isLatestFirst={isLatestFirst} />
          </tr>
        </thead>
      </table>
    </ListContextProvider>,
    { server: {} },
  );
  await userEvent.click(screen.getByRole('button', { name: 'At' }));
  expect(setSort).toHaveBeenCalledWith({ field: 'at', order });
});
