import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { eventually } from '../../testing/oven.ts';
import { authorityOf } from '../../testing/services/authority.ts';
import { findMosquitto, type Mosquitto, openMosquitto } from '../../testing/services/mosquitto.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { type OwnConnections, openOwnConnections } from './ownConnections.ts';
import { openSlotClient, type SlotClient } from './slotClient.ts';
import { slotCount } from './slots.ts';

const program = findMosquitto();
let server: TestServer;
let broker: Mosquitto;
let ownConnections: OwnConnections;

describe.skipIf(!program)('SCL-01 a broker reads its files again (SIGHUP) while no server is connected', () => {
  beforeAll(async () => {
    server = await openTestServer();
    broker = await openMosquitto(program ?? '', server.databaseUrl, await freePort());
    const atBroker = { ...server.services, config: { ...server.services.config, mqttUrl: broker.url } };
    ownConnections = openOwnConnections(atBroker, await authorityOf(server));
  });
  afterAll(async () => {
    await broker.close();
    await server.close();
  });

  async function holdAllSlots() {
    const clients: SlotClient[] = [];
    for (let slot = 1; slot <= slotCount; slot += 1)
      clients.push(
        openSlotClient({
          ...(await ownConnections.slot(slot)),
          topics: ['$share/fournil/m/+/birth'],
          onMessage: () => undefined,
          onClosed: () => undefined,
        }),
      );
    await eventually(() => clients.every((client) => client.isConnected()));
    return clients;
  }

  // Mosquitto before 2.1 frees sessions of such clients while its list of those that expire still names them.
  it('and does not die of it when the servers return', async () => {
    for (let round = 0; round < 6; round += 1) {
      const clients = await holdAllSlots();
      await Promise.all(clients.map((client) => client.close()));
      await broker.reload();
    }
    await Promise.all((await holdAllSlots()).map((client) => client.close()));
    expect(broker.log().match(/mosquitto version \S+ running/g)).toHaveLength(1);
  });
});
