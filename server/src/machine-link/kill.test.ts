import { expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { aPairedMachine, type Credentials, connectOven, eventually } from '../testing/oven.ts';
import { startProcess } from '../testing/process.ts';
import { openTestServer } from '../testing/testServer.ts';

/**
 * Every acknowledged report is stored after the crash, once, although the machine sends unacknowledged ones again. The
 * server is a process of its own; PostgreSQL is shared and continues.
 */
it('LNK-05 acknowledged reports survive kill -9, and none is stored twice', async () => {
  const prepared = await openTestServer();
  const admin = await aPerson(prepared, 'clientAdmin', await anOrganisation(prepared));
  const { machine, credentials } = await aPairedMachine(prepared, admin);
  const mqttPort = await freePort();
  const reached: Credentials = { ...credentials, brokerUrl: `mqtts://127.0.0.1:${mqttPort}` };
  const settings = { DATABASE_URL: prepared.databaseUrl, MQTT_PORT: String(mqttPort) };

  const acknowledged = new Set<string>();
  let sent = 0;
  const nextId = () => {
    sent += 1;
    return `r${sent}`;
  };
  const unsure: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const server = startProcess(settings);
    await server.ready;
    const oven = await connectOven(reached);
    const enough = acknowledged.size + 40 + round * 30;
    // Sends again what the last round left unacknowledged, as a machine does.
    const queue = [...unsure.splice(0)];
    const send = async (id: string) => {
      const report = oven.report('activities', {
        entries: [{ id, at: new Date(Date.UTC(2026, 0, 1) + sent * 1000).toISOString(), type: 'PowerOn' }],
      });
      await Promise.race([report.then(() => acknowledged.add(id)), ended]).catch(() => undefined);
      if (!acknowledged.has(id)) unsure.push(id);
      // While the other nineteen are sending.
      if (acknowledged.size >= enough) server.child.kill('SIGKILL');
    };
    const ended = new Promise<void>((resolve) => oven.client.once('close', () => resolve()));
    const workers = Array.from({ length: 20 }, async () => {
      while (oven.client.connected) await send(queue.shift() ?? nextId());
    });
    await Promise.all(workers);
    await server.exited;
    await oven.close();
  }

  expect(acknowledged.size).toBeGreaterThan(100);
  const rows = await prepared.ownerQuery<{ reportId: string }>(
    'select "reportId" from activities where "machineId" = $1',
    [machine.id],
  );
  const stored = rows.map((row) => row.reportId);
  expect(new Set(stored).size).toBe(stored.length);
  expect([...acknowledged].filter((id) => !stored.includes(id))).toEqual([]);

  // The next server stores the rest.
  const last = startProcess(settings);
  await last.ready;
  const oven = await connectOven(reached);
  for (const id of unsure)
    await oven.report('activities', {
      entries: [{ id, at: new Date(Date.UTC(2026, 0, 1)).toISOString(), type: 'PowerOn' }],
    });
  const [count] = await eventually(() =>
    prepared.ownerQuery<{ count: number }>('select count(*)::int from activities where "machineId" = $1', [machine.id]),
  );
  expect(count?.count).toBe(new Set([...stored, ...unsure]).size);
  await oven.close();
  last.child.kill('SIGTERM');
  await last.exited;
  await prepared.close();
}, 120_000);
