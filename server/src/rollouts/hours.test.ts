import { type DayOpening, weekdays } from '@fournil/contract/hours/hours';
import { minuteMilliseconds } from '@fournil/contract/kit/durations';
import type { MachineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, type Person } from '../testing/builders.ts';
import { anAdminOfNew, makeStructure } from '../testing/structures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let shop: string;
let oven: string;

beforeAll(async () => {
  server = await openTestServer();
  admin = await anAdminOfNew(server);
  shop = (await makeStructure(admin, { name: 'Shop' })).id;
  oven = (await aMachine(admin, { structure: shop })).id;
});
afterAll(() => server.close());

const minuteNow = () => Math.floor(server.services.now().getTime() / minuteMilliseconds);
const clockOf = (minute: number) => new Date(minute * minuteMilliseconds).toISOString().slice(11, 16);
const updates = async () => (await admin.get(`/machines/${oven}/updates`)).expect(200) as MachineUpdates;

/** The shop has these hours each day, in minutes from now; the answer is in minutes from now as well. */
async function minutesUntilUpdates(...opening: [from: number, to: number][]): Promise<number | null> {
  const start = minuteNow();
  const day: DayOpening = opening
    .map(([from, to]) => ({ from: clockOf(start + from), to: clockOf(start + to) }))
    .sort((a, b) => (a.from < b.from ? -1 : 1));
  const week = Object.fromEntries(weekdays.map((one) => [one, day]));
  (await admin.put(`/structures/${shop}`, { hours: { week } })).expect(200);
  const { notBefore } = await updates();
  return notBefore === null ? null : Math.round(Date.parse(notBefore) / minuteMilliseconds) - start;
}

describe('HRS-01 updates while the shop of an oven is closed', () => {
  it('is what a new oven does, and at any time while the hours of its shop are not known', async () => {
    expect(await updates()).toMatchObject({ hours: 'whenClosed', hasOpeningHours: false, notBefore: null });
  });

  it('wait until it closes, for longer than a short pause, and not just before it opens', async () => {
    expect(await minutesUntilUpdates([-60, 120])).toBe(120);
    expect(await minutesUntilUpdates([-60, 120], [135, 300])).toBe(300);
    expect(await minutesUntilUpdates([20, 60])).toBe(60);
    expect(await minutesUntilUpdates([90, 200])).toBeNull();
    expect(await updates()).toMatchObject({ hasOpeningHours: true });
  });

  it('come at any time where it never closes, and where the owner has said so', async () => {
    const always = Object.fromEntries(weekdays.map((one) => [one, [{ from: '00:00', to: '24:00' }]]));
    (await admin.put(`/structures/${shop}`, { hours: { week: always } })).expect(200);
    expect((await updates()).notBefore).toBeNull();
    expect(await minutesUntilUpdates([-60, 120])).toBe(120);
    (await admin.put(`/machines/${oven}/updates`, { hours: null })).expect(200);
    expect(await updates()).toMatchObject({ hours: null, notBefore: null });
    (await admin.put(`/machines/${oven}/updates`, { hours: 'whenClosed' })).expect(200);
    expect((await updates()).notBefore).not.toBeNull();
  });
});
