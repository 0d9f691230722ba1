import { expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { aMachine, anOrganisation, aPerson, password } from '../../testing/builders.ts';
import { startProcess } from '../../testing/process.ts';
import { openTestServer } from '../../testing/testServer.ts';
import { tablesOfOrganisation } from './deleteOrganisation.ts';

const count = 2000;

it('USR-10 the deletion of an organisation survives kill -9: hidden from everybody at once, and in the end without a row', async () => {
  const prepared = await openTestServer();
  const superAdmin = await aPerson(prepared, 'superAdmin', null);
  const [going, staying] = [await anOrganisation(prepared, 'Fournée perdue'), await anOrganisation(prepared)];
  const client = await aPerson(prepared, 'clientAdmin', going);
  const neighbour = await aPerson(prepared, 'clientAdmin', staying);
  await aMachine(neighbour);
  await prepared.ownerQuery(
    `with made as (insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
       select gen_random_uuid(), $1, 'Oven ' || n, 'G-' || n, '', 'deck' from generate_series(1, ${count}) n
         returning id, "organisationId")
     insert into "machineStates" ("machineId", "organisationId") select id, "organisationId" from made
       returning "machineId"`,
    [going],
  );
  // This server only prepares and checks the data; the rows are deleted by the server that is killed and its successor.
  await prepared.services.jobs.close();
  const port = String(await freePort());
  const settings = { DATABASE_URL: prepared.databaseUrl, PORT: port };
  const call = async (method: string, path: string, token = '', body?: object) =>
    fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const signIn = (username: string) => call('POST', '/login', '', { username, password });
  const machinesLeft = async () =>
    (
      await prepared.ownerQuery<{ left: number }>(
        'select count(*)::int as left from machines where "organisationId" = $1',
        [going],
      )
    )[0]?.left ?? 0;

  const first = startProcess(settings);
  await first.ready;
  const { token } = (await (await signIn(superAdmin.email)).json()) as { token: string };
  const path = `/client-admins/${client.userId}?what=organisation&society=${encodeURIComponent('Fournée perdue')}`;
  expect((await call('DELETE', path, token)).status).toBe(204);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(await machinesLeft()).toBe(count);

  // Seven days later (AUD-03).
  await prepared.ownerQuery(`update organisations set "endsAt" = now() - interval '1 second' where id = $1`, [going]);
  const second = startProcess(settings);
  await expect.poll(machinesLeft, { interval: 5 }).toBeLessThan(count);
  second.child.kill('SIGKILL');
  await second.exited;
  expect(await machinesLeft()).toBeGreaterThan(0);

  const third = startProcess(settings);
  await third.ready;
  expect((await signIn(client.email)).status).toBe(401);
  const isThere = async () => (await prepared.ownerQuery('select 1 from organisations where id = $1', [going])).length;
  await expect.poll(isThere, { timeout: 120_000 }).toBe(0);
  for (const table of tablesOfOrganisation)
    expect([
      table,
      await prepared.ownerQuery(`select 1 from "${table}" where "organisationId" = $1 limit 1`, [going]),
    ]).toEqual([table, []]);
  expect((await neighbour.get('/machines')).body['hydra:totalItems']).toBe(1);
  third.child.kill('SIGTERM');
  await third.exited;
  await prepared.close();
}, 240_000);
