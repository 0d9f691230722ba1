import { expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../../testing/oven.ts';
import { createDatabase, openTestServer } from '../../testing/testServer.ts';

it('SCL-01 a server that starts while the shared broker is away does not wait to say that machines are away', async () => {
  const database = await createDatabase();
  const former = await openTestServer({}, database);
  const organisation = await anOrganisation(former);
  const { machine } = await aPairedMachine(former, await aPerson(former, 'clientAdmin', organisation));
  await former.ownerQuery(
    `update "machineStates" set connected = true, "connectionEnded" = false,
       "connectionSince" = now() - interval '1 hour', "heardAt" = now() - interval '88 seconds'
     where "machineId" = $1`,
    [machine.id],
  );
  await former.close();
  const MQTT_URL = `mqtts://127.0.0.1:${await freePort()}`;
  const server = await openTestServer({ MQTT_URL, LOG_LEVEL: 'warn' }, database);
  const admin = await aPerson(server, 'clientAdmin', organisation);
  const isConnected = async () => (await admin.get(`/machines/${machine.id}`)).body.connection.connected;
  await eventually(() => server.logged.some((line) => line['event'] === 'broker away'));
  expect(await isConnected()).toBe(true);
  server.advance(16);
  await eventually(async () => !(await isConnected()));
  await server.close();
});

it('SCL-01 a server that stops does not say that its machines are away', async () => {
  const database = await createDatabase();
  const former = await openTestServer({}, database);
  const organisation = await anOrganisation(former);
  const person = await aPerson(former, 'clientAdmin', organisation);
  const [{ machine: goes, credentials }, { machine: stays, credentials: ofOther }] = [
    await aPairedMachine(former, person),
    await aPairedMachine(former, person),
  ];
  const [going, staying] = [await connectOven(credentials), await connectOven(ofOther)];
  await going.birth();
  await staying.birth();
  // A connection that ends before is another matter.
  going.client.stream.destroy();
  const isConnected = async (machine: { id: string }) =>
    (await person.get(`/machines/${machine.id}`)).body.connection.connected;
  await eventually(async () => !(await isConnected(goes)));
  await former.close();
  await staying.close();
  const server = await openTestServer({}, database);
  const later = await aPerson(server, 'clientAdmin', organisation);
  const list = (await later.get('/machines')).body['hydra:member'] as { id: string; connection: object }[];
  expect(list.find(({ id }) => id === stays.id)?.connection).toMatchObject({ connected: true });
  expect(list.find(({ id }) => id === goes.id)?.connection).toMatchObject({ connected: false });
  await server.close();
});
