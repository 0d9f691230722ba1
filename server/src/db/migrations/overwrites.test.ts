import { expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { databaseAt } from '../../testing/databaseAt.ts';
import { migrate } from '../migrate.ts';
import { withClient } from '../withClient.ts';

it('MNU-02 the migration keeps what was decided before: the change at the oven that gives way', async () => {
  const { byOwner, bySuperuser } = await databaseAt('0092-proof');
  const [organisation, machine, program] = [newId(), newId(), newId()];
  await withClient(bySuperuser, async (client) => {
    await client.query(`insert into organisations (id, name) values ($1, 'One')`, [organisation]);
    await client.query(
      `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
        values ($1, $2, 'Oven', 'S-1', '', 'deck')`,
      [machine, organisation],
    );
    await client.query(
      `insert into programs (id, "organisationId", name, category, revision, "totalSeconds", "phaseGroups")
        values ($1, $2, 'Bread', 'deck', 1, 60, '[]')`,
      [program, organisation],
    );
    await client.query(
      `insert into installations (id, "organisationId", "machineId", "programId", position, "reportedState",
          "reportedSha256", "overwriteChanged") values ($1, $2, $3, $4, 1, 'changed', 'theirs', true)`,
      [newId(), organisation, machine, program],
    );
  });
  await migrate(byOwner);
  const { rows } = await withClient(bySuperuser, (client) =>
    client.query('select "overwriteSha256" as hash from installations'),
  );
  expect(rows).toEqual([{ hash: 'theirs' }]);
});
