import type pg from 'pg';
import { expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { databaseAt } from '../../testing/databaseAt.ts';
import { migrate } from '../migrate.ts';
import { withClient } from '../withClient.ts';

it('MAC-01 the migration counts existing machines, also where the owner of the tables is no superuser', async () => {
  const { byOwner, bySuperuser } = await databaseAt('0021-machine-counts');
  const organisations = [newId(), newId()];
  const add = (client: pg.Client, organisation: string | undefined, count: number) =>
    client.query(
      `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
       select gen_random_uuid(), $1, 'Oven', gen_random_uuid()::text, '', 'deck' from generate_series(1, $2::int)`,
      [organisation, count],
    );
  const totals = (client: pg.Client) =>
    client
      .query<{ total: number }>(
        `select sum(machines)::int as total from "machineTotals" group by "organisationId" order by 1`,
      )
      .then(({ rows }) => rows.map(({ total }) => total));
  await withClient(bySuperuser, async (client) => {
    for (const id of organisations)
      await client.query('insert into organisations (id, name) values ($1, $2)', [id, id]);
    await add(client, organisations[0], 3);
    await add(client, organisations[1], 5);
  });
  await migrate(byOwner);
  await withClient(bySuperuser, async (client) => {
    expect(await totals(client)).toEqual([3, 5]);
    await add(client, organisations[0], 4);
    await client.query('delete from machines where "organisationId" = $1', [organisations[1]]);
    expect(await totals(client)).toEqual([0, 7]);
    await client.query('begin');
    await add(client, organisations[1], 9);
    await client.query('rollback');
    expect(await totals(client)).toEqual([0, 7]);
  });
});
