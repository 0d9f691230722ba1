// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, Refusal, type SentCall, showPage } from '../../testing/showPage.tsx';
import { PlainList } from './PlainList.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const list = (
  <PlainList<{ id: string; name: string }>
    resource="models"
    title="Models"
    columns={[{ name: 'name', label: 'Name', cell: ({ name }) => name }]}
    sort="name"
    perPage={10}
    empty={null}
  />
);

it('GEN-11 a list whose address has an unknown filter or order says so, and is shown whole on request', async () => {
  const models = vi.fn(({ query }: SentCall) =>
    query.has('colour') || query.has('order[age]') ? new Refusal(400) : collection([{ id: '1', name: 'Deck oven' }]),
  );
  const filter = encodeURIComponent(JSON.stringify({ colour: 'red' }));
  showPage(list, { server: { 'GET /models': models }, at: `/models?filter=${filter}&sort=age&order=ASC` });
  const whole = await screen.findByRole('button', { name: 'Show the whole list' });
  expect(screen.queryByRole('listitem')).toBeNull();
  await userEvent.click(whole);
  expect(await screen.findByText('Deck oven')).toBeTruthy();
  expect(models.mock.lastCall?.[0].query.get('order[name]')).toBe('asc');
});

it('GEN-11 a list that the server could not answer offers to try again', async () => {
  let isDown = true;
  showPage(list, {
    server: { 'GET /models': () => (isDown ? new Refusal(502) : collection([{ id: '1', name: 'Deck oven' }])) },
  });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 5000 });
  isDown = false;
  await userEvent.click(again);
  expect(await screen.findByText('Deck oven')).toBeTruthy();
});

it('GEN-11 rows that could not be read again stay, with a notice', async () => {
  let isDown = false;
  const { queryClient } = showPage(list, {
    server: { 'GET /models': () => (isDown ? new Refusal(400) : collection([{ id: '1', name: 'Deck oven' }])) },
  });
  await screen.findByText('Deck oven');
  isDown = true;
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(screen.getByRole('listitem').dataset['type']).toBe('warning'));
  expect(screen.getByText('Deck oven')).toBeTruthy();
});
