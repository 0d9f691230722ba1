// @vitest-environment happy-dom
import type { Season } from '@fournil/contract/menus/season';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { MenuReach } from './MenuReach.tsx';
import { dayText, useSeasonText } from './seasonText.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function SeasonWords({ season }: { season: Season | null }) {
  return <p data-testid="season">{useSeasonText()(season)}</p>;
}

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

async function saidOf(season: Season | null) {
  showPage(<SeasonWords season={season} />, { server: {} });
  const text = plain((await screen.findByTestId('season')).textContent);
  cleanup();
  return text;
}

it('MNU-01 a season is said in words, with the years only where it does not return', async () => {
  const christmas = { from: '2026-12-01', until: '2027-01-06', everyYear: true };
  expect(await saidOf(christmas)).toBe('1 Dec – 6 Jan, every year');
  expect(await saidOf({ ...christmas, everyYear: false })).toBe('1 Dec 2026 – 6 Jan 2027');
  expect(await saidOf({ from: '2026-02-01', until: '2026-02-14', everyYear: false })).toBe('1 Feb – 14 Feb 2026');
  expect(await saidOf({ from: '2026-02-14', until: '2026-02-14', everyYear: true })).toBe('14 Feb, every year');
  expect(await saidOf(null)).toBe('Standing');
});

it('MNU-01 in French the first of a month is “1er”', () => {
  expect([dayText('2026-12-01', 'FR'), dayText('2026-12-11', 'FR', true)].map(plain)).toEqual([
    '1er déc.',
    '11 déc. 2026',
  ]);
});

it('MNU-01 the reach of a menu is one phrase, which leads to its ovens and to what differs', async () => {
  const menu = { id: 'm', name: 'Bread', machineCount: 214, structureCount: 1, differenceCount: 3 };
  const { container } = showPage(<MenuReach menu={menu} />, { server: {} });
  expect(container.textContent).toContain('214 ovens in 1 shop, 3 differ');
  const hrefs = screen.getAllByRole('link').map((link) => decodeURIComponent(link.getAttribute('href') ?? ''));
  expect(hrefs).toEqual(['/machines?filter={"menu":"m"}', '/differences?filter={"menu":"m"}']);
});
