// @vitest-environment happy-dom
import type { MachineView } from '@fournil/contract/machines/machine';
import type { FollowedMenuView } from '@fournil/contract/menus/menu';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { MenusOfMachine } from './MenusOfMachine.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const followed = (name: string, more: Partial<FollowedMenuView> & Partial<FollowedMenuView['menu']>) =>
  ({
    menu: { '@id': `/api/menus/${name}`, id: name, name, season: more.season ?? null, additions: null },
    place: more.place ?? { kind: 'structure', id: 's', name: 'Paris shops' },
    isOn: more.isOn ?? true,
    missing: more.missing ?? [],
  }) satisfies FollowedMenuView;

it('MNU-01 the page of an oven says which menus it follows and why, what is to come, and what cannot be on it', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-07-14T12:00:00Z'), toFake: ['Date'] });
  showPage(<MenusOfMachine machine={{ id: 'm', timezone: 'Europe/Paris' } as MachineView} />, {
    server: {
      'GET /machines/m/menus': () =>
        collection([
          followed('Bread', { missing: [{ id: 'p', name: 'Rye', reason: 'noSteam' }] }),
          followed('Own', { place: { kind: 'machine', id: 'm', name: 'Oven 1' } }),
          followed('Christmas', {
            place: { kind: 'structure', id: 't', name: null },
            isOn: false,
            season: { from: '2024-12-01', until: '2025-01-06', everyYear: true },
          }),
        ]),
    },
  });
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) =>
    textContent?.replaceAll('\u00a0', ' '),
  );
  expect(rows.slice(0, 3)).toEqual([
    'Bread given to Paris shops, standingCannot be on this oven: Rye (no steam)',
    'Own given to this machine, standing',
    'Christmas given to a structure above, from 1 Dec',
  ]);
});
