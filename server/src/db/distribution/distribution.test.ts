import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { runCommand } from '../../operator/commands.ts';
import { signedIn } from '../../testing/api.ts';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  install,
  type Person,
  password,
} from '../../testing/builders.ts';
import { createOnNodes } from '../../testing/citus.ts';
import { testMasterKey } from '../../testing/process.ts';
import { createDatabase, openTestServer, type TestServer } from '../../testing/testServer.ts';
import { withClient } from '../withClient.ts';
import { distributedTables } from './tables.ts';

/** Needs a Citus whose coordinator's address is in CITUS_URL (CONTRIBUTING). */
describe.runIf(inject('citusUrl'))('SCL-03 an existing database that is distributed by organisation', () => {
  let url: string;
  let server: TestServer;
  let admins: Person[];
  const said: string[] = [];
  const order = (...args: string[]) => {
    said.length = 0;
    return runCommand(args, { DATABASE_URL: url, SECRETS_KEY: testMasterKey, DEMO: 'off' }, (line) => said.push(line));
  };

  beforeAll(async () => {
    url = await createOnNodes(inject('citusUrl'), `test_before_${Date.now()}`);
    const before = await openTestServer({}, url);
    admins = [];
    // So many that each of two nodes has some of them.
    for (let count = 0; count < 10; count += 1) {
      const admin = await aPerson(before, 'clientAdmin', await anOrganisation(before));
      const shop = await aStructure(before, admin, 'Shop');
      const machine = await aMachine(admin, { structure: shop });
      await install(admin, [machine.id], [(await aProgram(admin)).id]);
      admins.push(admin);
    }
    expect(await order('distribute')).toBe(1);
    expect(said.join()).toContain('A server is running');
    await before.close();
  }, 120_000);
  afterAll(() => server?.close());

  it('keeps every row, once distributed or twice, and two operators do not do it at the same time', async () => {
    const count = () =>
      withClient(url, async (client) => {
        const counts: [string, unknown][] = [];
        for (const name of distributedTables)
          counts.push([name, (await client.query(`select count(*)::int from "${name}"`)).rows[0]]);
        return counts;
      });
    const before = await count();
    const both = await Promise.all([order('distribute', '4'), order('distribute', '4')]);
    expect(both.sort(), said.join('\n')).toEqual([0, 1]);
    expect(await count()).toEqual(before);
    expect(await order('distribute')).toBe(0);
    expect(said.join()).toContain('in its place already');
    expect(await order('verify'), said.join('\n')).toBe(0);
    expect(said.join('\n')).toContain(`Distributed: ${distributedTables.length} tables by organisation`);
  }, 120_000);

  it('shows each organisation its own rows, and no other’s on any node, whatever the plan', async () => {
    server = await openTestServer({}, url);
    expect(server.services.db.isDistributed).toBe(true);
    for (const admin of admins) Object.assign(admin, await signedIn(server, admin.email, password));
    for (const admin of admins) {
      const [machine, ...more] = (await admin.get('/machines')).body['hydra:member'] as { id: string }[];
      expect(more).toEqual([]);
      for (const other of admins.filter((one) => one !== admin))
        expect((await other.get(`/machines/${machine?.id}`)).status).toBe(404);
    }
  });

  it('answers 503 to the organisations of a node that is away, and the others go on', async () => {
    const nodeOf = (organisationId: string | null) =>
      server.ownerQuery<{ node: number }>(
        `select groupid as node from pg_dist_placement where shardid = get_shard_id_for_distribution_column('machines', $1::uuid)`,
        [organisationId],
      );
    const [first] = await nodeOf(admins[0]?.organisationId ?? '');
    await server.ownerQuery('update pg_dist_node set nodeport = 1 where groupid = $1', [first?.node]);
    for (const admin of admins) {
      const [own] = await nodeOf(admin.organisationId);
      expect((await admin.get('/machines')).status).toBe(own?.node === first?.node ? 503 : 200);
    }
  });
});

it.skipIf(inject('citusUrl'))('SCL-03 a database of one node is left as it is, and the operator told why', async () => {
  const url = await createDatabase();
  const said: string[] = [];
  const settings = { DATABASE_URL: url, SECRETS_KEY: testMasterKey, DEMO: 'off' };
  expect(await runCommand(['distribute'], settings, (line) => said.push(line))).toBe(1);
  expect(said.join()).toContain('has no extension "citus"');
  await expect(runCommand(['distribute', 'many'], settings, () => undefined)).rejects.toThrow('no number of shards');
});
