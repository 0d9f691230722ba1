// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type SentCall, showPage } from '../testing/showPage.tsx';
import { LastNight } from './LastNight.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it.each([
  [1, '1 fault or lost connection last night'],
  [1234, '1,234 faults and lost connections last night'],
  [10_001, '> 10,000 faults and lost connections last night'],
])('DAY-16 the home page leads to %i faults of last night', async (total, text) => {
  const queries: string[] = [];
  const server = {
    'GET /faults': ({ query }: SentCall) => {
      queries.push(query.toString());
      return collection([], total);
    },
  };
  showPage(<LastNight />, { server });
  const link = await screen.findByRole('link', { name: text });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toBe('/faults?filter={"period":"lastNight"}');
  expect(queries).toEqual(['period=lastNight&itemsPerPage=0']);
});

it('DAY-16 the home page is silent about a night without a fault', async () => {
  const { queryClient } = showPage(<LastNight />, { server: { 'GET /faults': () => collection([]) } });
  await waitFor(() => expect(queryClient.getQueriesData({ queryKey: ['faults'] })).toMatchObject([[{}, { total: 0 }]]));
  expect(screen.queryByRole('link')).toBe(null);
});
