import { expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { createDatabase, openHouse } from '../../testing/openHouse.ts';
import { aPairedMachine, eventually } from '../../testing/oven.ts';

it('SCL-01 a server that starts while the shared broker is away does not wait to say that machines are away', async () => {
  const database = await createDatabase();
  const former = await openHouse({}, database);
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
  const house = await openHouse({ MQTT_URL, LOG_LEVEL: 'warn' }, database);
  const admin = await aPerson(house, 'clientAdmin', organisation);
  const isConnected = async () => (await admin.get(`/machines/${machine.id}`)).body.connection.connected;
  await eventually(() => house.logged.some((line) => line['event'] === 'broker away'));
  expect(await isConnected()).toBe(true);
  house.advance(16);
  await eventually(async () => !(await isConnected()));
  await house.close();
});
