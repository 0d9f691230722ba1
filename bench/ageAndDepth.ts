import { withClient } from '../server/src/db/withClient.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { medianOf, text, times, untilQuiet } from './growth.ts';
import type { Row } from './table.ts';

interface Place {
  port: number;
  url: string;
  /** Tokens of the first client admins, by organisation from 1. */
  tokens: readonly string[];
  table: Row[];
}

const organisation = 5;
const oldMachine = idOf(5, organisation * 1_000_000 + 1);
const youngMachine = idOf(5, organisation * 1_000_000 + 2);

/** Calls whose time should not grow with age and depth: a machine's month after years of reports, a deep tree. */
export async function measureAgeAndDepth({ port, url, tokens, table }: Place): Promise<void> {
  await withClient(url, async (owner) => {
    for (const [machine, reports] of [
      [oldMachine, 200_000],
      [youngMachine, 4320],
    ])
      await owner.query(
        `insert into activities (id, "machineId", "organisationId", "reportId", type, at, "programName")
         select gen_random_uuid(), $1, $2, 'life' || n, (array['ProgramStart', 'ProgramEnd'])[1 + n % 2],
           now() - n * interval '10 minutes', 'Bread'
         from generate_series(1, $3::int) n`,
        [machine, idOf(1, organisation), reports],
      );
    await owner.query('update "machineStates" set "daysFilled" = false where "machineId" = any($1)', [
      [oldMachine, youngMachine],
    ]);
    // Chains of twelve levels, and the machines of the organisation spread over all of them.
    await owner.query(
      `insert into structures (id, "organisationId", "parentId", name)
       select ('00000006-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $1,
         case when n % 12 > 0 then ('00000006-0000-7000-8000-' || lpad((n - 1)::text, 12, '0'))::uuid
           end, 'Level ' || n % 12
       from generate_series(12, 1011) n`,
      [idOf(1, organisation)],
    );
    await owner.query(
      `update machines set "structureId" = ('00000006-0000-7000-8000-' || lpad((12 + right("serialNumber",
        3)::int % 1000)::text, 12, '0'))::uuid
       where "organisationId" = $1 and "serialNumber" ~ '[0-9]{3}$'`,
      [idOf(1, organisation)],
    );
  });
  await untilQuiet(url);
  const token = tokens[organisation - 1] ?? '';
  const old = await medianOf(port, token, `/api/machines/${oldMachine}/stats`, 40);
  const young = await medianOf(port, token, `/api/machines/${youngMachine}/stats`, 40);
  table.push({
    what: 'MAC-03 a month of a machine with 200,000 reports',
    ours: text(old),
    against: `${text(young)} (with 4,320)`,
    ratio: times(old, young),
    bar: '≤ 1.5x',
  });
  const deep = await medianOf(port, token, '/api/structures?lvl=0', 60);
  const flat = await medianOf(port, tokens[organisation] ?? '', '/api/structures?lvl=0', 60);
  table.push({
    what: 'STR-01 a tree of 1,000 structures, 12 levels deep',
    ours: text(deep),
    against: `${text(flat)} (of 50, 2 levels)`,
    ratio: times(deep, flat),
    bar: '≤ 5x',
  });
}
