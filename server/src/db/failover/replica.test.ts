import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { eventually } from '../../testing/oven.ts';
import { canFailOver, openPrimaryWithStandby, type PrimaryWithStandby } from '../../testing/services/standby.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { freePort } from '../embedded/cluster.ts';
import { withClient } from '../withClient.ts';
import { replicaSeconds } from './replica.ts';

let pair: PrimaryWithStandby;
let server: TestServer;
let admin: Person;
let support: Person;

/** With Debian's PostgreSQL 15 and HAProxy, where they are or can be installed. */
describe.skipIf(!canFailOver())('SCL-03 a replica', () => {
  beforeAll(async () => {
    const [primary, standby, proxy] = [await freePort(), await freePort(), await freePort()];
    pair = await openPrimaryWithStandby({ primary, standby, proxy });
    server = await openTestServer({ DATABASE_REPLICA_URL: pair.standbyUrl }, pair.url);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    support = await aPerson(server, 'superAdmin', null);
  });
  afterAll(async () => {
    await server.close();
    await pair.close();
  });
  const onStandby = async <Row extends object>(text: string) =>
    (await withClient(pair.standbyUrl, (client) => client.query<Row>(text))).rows;
  const callsThere = async () => {
    const rows = await onStandby<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where application_name = 'fournil' and usename like '%\\_staff'`,
    );
    return rows[0]?.count ?? 0;
  };
  const clients = async () => (await support.get('/home/fleet')).body.organisations;

  it('answers overviews while it keeps up; the primary answers when it stands still', async () => {
    await eventually(async () => {
      await clients();
      return (await callsThere()) > 0;
    });
    const before = await clients();
    await onStandby('select pg_wal_replay_pause()');
    await anOrganisation(server);
    // Until then the former number is no older than it may be.
    await eventually(async () => (await clients()) === before + 1, replicaSeconds + 3);
    await onStandby('select pg_wal_replay_resume()');
    await eventually(async () => (await clients()) === before + 1);
    expect((await admin.get('/tags')).status).toBe(200);
  });
});
