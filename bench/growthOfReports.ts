import { withClient } from '../server/src/db/withClient.ts';
import { runCommand } from '../server/src/operator/commands.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { medianOf, text, times, untilQuiet } from './growth.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  url: string;
  /** The environment of the server, for the operator's command. */
  settings: Record<string, string>;
  /** Tokens of the first client admins, by organisation from 1. */
  tokens: readonly string[];
  table: Row[];
}

const organisation = 7;
const machines = 50;
const days = 60;
/** The protocol's one a minute while the oven works, ten hours a day. */
const perDay = 600;
const machine = idOf(5, organisation * 1_000_000 + 1);
const whole = (value: number) => Math.round(value).toLocaleString('en');

/** SCL-03: what readings take on the disk, and how long the calls that read them take, before and after packing. */
export async function measurePacking({ port, url, settings, tokens, table }: Place): Promise<void> {
  await withClient(url, async (owner) => {
    // Days of their own, as a database has them that was not filled at once.
    await owner.query('drop table readings_before');
    for (let day = 0; day <= days + 2; day += 1)
      await owner.query(`do $$ declare since timestamptz := date_trunc('day', now(), 'UTC') - ${day} * interval '1 day';
        begin execute format('create table %I partition of readings for values from (%L) to (%L)',
          'readings_' || to_char(since, 'YYYY_MM_DD'), since, since + interval '1 day'); end $$`);
    await owner.query(
      `insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius", "setTemperatureCelsius",
          "energyKilowattHours", "doorOpen", step)
        select machine.id, machine."organisationId", date_trunc('day', now()) - d * interval '1 day' + interval '4 hours'
            + n * interval '60 s' + (random() * 30)::int * interval '1 ms',
          round((220 + 30 * sin(n / 9.0) + random())::numeric, 1), 220 + 10 * (n / 200 % 3),
          round((40000 + (60 - d) * 60 + n / 12.0)::numeric, 2), n % 40 = 0, 1 + n / 15 % 4
        from (select id, "organisationId" from machines where "organisationId" = $1 order by id limit $2) machine,
          generate_series(3, $3::int + 2) d, generate_series(0, $4::int - 1) n`,
      [idOf(1, organisation), machines, days, perDay],
    );
  });
  await untilQuiet(url);
  const token = tokens[organisation - 1] ?? '';
  const ago = (many: number) => new Date(Date.now() - many * 86_400_000).toISOString();
  const chart = `/api/machines/${machine}/readings?from=${ago(10)}&to=${ago(9)}&itemsPerPage=1000`;
  const month = `/api/machines/${machine}/stats`;
  const measure = async () => ({
    bytes: await bytesOf(url),
    chart: await medianOf(port, token, chart, 60),
    month: await medianOf(port, token, month, 60),
  });
  const before = await measure();
  const from = performance.now();
  // The server may have begun; it leaves what this command is at, and the other way round.
  do await runCommand(['retention', 'now'], settings, () => undefined);
  while (await isLeft(url));
  const seconds = (performance.now() - from) / 1000;
  await untilQuiet(url);
  const after = await measure();
  const rows = machines * days * perDay;
  table.push({
    what: `SCL-03 ${whole(rows)} readings on the disk`,
    ours: `${(after.bytes / rows).toFixed(1)} bytes each, packed in ${whole(seconds)} s`,
    against: `${(before.bytes / rows).toFixed(1)} bytes each (rows and key)`,
    ratio: `${((100 * after.bytes) / before.bytes).toFixed(1)} %`,
    bar: '≤ 10 %',
  });
  for (const [what, ours, other] of [
    ['SCL-03 the chart of a packed day', after.chart, before.chart],
    ['SCL-03 MAC-03 a month of a machine, packed', after.month, before.month],
  ] as const)
    table.push({
      what,
      ours: text(ours),
      against: `${text(other)} (not packed)`,
      ratio: times(ours, other),
      bar: '≤ 1.5x',
    });
}

/** Rows and indexes of the readings. */
async function bytesOf(url: string): Promise<number> {
  const { rows } = await withClient(url, (owner) =>
    owner.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits
        where inhparent in ('readings'::regclass, '"packedReadings"'::regclass)`,
    ),
  );
  return Number(rows[0]?.bytes);
}

async function isLeft(url: string): Promise<boolean> {
  const { rowCount } = await withClient(url, (owner) => owner.query('select from readings limit 1'));
  return rowCount !== 0;
}
