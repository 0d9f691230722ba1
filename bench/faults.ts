import { weekdays } from '@fournil/contract/hours/hours';
import { faultCodes } from '@fournil/contract/machines/faults';
import { withClient } from '../server/src/db/withClient.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { medianOf, text, times, untilQuiet } from './growth.ts';
import { openSeeded } from './seeded.ts';
import { printTable, type Row } from './table.ts';

/**
 * DAY-16, `npm run bench -- faults`: the list of faults of an organisation with a million of them, against its list of
 * 4,000 machines; with period, place, kind and search, and in each order.
 */
const machines = 4000;
const faults = 1_000_000;
const days = 365;
const samples = 25;

const table: Row[] = [];
const { url, port, tokens, close } = await openSeeded({ organisations: 1, machines });
const [token = ''] = tokens;
try {
  await addFaults();
  await untilQuiet(url);
  const ago = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await measure([
    ['newest first', ''],
    ['oldest first', '&order[dateStart]=asc'],
    ['last night', '&period=lastNight'],
    ['the last 7 days', '&period=last7Days'],
    ['a day half a year ago', `&from=${ago(180)}&to=${ago(179)}`],
    ['open ones', '&open=true'],
    ['one code', '&kind=E03'],
    ['one structure', `&structure=${idOf(3, 101)}`],
    ['one machine', `&machine=${idOf(1, 101)}`],
    ['a search', '&q=1'],
    ...['dateEnd', 'duration', 'kind', 'machineName', 'structureName', 'program'].flatMap((field): [string, string][] =>
      ['asc', 'desc'].map((direction) => [`by ${field} ${direction}`, `&order[${field}]=${direction}`]),
    ),
  ]);
  await addShops();
  await measure([
    ['last night in 1,000 shops of 40 hours', '&period=lastNight'],
    ['the last 7 days in 1,000 shops', '&period=last7Days'],
    ['the last 30 days, by duration', '&period=last30Days&order[duration]=desc'],
  ]);
} finally {
  await close();
}
printTable(table);

async function measure(queries: readonly [name: string, query: string][]): Promise<void> {
  for (const [name, query] of queries) {
    const list = await medianOf(port, token, '/api/machines?page=1&itemsPerPage=30', samples);
    const page = await medianOf(port, token, `/api/faults?page=1&itemsPerPage=50${query}`, samples);
    table.push({
      what: `DAY-16 faults, ${name}`,
      ours: text(page),
      against: `${text(list)} (list of machines)`,
      ratio: times(page, list),
      bar: '',
    });
  }
}

/** In three timezones, each closing at one of 40 times. */
async function addShops(): Promise<void> {
  await withClient(url, async (owner) => {
    await owner.query(
      `insert into structures (id, "organisationId", name, timezone, "ownTimezone", hours)
       select ('00000009-0000-7000-8000-' || lpad(shop::text, 12, '0'))::uuid, organisations.id, 'Shop ' || shop,
         zone, zone, jsonb_build_object('holidays', null, 'exceptions', '[]'::jsonb, 'week',
           (select jsonb_object_agg(day, jsonb_build_array(jsonb_build_object('from', '05:00',
             'to', to_char(time '13:00' + shop % 40 * interval '10 min', 'HH24:MI')))) from unnest($1::text[]) as day))
       from organisations, generate_series(1, 1000) as shop,
         lateral (select ('{Europe/Paris,Europe/Lisbon,Asia/Tokyo}'::text[])[1 + shop % 3] as zone) as zones`,
      [weekdays],
    );
    await owner.query(
      `with numbered as (select id, 1 + row_number() over (order by id) % 1000 as shop from machines)
       update machines set "structureId" = ('00000009-0000-7000-8000-' || lpad(shop::text, 12, '0'))::uuid
       from numbered where numbered.id = machines.id`,
    );
    await owner.query('vacuum analyze');
  });
}

/** Over a year, each of up to two hours; of each thousand one lasts, and one for three weeks. */
async function addFaults(): Promise<void> {
  await withClient(url, async (owner) => {
    await owner.query(
      `with numbered as (select id, "organisationId", row_number() over (order by id) - 1 as number from machines)
       insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart", "dateEnd")
       select gen_random_uuid(), numbered.id, "organisationId", ($1::text[])[1 + fault % ${faultCodes.length}],
         "dateStart", case fault % 1000 when 1 then null when 2 then "dateStart" + interval '21 days'
           else "dateStart" + random() * interval '2 hours' end
       from generate_series(1, $2) as fault
         join numbered on numbered.number = fault % $3,
         lateral (select now() - (fault::float / $2 * $4 + random() / 1000) * interval '1 day' as "dateStart") as begins
       on conflict do nothing`,
      [faultCodes, faults, machines, days],
    );
    await owner.query('vacuum analyze');
  });
}
