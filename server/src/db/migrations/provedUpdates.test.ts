import { expect, it } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { databaseAt } from '../../testing/databaseAt.ts';
import { migrate } from '../migrate.ts';
import { withClient } from '../withClient.ts';

it('SWU-06 the migration keeps the first of parallel rollouts of a version, and derives offered and proved versions from past rollouts', async () => {
  const { byOwner, bySuperuser } = await databaseAt('0043-filtered-logs');
  const organisation = newId();
  const [raced, done, empty, untouched] = [newId(), newId(), newId(), newId()];
  const rollouts = { first: newId(), second: newId(), done: newId(), empty: newId() };
  const machines = Array.from({ length: 4 }, () => newId());
  await withClient(bySuperuser, async (client) => {
    await client.query(`insert into organisations (id, name) values ($1, 'One')`, [organisation]);
    for (const id of machines)
      await client.query(
        `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
          values ($1, $2, 'Oven', $3, '', 'deck')`,
        [id, organisation, id],
      );
    for (const [index, id] of [raced, done, empty, untouched].entries())
      await client.query(
        `insert into "softwareUpdates" (id, version, beta, "fileName", "storedAs", "sizeBytes", sha256, sha1, signature,
          models, "createdBy")
         values ($1, $2, false, 'f', $2, 1, '', '', '', '{}', 'x')`,
        [id, `1.${index}.0`],
      );
    const begun = (id: string, update: string, state: string, minutes: number) =>
      client.query(
        `insert into rollouts (id, "updateId", state, "openAtPercent", "abortAtPercent", "silenceMinutes", "allowOlder",
          "thenGeneral", "createdBy", "createdAt")
         values ($1, $2, $3, 90, 2, 240, false, true, 'x', now() + $4 * interval '1 minute')`,
        [id, update, state, minutes],
      );
    await begun(rollouts.second, raced, 'running', 2);
    await begun(rollouts.first, raced, 'paused', 1);
    await begun(rollouts.done, done, 'done', 1);
    await begun(rollouts.empty, empty, 'done', 1);
    for (const [rollout, position, size] of [
      [rollouts.first, 0, 1],
      [rollouts.second, 0, 0],
      [rollouts.second, 1, 2],
      [rollouts.done, 0, 1],
      [rollouts.empty, 0, 0],
    ] as const)
      await client.query(`insert into "rolloutRings" values ($1, $2, 'Ring', '{}', $3, now(), now())`, [
        rollout,
        position,
        size,
      ]);
    for (const [index, [update, rollout, ring, state]] of (
      [
        [raced, rollouts.first, 0, 'waiting'],
        [raced, rollouts.second, 1, 'waiting'],
        [raced, rollouts.second, 1, 'downloading'],
        [done, rollouts.done, 0, 'done'],
      ] as const
    ).entries())
      await client.query(
        `insert into "machineUpdates" ("machineId", "organisationId", "updateId", "rolloutId", ring, state)
          values ($1, $2, $3, $4, $5, $6)`,
        [machines[index], organisation, update, rollout, ring, state],
      );
  });
  await migrate(byOwner);
  const rows = async (text: string) =>
    (await withClient(bySuperuser, (client) => client.query({ text, rowMode: 'array' }))).rows as unknown[][];
  expect(Object.fromEntries(await rows('select id, state from rollouts'))).toEqual({
    [rollouts.first]: 'paused',
    [rollouts.second]: 'stopped',
    [rollouts.done]: 'done',
    [rollouts.empty]: 'done',
  });
  expect(await rows('select id from rollouts where proved')).toEqual([[rollouts.done]]);
  expect(await rows('select state from "machineUpdates" order by id')).toEqual([
    ['waiting'],
    ['cancelled'],
    ['cancelling'],
    ['done'],
  ]);
  expect(await rows('select id from "softwareUpdates" where "offeredAt" is null')).toEqual([[untouched]]);
  expect(await rows('select size from "rolloutRings" where "doneAt" is null')).toEqual([[0], [0]]);
});
