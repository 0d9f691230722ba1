import { expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { newId } from '../kit/ids.ts';
import { anOrganisation, aPerson, password } from '../testing/builders.ts';
import { startProcess } from '../testing/process.ts';
import { openTestServer } from '../testing/testServer.ts';

const count = 6000;

/** The next server continues in the middle of the run; every row is changed once. */
it('BLK-03 a bulk action that is interrupted by kill -9 continues and changes every row once', async () => {
  const prepared = await openTestServer();
  const admin = await aPerson(prepared, 'clientAdmin', await anOrganisation(prepared));
  await prepared.ownerQuery(
    `with made as (insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category)
       select gen_random_uuid(), $1, 'Oven ' || n, 'K-' || n, '', 'deck' from generate_series(1, ${count}) n
         returning id, "organisationId")
     insert into "machineStates" ("machineId", "organisationId") select id, "organisationId" from made
       returning "machineId"`,
    [admin.organisationId],
  );
  // This server only prepares and checks the data; the run is processed by the server that is killed and its successor.
  await prepared.services.jobs.close();
  const port = String(await freePort());
  const settings = { DATABASE_URL: prepared.databaseUrl, PORT: port };
  const runId = newId();

  const first = startProcess(settings);
  await first.ready;
  await start(`http://127.0.0.1:${port}`, admin.email, runId);
  const doneAtKill = await reached(200);
  first.child.kill('SIGKILL');
  await first.exited;
  expect(doneAtKill).toBeLessThan(count);
  expect((await progress()).state).toBe('running');

  const second = startProcess(settings);
  await second.ready;
  await reached(count);
  expect(await progress()).toEqual({ state: 'done', position: count, changed: count, unchanged: 0, refused: 0 });
  const [events] = await prepared.ownerQuery<{ rows: number; machines: number }>(
    `select count(*)::int as rows, count(distinct "originId")::int as machines from "historyEvents"
      where type = 'deactivation'`,
  );
  expect(events).toEqual({ rows: count, machines: count });
  second.child.kill('SIGTERM');
  await second.exited;
  await prepared.close();

  async function progress() {
    const [row] = await prepared.ownerQuery<{
      state: string;
      position: number;
      changed: number;
      unchanged: number;
      refused: number;
    }>('select state, position, changed, unchanged, refused from "bulkRuns" where id = $1', [runId]);
    return row ?? { state: 'absent', position: 0, changed: 0, unchanged: 0, refused: 0 };
  }

  async function reached(position: number): Promise<number> {
    for (let tries = 0; tries < 3000; tries += 1) {
      const now = (await progress()).position;
      if (now >= position) return now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`It stands still: ${JSON.stringify(await progress())}\n${first.output()}`);
  }
}, 120_000);

async function start(url: string, username: string, id: string): Promise<void> {
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const answer = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as { token: string } };
  };
  const { body } = await post('/login', { username, password });
  const answer = await post(
    '/bulk',
    { id, verb: 'machines.deactivate', args: {}, selection: { filters: {} } },
    body.token,
  );
  expect(answer.status).toBe(202);
}
