import { historyEntities } from '@fournil/contract/history/historyEvent';
import { product } from '@fournil/contract/product';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../kit/history/EventSentence.tsx';
import type { Pages } from '../kit/pages/page.ts';
import { allPages, pageAt } from './pages.ts';

const features = import.meta.glob<Record<string, Pages>>('../*/pages.ts', { eager: true });
const sources = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** The addresses of links in this source, with `x` in place of a part that is known only at run time. */
function linksOf(source: string): string[] {
  const named = source.replaceAll(/\$\{product\.slug\}/g, product.slug).replaceAll(/\$\{[^}]*\}/g, '$');
  const links = named.matchAll(/(?:\bto=\{?|\bto: |navigate\(|leaveTo\(|=> )["'`](\/[\w-][^"'`\s]*)["'`]/g);
  // `show${tab}`: the address without a tab.
  return [...links].map(([, link = '']) => link.replaceAll(/(?<=\w)\$/g, '').replaceAll('$', 'x'));
}

describe('the table of pages', () => {
  it('has every page that a feature declares, and each path once', () => {
    const declared = Object.entries(features)
      .filter(([file]) => file !== './pages.ts')
      .flatMap(([, maps]) => Object.values(maps))
      .flatMap((map) => Object.entries(map));
    expect(declared.length).toBeGreaterThan(70);
    expect(new Set(declared.map(([path]) => path)).size).toBe(declared.length);
    const registered = new Set(allPages().map(([, page]) => page));
    expect(declared.filter(([, page]) => !registered.has(page)).map(([path]) => path)).toEqual([]);
  });

  it('has a page for each kind of record to which events lead', () => {
    const addresses = historyEntities.flatMap((entity) => addressOf(entity, '1') ?? []);
    expect(addresses.length).toBeGreaterThan(6);
    expect(addresses.filter((address) => !pageAt(address))).toEqual([]);
  });

  it('has a page at the address of every link', () => {
    const links = Object.values(sources).flatMap(linksOf);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((link) => link !== '/login' && !pageAt(link))).toEqual([]);
  });
});

describe('the page at an address', () => {
  it.each([
    ['/', '/'],
    ['/tags', '/tags'],
    ['/tags?filter={}', '/tags'],
    ['/tags/create', '/tags/create'],
    ['/tags/1', '/tags/:id'],
    ['/machines/1/show/history', '/machines/:id/show/*'],
    ['/machines/1/settings/rollout', '/machines/:id/settings/rollout'],
    ['/menus/calendar', '/menus/calendar/:year?'],
    ['/menus/1/rollout', '/menus/:id/rollout'],
  ])('%s is that of the path %s', (address, path) => {
    expect(allPages().find(([, page]) => page === pageAt(address))?.[0]).toBe(path);
  });

  it('is none where no page is declared', () => {
    expect(pageAt('/nowhere')).toBeUndefined();
  });
});
