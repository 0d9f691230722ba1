import { expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { aPairedMachine } from '../../testing/oven.ts';
import { startProcess } from '../../testing/process.ts';
import { reportReliably } from '../../testing/reliableOven.ts';
import { findMosquitto, openMosquitto } from '../../testing/services/mosquitto.ts';
import { createDatabase, openTestServer } from '../../testing/testServer.ts';

const program = findMosquitto();
const machines = 20;
const reportsEach = 2500;

/** Two servers as processes of their own, one broker; each is killed while 50,000 reports arrive. */
it.skipIf(!program)(
  'SCL-01 RUN-06 kills of each server and of the broker lose no report and double none',
  async () => {
    const DATABASE_URL = await createDatabase();
    const broker = await openMosquitto(program ?? '', DATABASE_URL, await freePort());
    const settings = { DATABASE_URL, MQTT_URL: broker.url };
    const prepared = await openTestServer(settings, DATABASE_URL);
    const admin = await aPerson(prepared, 'clientAdmin', await anOrganisation(prepared));
    const all = [];
    for (let index = 0; index < machines; index += 1) all.push((await aPairedMachine(prepared, admin)).credentials);
    const servers = [startProcess(settings), startProcess(settings)];
    await Promise.all(servers.map(({ ready }) => ready));
    await prepared.close();

    let stored = 0;
    const total = machines * reportsEach;
    const kill = async (index: number) => {
      servers[index]?.child.kill('SIGKILL');
      await servers[index]?.exited;
      servers[index] = startProcess(settings);
    };
    const disturbances = [
      { at: 0.2, run: () => kill(0) },
      { at: 0.45, run: () => kill(1) },
      {
        at: 0.7,
        run: async () => {
          await broker.kill('SIGKILL');
          await broker.start();
        },
      },
    ];
    const running: Promise<void>[] = [];
    const onStored = (ids: number) => {
      stored += ids;
      while (disturbances[0] && stored > total * disturbances[0].at)
        running.push(disturbances.shift()?.run() ?? Promise.resolve());
    };
    await Promise.all(all.map((credentials) => reportReliably(credentials, reportsEach, undefined, onStored)));
    await Promise.all(running);
    expect(disturbances).toHaveLength(0);

    const looked = await openTestServer({}, DATABASE_URL);
    const [count] = await looked.ownerQuery<{ stored: number; distinct: number }>(
      'select count(*)::int as stored, count(distinct ("machineId", "reportId"))::int as distinct from activities',
    );
    expect(count).toEqual({ stored: total, distinct: total });
    await looked.close();
    for (const server of servers) server.child.kill('SIGTERM');
    await Promise.all(servers.map(({ exited }) => exited));
    await broker.close();
  },
  180_000,
);
