import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { aPairedMachine, eventually } from '../../testing/oven.ts';
import { reportReliably } from '../../testing/reliableOven.ts';
import { canFailOver, openPrimaryWithStandby } from '../../testing/services/standby.ts';
import { openTestServer } from '../../testing/testServer.ts';
import { freePort } from '../embedded/cluster.ts';
import { withClient } from '../withClient.ts';

/** With Debian's PostgreSQL 15, a synchronous standby, and HAProxy, where they are or can be installed. */
it.skipIf(!canFailOver())(
  'SCL-03 no acknowledged write is lost when the primary is killed and its standby promoted',
  async () => {
    const pair = await openPrimaryWithStandby({
      primary: await freePort(),
      standby: await freePort(),
      proxy: await freePort(),
    });
    onTestFinished(() => pair.close());
    const server = await openTestServer({}, pair.url);
    onTestFinished(() => server.close());
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const { machine, credentials } = await aPairedMachine(server, admin);
    const statuses = new Set<number>();
    const acknowledged: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let number = 0; !isOver; number += 1) {
        const name = `Tag ${writer}-${number}`;
        const { status } = await admin.post('/tags', { name });
        statuses.add(status);
        if (status === 201) acknowledged.push(name);
        // A refusal comes without any waiting, so a loop of them would let nothing else run.
        else await wait(20);
      }
    };
    const writers = [1, 2, 3, 4].map(write);
    const reportsCount = 2000;
    const reports = reportReliably(credentials, reportsCount, { entriesPerMessage: 5, pauseMilliseconds: 1 });

    await eventually(() => acknowledged.length > 50);
    await pair.killPrimary();
    const before = acknowledged.length;
    await eventually(() => statuses.has(503));
    // Until somebody promotes it, the standby answers, and refuses writes.
    await eventually(() => isStandby(pair.url).catch(() => false));
    await eventually(async () => (await admin.get('/tags')).status === 200);
    expect((await admin.post('/tags', { name: 'Refused' })).status).toBe(503);
    pair.promoteStandby();
    // Nobody restarts anything.
    await eventually(() => acknowledged.length > before + 50, 60);
    isOver = true;
    await Promise.all(writers);
    await reports;

    expect([...statuses].toSorted((a, b) => a - b)).toEqual([201, 503]);
    const names = await server.ownerQuery<{ name: string }>('select name from tags');
    const stored = new Set(names.map(({ name }) => name));
    expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);
    const rows = await server.ownerQuery<{ reportId: string }>(
      'select "reportId" from activities where "machineId" = $1',
      [machine.id],
    );
    expect(rows).toHaveLength(reportsCount);
  },
  120_000,
);

it('SCL-03 every sequence is in the log that standbys read', async () => {
  const server = await openTestServer();
  const unlogged = await server.ownerQuery("select relname from pg_class where relkind = 'S' and relpersistence = 'u'");
  expect(unlogged).toEqual([]);
  await server.close();
});

async function isStandby(url: string): Promise<boolean> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"'),
  );
  return rows[0]?.isStandby ?? false;
}
