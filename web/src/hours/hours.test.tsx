// @vitest-environment happy-dom
import {
  type DayOpening,
  noHours,
  type OpeningWeek,
  type StructureHours,
  weekdays,
} from '@fournil/contract/hours/hours';
import type { StructureDetail } from '@fournil/contract/structures/structure';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { changedMeanwhile } from '../testing/changedMeanwhile.ts';
import { type SentCall, type Server, showPage } from '../testing/showPage.tsx';
import { HoursEdit } from './edit/HoursEdit.tsx';
import { weekLines } from './hoursTexts.ts';
import { HoursPart } from './show/HoursPart.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const uuid = (last: number) => `01a213da-5248-74b8-a388-00000000000${last}`;
const morning: DayOpening = [{ from: '05:00', to: '13:00' }];
const week = {
  ...Object.fromEntries(weekdays.map((day) => [day, morning])),
  saturday: [...morning, { from: '15:00', to: '19:00' }],
  sunday: [],
} as unknown as OpeningWeek;
const chain = { isOwn: false, of: { id: uuid(1), name: 'Chain' } };
const counting: StructureHours = {
  timezone: 'Europe/Paris',
  week: { days: week, ...chain },
  holidays: { calendar: { country: 'FR', region: '67', changes: [] }, ...chain },
  exceptions: [],
  isOpen: true,
  changesAt: '2099-12-24T12:00:00.000Z',
  days: [
    { date: '2099-12-24', opening: morning, reason: 'exception', name: 'Christmas Eve' },
    { date: '2099-12-25', opening: [], reason: 'holiday', name: 'Christmas Day' },
    { date: '2099-12-26', opening: morning, reason: 'week', name: null },
  ],
};
const unset: StructureHours = { ...counting, timezone: null, week: null, holidays: null, isOpen: null, days: [] };

it('HRS-01 days in a row with the same hours are one line', () => {
  expect(weekLines(week).map(({ first, last }) => [first, last])).toEqual([
    ['monday', 'friday'],
    ['saturday', 'saturday'],
    ['sunday', 'sunday'],
  ]);
});

describe('HRS-01 the hours on the page of a structure', () => {
  const show = (hours: StructureHours, as = {}) =>
    showPage(<HoursPart id={uuid(0)} />, { server: { [`GET /structures/${uuid(0)}/hours`]: () => hours }, as });
  const lines = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

  it('say whether it is open, the week, where it comes from, and the next days that differ', async () => {
    show(counting);
    expect(await screen.findByText(/^Open until Thursday,? 24 December/)).toBeTruthy();
    expect(lines()).toEqual([
      'Monday to Friday05:00–13:00',
      'Saturday05:00–13:00, 15:00–19:00',
      'Sundayclosed',
      expect.stringMatching(/^Thu.*24 DecemberChristmas Eve05:00–13:00$/),
      expect.stringMatching(/^Fri.*25 DecemberChristmas Dayclosed$/),
    ]);
    expect(screen.getAllByText('As Chain')).toHaveLength(1);
    expect(screen.getByText('Public holidays: France (67)')).toBeTruthy();
  });

  it('say what counts where none are set, and that times without a timezone are in UTC', async () => {
    show(unset);
    expect(await screen.findByText('No opening hours are set: updates come at any time.')).toBeTruthy();
    cleanup();
    show({ ...counting, timezone: null, week: { days: week, isOwn: false, of: null } });
    expect(await screen.findByText(/times count as UTC/)).toBeTruthy();
    expect(screen.getByText('As a structure above')).toBeTruthy();
  });

  it('are edited by those who may edit structures', async () => {
    show(unset);
    expect(await screen.findByRole('link', { name: 'Set hours' })).toBeTruthy();
    cleanup();
    show(counting, { kind: 'user', rights: ['ROLE_STRUCTURE_ACCESS'] });
    await screen.findByText('As Chain');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('HRS-01 the form of the hours', () => {
  it('API-06 names the holiday and the dates that somebody else changed meanwhile', async () => {
    const read = { ...structure, hours: { ...noHours, week } };
    const holidays = { country: 'FR', region: null, changes: [{ holiday: '12-26', opening: 'usual' }] };
    const exceptions = [{ from: '2099-08-01', to: '2099-08-14', name: 'Summer', opening: [] }];
    const theirs = { ...structure, hours: { week, holidays, exceptions }, version: 4 };
    const { server } = changedMeanwhile(`/structures/${uuid(0)}`, { read, theirs });
    edit({}, server);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove these hours of Monday' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('FR · 12-26: =');
    expect(notice.textContent).toContain('2099-08-01 – 2099-08-14 – Summer');
  });

  const structure = {
    '@id': `/api/structures/${uuid(0)}`,
    id: uuid(0),
    name: 'Shop',
    ancestors: [{ '@id': `/api/structures/${uuid(1)}`, ...chain.of }],
    timezone: 'Europe/Paris',
    hours: noHours,
    version: 3,
  } as unknown as StructureDetail;
  const edit = (shown: Partial<StructureDetail> = {}, server: Server = {}) => {
    const put = vi.fn(({ body }: SentCall) => ({ ...structure, ...(body as object), version: 4 }));
    showPage(<HoursEdit />, {
      server: {
        [`GET /structures/${uuid(0)}`]: () => ({ ...structure, ...shown }),
        [`GET /structures/${uuid(1)}/hours`]: () => ({ ...counting, week: { ...counting.week, isOwn: true } }),
        [`PUT /structures/${uuid(0)}`]: put,
        'GET /holiday-calendars': () => ({
          countries: [
            { country: 'FR', regions: [{ code: '67', name: 'Bas-Rhin' }] },
            { country: 'LU', regions: [] },
          ],
        }),
        'GET /holiday-calendars/FR': () => ({
          holidays: [{ holiday: '12-25', date: '2099-12-25', name: 'Christmas Day' }],
        }),
        ...server,
      },
      at: `/structures/${uuid(0)}/hours`,
      path: '/structures/:id/hours',
      as: { country: 'FR' } as never,
    });
    return put;
  };
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Another page');
  };
  const group = (name: string) => within(screen.getByRole('group', { name }));

  it('begins with the week from above, copies a day down, and saves all three parts', async () => {
    const put = edit();
    await userEvent.click(await screen.findByRole('radio', { name: 'Own hours' }));
    fireEvent.change(screen.getByLabelText('End, Friday'), { target: { value: '00:00' } });
    await userEvent.click(screen.getByRole('button', { name: 'Copy the hours of Friday to the days below' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove these hours of Sunday' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add hours on Monday' }));
    await save();
    const long = [{ from: '05:00', to: '24:00' }];
    expect(put.mock.calls[0]?.[0]).toMatchObject({ version: '"3"' });
    expect(put.mock.calls[0]?.[0].body).toEqual({
      hours: {
        ...noHours,
        week: {
          ...week,
          monday: [...morning, { from: '15:00', to: '19:00' }],
          friday: long,
          saturday: long,
          sunday: [],
        },
      },
    });
  });

  it('names the rule that hours break, beside their day, and does not send them', async () => {
    const put = edit({ hours: { ...noHours, week } });
    fireEvent.change(await screen.findByLabelText('Start, Monday'), { target: { value: '13:00' } });
    expect(await screen.findByText('These hours begin and end at the same time')).toBeTruthy();
    expect(screen.getByLabelText('Start, Monday').getAttribute('aria-invalid')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/The form is not valid/);
    expect(put).not.toHaveBeenCalled();
  });

  it('has the holidays of a country, on which it is closed, open as usual, or has hours of its own', async () => {
    const put = edit();
    await screen.findByRole('group', { name: 'Public holidays' });
    await userEvent.click(group('Public holidays').getByRole('radio', { name: 'Holidays of a country' }));
    await userEvent.selectOptions(await screen.findByLabelText('Region'), 'Whole country');
    const christmas = await screen.findByLabelText('Christmas Day: open or closed');
    await userEvent.selectOptions(christmas, 'Special hours');
    await userEvent.selectOptions(christmas, 'As usual');
    expect(screen.getByText('Holidays: date-holidays, CC BY 3.0')).toBeTruthy();
    await save();
    expect(put.mock.calls[0]?.[0].body).toMatchObject({
      hours: { holidays: { country: 'FR', region: null, changes: [{ holiday: '12-25', opening: 'usual' }] } },
    });
  });

  it('has exceptional dates, whose end follows their beginning', async () => {
    const put = edit();
    await userEvent.click(await screen.findByRole('button', { name: 'Add dates' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2099-08-01' } });
    await userEvent.type(screen.getByLabelText(/^Name/), 'Summer');
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2099-07-01' } });
    expect(await screen.findByText('The period ends before it begins')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2099-08-14' } });
    await save();
    expect(put.mock.calls[0]?.[0].body).toEqual({
      hours: { ...noHours, exceptions: [{ from: '2099-08-01', to: '2099-08-14', name: 'Summer', opening: [] }] },
    });
  });
});
