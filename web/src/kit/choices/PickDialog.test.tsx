// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { PickDialog } from './PickDialog.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

interface Loaf {
  id: string;
  name: string;
  isStale?: boolean;
}
const loaves: Loaf[] = [
  { id: 'a', name: 'Rye' },
  { id: 'b', name: 'Spelt' },
  { id: 'c', name: 'Barley', isStale: true },
  { id: 'd', name: 'Oat' },
];

function show({ most, total }: { most?: number; total?: number } = {}) {
  const picked = vi.fn();
  const sizes: (string | null)[] = [];
  showPage(
    <PickDialog<Loaf>
      title="Loaves"
      submit={(count) => `Take ${count}`}
      about="programs"
      path="/loaves"
      {...(most ? { most } : {})}
      without={{ count: 1, has: ({ id }) => id === 'd' }}
      lineOf={({ name, isStale = false }) => ({ name, isOff: isStale, note: isStale && 'stale' })}
      onChosen={picked}
      onClose={() => {}}
    />,
    {
      server: {
        'GET /loaves': ({ query }) => {
          sizes.push(query.get('itemsPerPage'));
          return collection(
            loaves.filter(({ name }) => name.toLowerCase().includes(query.get('q') ?? '')),
            total,
          );
        },
      },
    },
  );
  return { picked, sizes };
}
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });

it('GEN-11 a picker returns the records that were ticked, in their order, also when a later search does not list them', async () => {
  const { picked } = show();
  await userEvent.click(await box('Spelt'));
  await userEvent.type(screen.getByRole('searchbox'), 'rye');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Spelt' })).toBeNull());
  await userEvent.click(await box('Rye'));
  await userEvent.click(screen.getByRole('button', { name: 'Take 2' }));
  expect(picked).toHaveBeenCalledWith(['b', 'a'], [loaves[1], loaves[0]]);
});

it('GEN-11 a picker reads as many more records as it leaves out, and does not let those be ticked that cannot be chosen', async () => {
  const { sizes } = show();
  expect((await box('Barley stale')).disabled).toBe(true);
  expect(screen.queryByRole('checkbox', { name: 'Oat' })).toBeNull();
  expect(sizes).toEqual(['101']);
});

it('GEN-11 a picker that is full takes no other record until one is unticked', async () => {
  show({ most: 1 });
  await userEvent.click(await box('Rye'));
  expect((await box('Spelt')).disabled).toBe(true);
  screen.getByText('1 at most.');
  await userEvent.click(await box('Rye'));
  expect((await box('Spelt')).disabled).toBe(false);
});

it('GEN-11 a picker says that there are more records than it lists, also when it leaves out all that it has read', async () => {
  show({ total: 900 });
  await screen.findByText('Only the first 3 are shown: search for others.');
  await userEvent.type(screen.getByRole('searchbox'), 'oat');
  await screen.findByText('There are too many to show: search for one.');
  expect(screen.queryByText('Nothing found.')).toBeNull();
});
