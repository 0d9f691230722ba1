// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ListBase } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { MachineFilters } from './MachineFilters.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('MAC-01 a choice of a period with an end filters by its begin and its end, each to be removed alone', async () => {
  const asked: (string | null)[][] = [];
  showPage(
    <ListBase resource="machines">
      <MachineFilters />
    </ListBase>,
    {
      server: {
        'GET /machines': ({ query }) => {
          asked.push([query.get('faultsSince'), query.get('faultsUntil')]);
          return collection([]);
        },
      },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Faults' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Last night, 18:00 to 06:00' }));
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  await waitFor(() => expect(asked.at(-1)).toEqual([instant, instant]));
  fireEvent.click(await screen.findByRole('button', { name: 'Remove the filter Faults until' }));
  await waitFor(() => expect(asked.at(-1)).toEqual([instant, null]));
});
