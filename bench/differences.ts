import { withClient } from '../server/src/db/withClient.ts';
import { idOf } from '../server/src/operator/seedLoad.ts';
import { medianOf, text, times } from './growth.ts';
import { openSeeded } from './seeded.ts';
import { printTable, type Row } from './table.ts';

/**
 * MNU-05, `npm run bench -- differences`: the page of differences of an organisation of 100,000 installations, against its
 * list of machines, when one installation of fifty was changed at its oven, and when each one was.
 */
const machines = 20_000;
const installations = machines * 5;
const samples = 40;

const table: Row[] = [];
const { url, port, tokens, close } = await openSeeded({ organisations: 1, machines });
const [token = ''] = tokens;
try {
  for (const oneIn of [50, 1]) {
    await changeOneIn(url, oneIn);
    const list = await medianOf(port, token, '/api/machines?page=1&itemsPerPage=30', samples);
    const filters = {
      organisation: '',
      structure: `&structure=${idOf(3, 101)}`,
      program: `&program=${idOf(4, 101)}`,
    };
    for (const [name, filter] of Object.entries(filters)) {
      const path = `/api/programMachines?changed=true&kept=false&order[since]=desc&page=1&itemsPerPage=50${filter}`;
      const page = await medianOf(port, token, path, samples);
      table.push({
        what: `MNU-05 differences by ${name}, ${installations / oneIn} of ${installations} installations`,
        ours: text(page),
        against: `${text(list)} (list of machines)`,
        ratio: times(page, list),
        bar: '',
      });
    }
  }
} finally {
  await close();
}
printTable(table);

/** As ovens would have reported it: with the settings of their own, at different times. */
async function changeOneIn(url: string, oneIn: number): Promise<void> {
  await withClient(url, async (owner) => {
    await owner.query(
      `insert into "changedBodies" ("organisationId", sha256, "programId", name, "phaseGroups")
       select "organisationId", 'changed ' || "programId", "programId", name, "phaseGroups"
       from "programRevisions" on conflict do nothing`,
    );
    await owner.query(
      `update installations set "reportedState" = 'changed', "reportedRevision" = 1,
         "reportedSha256" = 'changed ' || "programId", "reportedAt" = now() - number * interval '1 second'
       from (select id, row_number() over (order by id) as number from installations) numbered
       where numbered.id = installations.id and number % $1 = 0`,
      [oneIn],
    );
    await owner.query('vacuum analyze');
  });
}
