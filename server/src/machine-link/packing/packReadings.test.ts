import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { organisationScope } from '../../db/database.ts';
import { unpacked } from '../../db/unpackedReadings.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, type Oven } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { packSome, readingsPacking } from './packReadings.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const day = 86_400_000;
/** An hour of ten days ago. */
const start = Math.floor((Date.now() - 10 * day) / 3_600_000) * 3_600_000;
const at = (minute: number, milliseconds = 0) => new Date(start + minute * 60_000 + milliseconds).toISOString();

async function anOven(): Promise<{ id: string; oven: Oven }> {
  const { machine, credentials } = await aPairedMachine(server, admin);
  return { id: machine.id, oven: await connectOven(credentials) };
}

interface Said {
  at: string;
  chamber: number | null;
  set: number | null;
  energy: number;
  doorOpen: boolean;
  step: number | null;
}
const reading = (id: string, { at: time, chamber, set, energy, doorOpen, step }: Said) => ({
  id,
  at: time,
  chamberTemperatureCelsius: chamber,
  setTemperatureCelsius: set,
  energyKilowattHours: energy,
  doorOpen,
  program: step === null ? null : { id: null, name: 'Rye', step, stepCount: 50, elapsedSeconds: 1, totalSeconds: 2 },
});
const plain = (minute: number, more: Partial<Said> = {}): Said => ({
  at: at(minute),
  chamber: 200.5 + minute,
  set: 220,
  energy: 40_000.25 + minute / 100,
  doorOpen: false,
  step: 1,
  ...more,
});
const pack = () => readingsPacking.remove(server.services);

/** The answers of every call that reads readings. */
async function answersOf(id: string) {
  const queries = [
    '',
    '?itemsPerPage=3',
    `?from=${at(7)}&to=${at(190)}`,
    `?from=${at(61)}&itemsPerPage=2`,
    `?from=${at(59)}&to=${at(60)}`,
  ];
  const lists = await Promise.all(queries.map((query) => admin.get(`/machines/${id}/readings${query}`)));
  const periods = [
    [-10, 300],
    [5, 20],
    [61, 119],
    [60, 181],
  ] as const;
  const stats = await Promise.all(
    periods.map(([from, to]) => admin.get(`/machines/${id}/stats?from=${at(from)}&to=${at(to)}`)),
  );
  return [...lists, ...stats].map(({ status, body }) => [status, body]);
}
/** Every column of every reading, whether it is packed or not. */
const rowsOf = (id: string) =>
  server.ownerQuery<{ reading: string }>(
    `select jsonb_build_array(at, "chamberTemperatureCelsius", "setTemperatureCelsius", "energyKilowattHours",
        "doorOpen", step, "saidAt", "reportId")::text as reading from (
      select at, "chamberTemperatureCelsius", "setTemperatureCelsius", "energyKilowattHours", "doorOpen", step,
        "saidAt", "reportId" from readings where "machineId" = $1
      union all select known.* from "packedReadings" packed, ${unpacked('packed')} as known
        where "machineId" = $1) as every order by 1`,
    [id],
  );
const countUnpacked = async (id: string) =>
  (await server.ownerQuery<{ count: number }>('select count(*)::int from readings where "machineId" = $1', [id]))[0]
    ?.count;

describe('SCL-03 readings older than two days are packed by the hour,', () => {
  it('and every call answers as before, whatever the values are', async () => {
    const { id, oven } = await anOven();
    const said = fc.record({
      minute: fc.integer({ min: 0, max: 190 }),
      milliseconds: fc.integer({ min: 0, max: 59_999 }),
      chamber: fc.oneof(
        fc.constant(null),
        fc.integer({ min: -400, max: 10_000 }).map((tenths) => tenths / 10),
        fc.double({ min: -40, max: 1000, noNaN: true }),
      ),
      set: fc.option(fc.oneof(fc.constant(220), fc.double({ min: -40, max: 1000, noNaN: true }))),
      energy: fc.oneof(
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        fc.integer({ min: 0, max: 10 ** 6 }).map((wh) => wh / 1000),
      ),
      doorOpen: fc.boolean(),
      step: fc.option(fc.integer({ min: 1, max: 50 })),
    });
    let number = 0;
    const next = () => ++number;
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 60 }), async (some) => {
        await server.ownerQuery('delete from readings');
        await server.ownerQuery('delete from "packedReadings"');
        const entries = some.map(({ minute, milliseconds, ...rest }) =>
          reading(`p${next()}`, { at: at(minute, milliseconds), ...rest }),
        );
        await oven.report('readings', { entries });
        // Another oven behind the same entry since the middle of them: energy between the two is not counted.
        const middle = some[Math.floor(some.length / 2)]?.minute ?? 0;
        await server.ownerQuery('update machines set "pairedAt" = $2 where id = $1', [id, at(middle)]);
        const [rows, answers] = [await rowsOf(id), await answersOf(id)];
        await pack();
        expect(await countUnpacked(id)).toBe(0);
        expect(await rowsOf(id)).toEqual(rows);
        expect(await answersOf(id)).toEqual(answers);
      }),
      { numRuns: 15 },
    );
    await oven.close();
  }, 120_000);

  it('LNK-05 a late reading is added to its hour, and one that is repeated is not stored again', async () => {
    const { id, oven } = await anOven();
    const minutes = Array.from({ length: 130 }, (_, minute) => minute);
    const report = (some: number[]) =>
      oven.report('readings', { entries: some.map((minute) => reading(`l${minute}`, plain(minute))) });
    const late = [30, 65, 66];
    await report(minutes);
    const [rows, answers] = [await rowsOf(id), await answersOf(id)];
    await server.ownerQuery('delete from readings where "machineId" = $1 and at = any($2)', [
      id,
      late.map((one) => at(one)),
    ]);
    await pack();
    expect(await countUnpacked(id)).toBe(0);
    await report([...late, 10, 64, 67]);
    expect(await answersOf(id)).toEqual(answers);
    await pack();
    expect(await countUnpacked(id)).toBe(0);
    expect(await rowsOf(id)).toEqual(rows);
    expect(await answersOf(id)).toEqual(answers);
    await oven.close();
  });

  it('LNK-05 readings of a wrong clock are found again after they were packed', async () => {
    const { id, oven } = await anOven();
    const wrong = [
      reading('w1', plain(0, { at: '2001-01-01T00:00:00.000Z' })),
      reading('w2', plain(1, { at: '2001-01-01T00:01:00.000Z' })),
    ];
    await oven.report('readings', { entries: wrong });
    await packSome(server.services, organisation, { from: '-infinity', to: at(20 * 24 * 60) });
    const rows = await rowsOf(id);
    expect([rows.length, await countUnpacked(id)]).toEqual([2, 0]);
    await oven.report('readings', { entries: wrong });
    expect(await rowsOf(id)).toEqual(rows);
    // The same readings with the time at which they were taken, from a clock that has been set.
    await oven.report('readings', { entries: [reading('w1', plain(3))] });
    expect(await rowsOf(id)).toEqual(rows);
    await oven.close();
  });

  it('by one of several servers, while reports come in, and without losing one', async () => {
    const { id, oven } = await anOven();
    const period = { from: '-infinity', to: at(7 * 60) };
    const reports = Array.from({ length: 20 }, (_, batch) =>
      oven.report('readings', {
        entries: Array.from({ length: 20 }, (__, n) => reading(`s${batch}-${n}`, plain(batch * 20 + n))),
      }),
    );
    const packing = Promise.all(Array.from({ length: 12 }, () => packSome(server.services, organisation, period)));
    await Promise.all([...reports, packing]);
    expect(await rowsOf(id)).toHaveLength(400);
    await pack();
    expect(await rowsOf(id)).toHaveLength(400);
    await oven.close();
  });

  // The coordinator of a Citus has no rows itself.
  it.skipIf(inject('citusUrl'))('into at most a tenth of the bytes', async () => {
    const { id, oven } = await anOven();
    await oven.close();
    const size = async (table: string) =>
      Number(
        (
          await server.ownerQuery<{ bytes: string }>(
            `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = $1::regclass`,
            [table],
          )
        )[0]?.bytes,
      );
    const before = [await size('readings'), await size('"packedReadings"')] as const;
    // A month of days of ten hours with a reading each minute, some milliseconds late, as an oven takes them.
    await server.ownerQuery(
      `insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius", "setTemperatureCelsius",
          "energyKilowattHours", "doorOpen", step)
        select $1, $2, $3::timestamptz - d * interval '1 day' + n * interval '60 s' + n % 7 * interval '3 ms',
          round((220 + 30 * sin(n / 9.0))::numeric, 1), 220 + 10 * (n / 200 % 3),
          round((40000 + d * 60 + n / 12.0)::numeric, 2), n % 40 = 0, 1 + n / 15 % 4
        from generate_series(1, 30) d, generate_series(0, 599) n`,
      [id, organisation, at(0)],
    );
    const raw = (await size('readings')) - before[0];
    expect(await server.services.db.read(organisationScope(organisation), async () => raw)).toBeGreaterThan(2_000_000);
    await pack();
    expect(await countUnpacked(id)).toBe(0);
    expect(((await size('"packedReadings"')) - before[1]) / raw).toBeLessThan(0.1);
  });
});
