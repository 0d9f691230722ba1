import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TableFacts } from '../../db/tables/facts.ts';
import { tableFacts, tablesWhere } from '../../db/tables/index.ts';
import { readingsPacking } from '../../machine-link/packing/packReadings.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person } from '../../testing/builders.ts';
import { aMenu, inStructure } from '../../testing/menus.ts';
import { aPairedMachine, connectOven, eventually } from '../../testing/oven.ts';
import { aPicture, asBase64 } from '../../testing/pictures.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { tablesOfOrganisation } from './deleteOrganisation.ts';

let server: TestServer;
let superAdmin: Person;
beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
});
afterAll(() => server.close());

const ask = (client: Person, who = superAdmin) =>
  fetch(`${server.url}/api/client-admins/${client.userId}/export`, {
    headers: { authorization: `Bearer ${who.token}` },
  });

/** The texts of the archive by file name; in a picture's each byte that is no text is U+FFFD. */
async function archiveOf(client: Person, who = superAdmin): Promise<Map<string, string>> {
  const answer = await ask(client, who);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await answer.arrayBuffer())), {
    useWebWorkers: false,
    checkSignature: true,
  });
  const texts = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) texts.set(entry.filename, await entry.getData(new TextWriter()));
  await zip.close();
  return texts;
}

const linesOf = (archive: Map<string, string>, table: string): Record<string, unknown>[] =>
  (archive.get(`${table}.ndjson`) ?? '')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

async function countOf(table: string, organisation: string): Promise<number | undefined> {
  const [rows] = await server.ownerQuery<{ count: number }>(
    `select count(*)::int as count from "${table}" where "organisationId" = $1`,
    [organisation],
  );
  return rows?.count;
}

const minute = 60_000;
const tenDaysAgo = Math.floor((Date.now() - 10 * 1440 * minute) / (60 * minute)) * 60 * minute;
const reading = (id: string, at: number) => ({
  id,
  at: new Date(at).toISOString(),
  chamberTemperatureCelsius: 231.5,
  setTemperatureCelsius: 230,
  energyKilowattHours: 12.5,
  doorOpen: false,
  program: null,
});

/** An organisation with rows of nearly every kind, made by the calls and messages of the product. */
async function aBusyOrganisation() {
  const organisation = await anOrganisation(server, 'Fournil du Lac');
  const client = await aPerson(server, 'clientAdmin', organisation);
  const user = await aPerson(server, 'user', organisation);
  (await client.post('/image/update', { imageBase64: await asBase64(aPicture().png()) })).expect(200);
  const shop = await aStructure(server, client, 'Annecy', { related: user });
  const { machine, credentials } = await aPairedMachine(server, client, { structure: shop });
  const tag = ((await client.post('/tags', { name: 'Nuit' })).expect(201) as { id: string }).id;
  (await client.put(`/tags/${tag}`, { relatedUsers: [user.userId] })).expect(200);
  const program = await aProgram(client, { tags: [tag] });
  const fields = (await client.get(`/programs/${program.id}`)).body;
  (await client.put(`/programs/${program.id}`, { description: 'La suite' })).expect(200);
  (
    await client.put(`/programs/${program.id}`, {
      phaseGroups: fields.phaseGroups.map((group: object) => ({ ...group })),
    })
  ).expect(200);
  (await client.post('/programMachines', { machine: machine.id, program: program.id })).expect(201);
  await aMenu(client, { programs: [program.id], places: inStructure(shop) });
  const binned = await aProgram(client, { name: 'Jeté' });
  (await client.delete(`/programs/${binned.id}`)).expect(204);
  await server.ownerQuery(`update "machineStates" set "ownedSince" = null where "machineId" = $1`, [machine.id]);
  const oven = await connectOven(credentials);
  await oven.birth();
  await oven.report('activities', {
    entries: [{ id: 'a1', at: new Date(tenDaysAgo).toISOString(), type: 'PowerOn' }],
  });
  await oven.report('errors', { entries: [{ id: 'e1', code: 'E03', dateStart: new Date(tenDaysAgo).toISOString() }] });
  await oven.report('readings', {
    entries: [
      ...Array.from({ length: 90 }, (_, index) => reading(`old-${index}`, tenDaysAgo + index * minute)),
      reading('new', Date.now() - minute),
    ],
  });
  await oven.close();
  await readingsPacking.remove(server.services);
  return { organisation, client, machine, program, binned, tag, user };
}

const tablesWithFile = () => tablesWhere(({ file }) => file !== undefined);

describe('USR-10 the file with everything of an organisation', () => {
  it('contains each row that the deletion deletes, with the recycle bin, and says in the reader’s language what it is', async () => {
    const { organisation, client, machine, program, binned, tag, user } = await aBusyOrganisation();
    await aMachine(await aPerson(server, 'clientAdmin', await anOrganisation(server)), { name: 'Somebody else’s' });
    const archive = await archiveOf(client);
    const tables = tablesWithFile().filter((table) => table !== 'packedReadings');
    expect(tables.map((table) => [table, linesOf(archive, table).length])).toEqual(
      await Promise.all(tables.map(async (table) => [table, await countOf(table, organisation)])),
    );
    const one = { machineId: machine.id };
    expect(linesOf(archive, 'activities')).toMatchObject([{ ...one, reportId: 'a1', type: 'PowerOn' }]);
    expect(linesOf(archive, 'machineErrors')).toMatchObject([{ ...one, code: 'E03' }]);
    expect(linesOf(archive, 'readings')).toMatchObject([{ ...one, chamberTemperatureCelsius: 231.5 }]);
    const packed = linesOf(archive, 'packedReadings');
    expect(packed.map(({ machineId, at }) => [machineId, new Date(String(at)).getTime()])).toEqual(
      Array.from({ length: 90 }, (_, index) => [machine.id, tenDaysAgo + index * minute]),
    );
    expect(linesOf(archive, 'tagUsers')).toEqual([{ tagId: tag, userId: user.userId }]);
    expect(linesOf(archive, 'programs').map(({ id, deletedAt }) => [id, deletedAt !== null])).toEqual(
      [
        [program.id, false],
        [binned.id, true],
      ].sort(),
    );
    const [picture] = linesOf(archive, 'pictures');
    expect(archive.get(`pictures/${picture?.['id']}.jpg`)).toMatch(/^\ufffd{4}/);
    expect(JSON.parse(archive.get('organisation.json') ?? '')).toMatchObject({
      id: organisation,
      name: 'Fournil du Lac',
    });
    expect(JSON.stringify([...archive])).not.toContain('Somebody else’s');

    const french = await aPerson(server, 'superAdmin', null, { language: 'FR' });
    const readme = [archive.get('README.txt') ?? '', (await archiveOf(client, french)).get('README.txt') ?? ''];
    expect(readme[0]).toContain('Everything of Fournil du Lac');
    expect(readme[1]).toContain('Toutes les données de Fournil du Lac');
    const names = [...archive.keys()].filter((name) => !/^pictures|^README/.test(name));
    expect(readme.map((text) => names.filter((name) => !text.includes(`  ${name} `)))).toEqual([[], []]);
  });

  it('contains no value of the columns that are left out, and none whose name sounds like a secret', async () => {
    const { organisation, client } = await aBusyOrganisation();
    const whole = JSON.stringify([...(await archiveOf(client))]);
    for (const [table, { without = {} }] of Object.entries<TableFacts>(tableFacts))
      for (const column of Object.keys(without)) {
        const rows = await server.ownerQuery<{ value: string }>(
          `select distinct "${column}"::text as value from "${table}" where "organisationId" = $1 and "${column}" is not null`,
          [organisation],
        );
        for (const { value } of rows)
          if (value.length > 6) expect(whole.includes(value), `${table}.${column}`).toBe(false);
      }
    const written = (await writtenColumns()).filter((column) =>
      /hash|secret|password|pin|token|code|key|fingerprint|certificate|cookie|signature/i.test(
        column.split('.')[1] ?? '',
      ),
    );
    expect(written).toEqual([
      'machineErrors.code',
      'machineStates.lastErrorCode',
      'machines.certificateExpiresAt',
      'machines.pairingWrongPins',
      'users.countryCode',
      'users.emailKey',
      'users.passwordChangeRequired',
      'users.passwordEndsAt',
      'users.zipcode',
      'webhooks.formerSecretUntil',
    ]);
  });

  const columnsOf = async () =>
    server.ownerQuery<{ table: string; column: string }>(
      `select relname::text as table, attname::text as column from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition
        and attnum > 0 and not attisdropped order by 1, 2`,
    );
  async function writtenColumns(): Promise<string[]> {
    const facts: Record<string, TableFacts> = tableFacts;
    return (await columnsOf())
      .filter(({ table, column }) => facts[table]?.file && !(column in (facts[table].without ?? {})))
      .map(({ table, column }) => `${table}.${column}`);
  }

  it('covers, like the deletion, every table of the database with rows of an organisation, or says why not', async () => {
    const ofOrganisation = (await columnsOf())
      .filter(({ column }) => column === 'organisationId')
      .map(({ table }) => table);
    // Idempotency keys are deleted with the organisation's own row; the history is kept (AUD-01), and who had an oven,
    // so that its next owner gets nothing of that time (LNK-02).
    const kept = ['liveNotes', 'idempotencyKeys', 'historyEvents', 'serialOwners'];
    expect([...tablesOfOrganisation, ...kept].sort()).toEqual([...ofOrganisation].sort());
    // What goes with them: the tables without the column whose rows name a deleted one.
    const followers = await server.ownerQuery<{ table: string }>(
      `select distinct relname::text as table from pg_constraint join pg_class on pg_class.oid = conrelid
        where contype = 'f' and confdeltype = 'c' and conparentid = 0
          and confrelid = any(array(select format('%I', name)::regclass from unnest($1::text[]) as name))`,
      [tablesOfOrganisation],
    );
    const all = new Set([...ofOrganisation, ...followers.map(({ table }) => table)]);
    const without = tablesWhere(({ inNoFile }) => inNoFile !== undefined);
    expect([...tablesWithFile(), ...without].sort()).toEqual([...all].sort());
  });

  it('is for the super admin only', async () => {
    const client = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const technician = await aPerson(server, 'technician', null);
    for (const somebody of [client, technician]) expect((await ask(client, somebody)).status).toBe(403);
    expect((await ask(superAdmin)).status).toBe(404);
  });

  it('of a long history has every row once, and its reader decides how fast it is written', async () => {
    const organisation = await anOrganisation(server);
    const client = await aPerson(server, 'clientAdmin', organisation);
    const machine = await aMachine(client);
    const rows = 60_000;
    await server.ownerQuery(
      `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
       select gen_random_uuid(), $1, $2, n::text, 'PowerOn', timestamptz '2026-01-01Z' + n * interval '1 minute'
         from generate_series(1, $3::int) n`,
      [machine.id, organisation, rows],
    );
    await server.ownerQuery('analyze activities');
    const leaving = await ask(client);
    const reader = (leaving.body ?? new ReadableStream()).getReader();
    await reader.read();
    await eventually(async () => {
      await nextTurn();
      const [open] = await server.ownerQuery<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity where application_name = 'fournil'
          and datname = current_database() and state <> 'idle'`,
      );
      return open?.count === 0;
    });
    await reader.cancel();
    const ids = linesOf(await archiveOf(client), 'activities').map(({ reportId }) => Number(reportId));
    expect(ids).toHaveLength(rows);
    expect(new Set(ids).size).toBe(rows);
  });
});
