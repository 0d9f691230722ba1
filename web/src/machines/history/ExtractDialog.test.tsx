// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type SentCall, showPage } from '../../testing/showPage.tsx';
import { ExtractButton } from './ExtractButton.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('MAC-08 the extract of a list names its machines and filters, offers last month, and says that it would be empty', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-29T10:00:00Z'), toFake: ['Date'] });
  const asked: SentCall[] = [];
  showPage(<ExtractButton machine={null} filters={{ failing: true, q: 'Annecy' }} />, {
    server: {
      'GET /machines/counts': () => ({ total: 14 }),
      'GET /machines/usage.csv': (call) => {
        asked.push(call);
        return 'machine,date';
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Extract…' }));
  const about = await screen.findByText(/^The 14 machines of the list\./);
  expect(about.textContent).toBe('The 14 machines of the list. Filters: Search Annecy, With a fault yes');
  await userEvent.click(screen.getByRole('radio', { name: 'Last month' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  expect(await screen.findByText('Nothing happened in this period: there is no file.')).toBeDefined();
  await userEvent.click(screen.getByRole('radio', { name: 'Last week' }));
  await userEvent.click(screen.getByRole('button', { name: 'Download' }));
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  // In Paris: February, and the week from Monday the 16th.
  expect(asked.map(({ query }) => [query.get('from'), query.get('to')])).toEqual([
    ['2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
    ['2026-03-15T23:00:00.000Z', '2026-03-22T23:00:00.000Z'],
  ]);
  expect(asked[0]?.query.get('q')).toBe('Annecy');
});
