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
import { createDatabase, openHouse, type TestHouse } from '../../testing/openHouse.ts';
import { testMasterKey } from '../../testing/process.ts';
import { readMasterKey } from '../masterKey.ts';
import { withClient } from '../withClient.ts';
import { distribute } from './distribute.ts';
import { distributedTables } from './tables.ts';

/** Needs a Citus whose coordinator's address is in CITUS_URL (CONTRIBUTING). */
describe.runIf(inject('citusUrl'))('SCL-03 an existing database that is distributed by organisation', () => {
  let url: string;
  let house: TestHouse;
  let admins: Person[];
  const run = async () => distribute(url, await readMasterKey({ given: testMasterKey }), { shards: 4 });

  beforeAll(async () => {
    url = await createOnNodes(inject('citusUrl'), `test_before_${Date.now()}`);
    const before = await openHouse({}, url);
    admins = [];
    // So many that each of two nodes has some of them.
    for (let count = 0; count < 10; count += 1) {
      const admin = await aPerson(before, 'clientAdmin', await anOrganisation(before));
      const shop = await aStructure(before, admin, 'Shop');
      const machine = await aMachine(admin, { structure: shop });
      await install(admin, [machine.id], [(await aProgram(admin)).id]);
      admins.push(admin);
    }
    await expect(run()).rejects.toThrow('A server is running');
    await before.close();
  }, 120_000);
  afterAll(() => house?.close());

  it('keeps every row, once distributed or twice, and two operators do not do it at the same time', async () => {
    const count = () =>
      withClient(url, async (client) => {
        const counts: [string, unknown][] = [];
        for (const name of distributedTables)
          counts.push([name, (await client.query(`select count(*)::int from "${name}"`)).rows[0]]);
        return counts;
      });
    const before = await count();
    const both = await Promise.allSettled([run(), run()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await count()).toEqual(before);
    expect(await run()).toMatchObject({ distributed: [], reference: [] });
    const said: string[] = [];
    const settings = { DATABASE_URL: url, SECRETS_KEY: testMasterKey, DEMO: 'off' };
    expect(await runCommand(['verify'], settings, (line) => said.push(line)), said.join('\n')).toBe(0);
    expect(said.join('\n')).toContain(`Distributed: ${distributedTables.length} tables by organisation`);
  }, 120_000);

  it('shows each organisation its own rows, and no other’s on any node, whatever the plan', async () => {
    house = await openHouse({}, url);
    expect(house.house.db.isDistributed).toBe(true);
    for (const admin of admins) Object.assign(admin, await signedIn(house, admin.email, password));
    for (const admin of admins) {
      const [machine, ...more] = (await admin.get('/machines')).body['hydra:member'] as { id: string }[];
      expect(more).toEqual([]);
      for (const other of admins.filter((one) => one !== admin))
        expect((await other.get(`/machines/${machine?.id}`)).status).toBe(404);
    }
  });

  it('answers 503 to the organisations of a node that is away, and the others go on', async () => {
    const nodeOf = (organisationId: string | null) =>
      house.ownerQuery<{ node: number }>(
        `select groupid as node from pg_dist_placement where shardid = get_shard_id_for_distribution_column('machines', $1::uuid)`,
        [organisationId],
      );
    const [first] = await nodeOf(admins[0]?.organisationId ?? '');
    await house.ownerQuery('update pg_dist_node set nodeport = 1 where groupid = $1', [first?.node]);
    for (const admin of admins) {
      const [own] = await nodeOf(admin.organisationId);
      expect((await admin.get('/machines')).status).toBe(own?.node === first?.node ? 503 : 200);
    }
  });
});

it.skipIf(inject('citusUrl'))('SCL-03 a database of one node is left as it is', async () => {
  const key = await readMasterKey({ given: testMasterKey });
  await expect(distribute(await createDatabase(), key)).rejects.toThrow('has no extension "citus"');
});
