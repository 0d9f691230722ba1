// @vitest-environment happy-dom
import type { ProfileView } from '@fournil/contract/accounts/profile';
import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { RefusedMessages } from './RefusedMessages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const refused: RefusedMessageView = {
  topic: 'readings',
  code: 'maxValue',
  reason: 'Must be at most 1000',
  field: 'chamberTemperatureCelsius',
  count: 1200,
  lastAt: '2026-11-01T06:00:00.000Z',
  list: 'entries',
  entryIndex: 3,
  entryId: 'r-7',
  excerpt: '{"id":"r-7","chamberTemperatureCelsius":2000}',
};
const machine = { id: 'm1', timezone: null };
const path = 'GET /machines/m1/refused';
const answering = (items: unknown[]) => ({
  [path]: () => ({ 'hydra:member': items, 'hydra:totalItems': items.length }),
});
const staff: Partial<ProfileView> = { kind: 'technician' };

it('MKR-01 the maker’s staff see topic, field, reason, number and the last refused entry', async () => {
  showPage(<RefusedMessages machine={machine} />, { server: answering([refused]), as: staff });
  expect(await screen.findByText('readings')).toBeTruthy();
  for (const text of ['chamberTemperatureCelsius', 'Must be at most 1000', '1,200 times', refused.excerpt ?? ''])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText('last: entries, place 3, id r-7')).toBeTruthy();
});

it('MKR-01 staff are told that nothing was refused', async () => {
  showPage(<RefusedMessages machine={machine} />, { server: answering([]), as: staff });
  expect(await screen.findByText(/follows the protocol/)).toBeTruthy();
});

it('MKR-01 a client admin sees none of it, and asks for none', () => {
  const { sent } = showPage(<RefusedMessages machine={machine} />, { server: answering([refused]) });
  expect(screen.queryByRole('heading')).toBeNull();
  expect(sent).toEqual([]);
});
