// @vitest-environment happy-dom
import type { MachineView } from '@fournil/contract/machines/machine';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { MachineSide } from './MachineSide.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const machine = { id: 'm', category: 'deck', specifications: null, structureName: 'Lyon', ownTimezone: null };

function showSide(zones: Partial<MachineView>, rights: string[] = []) {
  showPage(<MachineSide machine={{ ...machine, ...zones } as MachineView} />, {
    as: { kind: 'user', roles: [], rights: rights as never },
    server: {},
  });
}
const zoneShown = async () => (await screen.findByText('Timezone')).nextElementSibling;

it.each([
  [null, 'Asia/Tokyo, 21:05, as Lyon'],
  ['Asia/Tokyo', 'Asia/Tokyo, 21:05'],
])(
  'HRS-01 the page of a machine says its timezone, the time there, and whence it comes (own: %s)',
  async (own, said) => {
    vi.useFakeTimers({ now: Date.parse('2026-07-14T12:05:00Z'), toFake: ['Date'] });
    showSide({ timezone: 'Asia/Tokyo', ownTimezone: own });
    expect((await zoneShown())?.textContent).toBe(said);
  },
);

it('MAC-09 a machine without a timezone is said to count as UTC, with the way to the form for its editors', async () => {
  showSide({ timezone: null }, ['ROLE_MACHINE_ACCESS', 'ROLE_MACHINE_EDITOR']);
  const link = await screen.findByRole('link', { name: 'No timezone: counts as UTC' });
  expect(link.getAttribute('href')).toBe('/machines/m');
  cleanup();
  showSide({ timezone: null });
  expect((await zoneShown())?.textContent).toBe('No timezone: counts as UTC');
  expect(screen.queryByRole('link')).toBe(null);
});
