import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { aPairedMachine, connectOven, eventually } from '../testing/oven.ts';
import { findPgbouncer, openPgbouncer, type Pgbouncer } from '../testing/services/pgbouncer.ts';
import { createDatabase, openTestServer, type TestServer } from '../testing/testServer.ts';
import { organisationScope } from './database.ts';
import { freePort } from './embedded/cluster.ts';
import { withClient } from './withClient.ts';

const program = findPgbouncer();
let direct: string;
let pooler: Pgbouncer;
let server: TestServer;
let admin: Person;

/** With Debian's PgBouncer, where it is or can be installed. */
describe.skipIf(!program)('SCL-03 behind a pooler in transaction mode', () => {
  beforeAll(async () => {
    direct = await createDatabase();
    pooler = await openPgbouncer(program ?? '', direct, await freePort());
    server = await openTestServer({ DATABASE_DIRECT_URL: direct }, pooler.url);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  });
  afterAll(async () => {
    await server.close();
    await pooler.close();
  });

  it('calls, reports of machines and jobs work', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    const oven = await connectOven(credentials);
    await oven.client.subscribeAsync(`m/${machine.id}/desired`, { qos: 1 });
    await oven.birth();
    await eventually(() => oven.received.get('desired')?.length);
    const made = await admin.post('/tags', { name: 'Through the pooler' });
    expect((await admin.get(`/tags/${made.body.id}`)).body.name).toBe('Through the pooler');
    expect((await admin.get('/machines')).body['hydra:totalItems']).toBe(1);
    await oven.close();
  });

  it('organisations that share its connections at the same moment see their own rows only', async () => {
    const others = await Promise.all(
      [1, 2, 3, 4].map(async () => aPerson(server, 'clientAdmin', await anOrganisation(server))),
    );
    for (const [index, person] of others.entries()) await person.post('/tags', { name: `Tag of ${index}` });
    const lists = Array.from({ length: 100 }, async (_, number) => {
      const index = number % others.length;
      const { body } = (await others[index]?.get('/tags')) ?? { body: {} };
      expect(body['hydra:member'].map(({ name }: { name: string }) => name)).toEqual([`Tag of ${index}`]);
    });
    await Promise.all(lists);
  });

  it('lets in the logins of the product only, not the owner of the database', async () => {
    await expect(withClient(pooler.url, (client) => client.query('select 1'))).rejects.toThrow(/no such user/);
    // A login of another program on the same cluster that ends like one of the product's.
    const other = new URL(pooler.url);
    other.username = `other_${randomBytes(4).toString('hex')}_app`;
    other.password = 'for-tests';
    await withClient(direct, (client) => client.query(`create role ${other.username} login password 'for-tests'`));
    await expect(withClient(other.href, (client) => client.query('select 1'))).rejects.toThrow(/no such user/);
  });

  it('the time limit of a statement holds', async () => {
    const scope = organisationScope(admin.organisationId ?? '');
    const { rows } = await server.services.db.as(scope, (trx) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(trx),
    );
    expect(rows[0]?.limit).toBe('15s');
  });
});
