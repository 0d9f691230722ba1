// @vitest-environment happy-dom
import type { ListedFault } from '@fournil/contract/machines/faultList';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collection, type SentCall, showPage } from '../../testing/showPage.tsx';
import { FaultList } from './FaultList.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const machine = '0199a000-0000-7000-8000-000000000001';
const fault = (fields: Partial<ListedFault>): ListedFault => ({
  '@id': '/api/faults/1',
  '@type': 'Fault',
  id: '1',
  kind: 'E03',
  machine: `/api/machines/${machine}`,
  machineName: 'Four 1',
  serialNumber: 'F-1',
  structure: null,
  structureName: 'Lille',
  timezone: 'Europe/Paris',
  dateStart: '2026-01-14T03:12:00.000Z',
  dateEnd: '2026-01-14T03:30:00.000Z',
  bake: { program: { id: null, name: 'Baguette', revision: null, sha256: null, changed: null }, start: '' },
  otherMachines: 0,
  clockWrong: false,
  byServer: false,
  ...fields,
});
const faults = [
  fault({}),
  fault({ id: '2', kind: 'outage', dateEnd: null, bake: null, otherMachines: 3 }),
  fault({ id: '3', kind: 'E08', bake: { program: null, start: '' } }),
];

function open(total = faults.length, filter: object = {}) {
  const asked: URLSearchParams[] = [];
  const server = {
    'GET /faults': ({ query }: SentCall) => {
      asked.push(query);
      return collection(total === 0 ? [] : faults, total);
    },
    [`GET /machines/${machine}`]: () => ({ id: machine, name: 'Four 1' }),
    'GET /structures': () => collection([]),
  };
  const at = `/faults?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  showPage(<FaultList />, { server, at, as: { kind: 'clientAdmin', rights: [], roles: [] } });
  return { lastAsked: () => Object.fromEntries(asked.at(-1) ?? []) };
}

describe('DAY-16 the page of faults', () => {
  it('says of each where, when, how long, and what was baking, and leads to machine and meaning', async () => {
    open();
    await screen.findByText('Baguette');
    const [, first, lost, byHand] = screen.getAllByRole('row');
    expect(first?.textContent).toContain('E03 Security thermostat');
    expect(first?.textContent).toMatch(/Four 1.*Lille.*04:12.*04:30.*18.min.*Baguette/);
    expect(
      within(first as HTMLElement)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual([`/machines/${machine}/show/defaults`, `/machines/${machine}/show`]);
    expect(lost?.textContent).toMatch(/Connection lost.*with 3 other machines of the same outage.*not resolved/);
    expect(byHand?.textContent).toContain('manual baking');
  });

  it('asks for a period in one click, and a chosen day takes its place', async () => {
    const { lastAsked } = open(3, { kind: 'E03' });
    fireEvent.click(await screen.findByRole('button', { name: 'Last night' }));
    await waitFor(() => expect(lastAsked()).toMatchObject({ period: 'lastNight', kind: 'E03' }));
    expect(screen.getByText(/^Last night is when each structure was closed/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Last night' }).getAttribute('aria-pressed')).toBe('true');
    const from = screen.getByLabelText('From');
    // As a browser tells of a year that is being typed.
    for (const value of ['0002-01-14', '0020-01-14', '0202-01-14', '2026-01-14'])
      fireEvent.change(from, { target: { value } });
    await waitFor(() => expect(lastAsked()).toMatchObject({ from: '2026-01-13T23:00:00.000Z', kind: 'E03' }));
    expect(lastAsked()).not.toHaveProperty('period');
    expect(screen.getByLabelText('From')).toBe(from);
    expect((from as HTMLInputElement).value).toBe('2026-01-14');
    // No preset is chosen now, not even that for all.
    expect(screen.queryByRole('button', { pressed: true })).toBe(null);
    fireEvent.click(screen.getByRole('button', { name: 'Any time' }));
    await waitFor(() => expect(screen.getByRole('button', { pressed: true }).textContent).toMatch(/^Any time/));
  });

  it('names the machine to which a link has narrowed it, which can be taken off', async () => {
    const { lastAsked } = open(3, { machine });
    await waitFor(() => expect(lastAsked()).toMatchObject({ machine }));
    const chip = (await screen.findAllByText('Four 1')).find((one) => one.closest('.chip'));
    fireEvent.click(within(chip?.closest('.chip') as HTMLElement).getByRole('button'));
    await waitFor(() => expect(lastAsked()).not.toHaveProperty('machine'));
  });

  it('says that only the newest are in the order of what was baking', async () => {
    open(10_001);
    fireEvent.click(await screen.findByRole('button', { name: 'Being baked' }));
    expect(await screen.findByText('In this order are the newest 10,000 only.')).toBeTruthy();
  });

  it('tells no fault so far from none with these filters', async () => {
    open(0);
    expect(await screen.findByText('No fault so far')).toBeTruthy();
    cleanup();
    open(0, { period: 'yesterday' });
    expect(await screen.findByText('No fault found')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Show all faults' })).toBeTruthy();
  });
});
