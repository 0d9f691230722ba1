// @vitest-environment happy-dom
import type { OutageView } from '@fournil/contract/machines/outages';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { Outages } from './Outages.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const outage = (fields: Partial<OutageView>): OutageView => ({
  '@id': '/api/outages/1',
  '@type': 'Outage',
  id: '1',
  structure: null,
  names: ['Oven 1'],
  machines: 1,
  lost: 1,
  dateStart: '2026-03-10T08:00:00.000Z',
  dateEnd: null,
  ...fields,
});
const open = (outages: OutageView[], machine?: { timezone: string | null }) =>
  showPage(<Outages about="machineCounts" path="/outages" {...(machine && { machine })} />, {
    server: { 'GET /outages': () => collection(outages) },
  });

it('SCL-01 the outages of a structure say whose they are, how many are not back, and how long they lasted', async () => {
  const site = { structure: { id: 's1', name: 'Lyon' }, machines: 12 };
  open([
    outage({ id: '1', ...site, lost: 3 }),
    outage({ id: '2', ...site, lost: 0, dateEnd: '2026-03-10T09:30:00.000Z' }),
    outage({ id: '3' }),
  ]);
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines[0]).toMatch(/^Lyon: 12 machines.*3 not back · for \d/);
  expect(lines[1]).toMatch(/^Lyon: 12 machines.*lasted 1.h.30/);
  expect(lines[2]).toMatch(/^Oven 1.*not back/);
});

it('SCL-01 those of a machine say whether it was lost alone', async () => {
  open([outage({})], { timezone: 'Europe/Paris' });
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^This machine alone/);
});
