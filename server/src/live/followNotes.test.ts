import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LiveNote, liveChannel } from '../kit/notifyLive.ts';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { eventually } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { followNotes } from './followNotes.ts';

let server: TestServer;
let organisation: string;
let admin: Person;
const followers: { close(): void }[] = [];
const clients: pg.Client[] = [];

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterEach(async () => {
  for (const one of followers.splice(0)) one.close();
  await Promise.all(clients.splice(0).map((client) => client.end()));
});
afterAll(() => server.close());

const note = (id: string): LiveNote => ({ organisationId: organisation, resource: 'tags', op: 'create', ids: [id] });

async function aClient(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server.databaseUrl });
  await client.connect();
  clients.push(client);
  return client;
}

/** As a server does in the transaction of a change. */
async function write(client: pg.Client, id: string): Promise<void> {
  await client.query(`insert into "liveNotes" ("organisationId", note) values ($1, $2)`, [
    organisation,
    JSON.stringify(note(id)),
  ]);
}

/** The ids that a server reads, once it has begun. */
async function follow(times?: Parameters<typeof followNotes>[2]) {
  const read: string[] = [];
  const old: string[] = [];
  let gaps = 0;
  const follower = followNotes(
    server.services.notices,
    {
      onNotes: (notes) => read.push(...notes.flatMap(({ ids }) => ids)),
      onGap: () => {
        gaps += 1;
      },
      onOld: (snapshot) => old.push(snapshot),
      onError: (error) => {
        throw error;
      },
    },
    times,
  );
  followers.push(follower);
  follower.poke();
  await eventually(() => gaps > 0);
  return { read, old, gaps: () => gaps, ...follower };
}

describe('the changes that servers read', () => {
  it('SCL-05 are read once each and in order, also when their transactions end in another order than they began', async () => {
    const [early, late] = [await aClient(), await aClient()];
    await write(early, 'before');
    const { read, poke } = await follow();
    await early.query('begin');
    await write(early, 'early');
    await late.query('begin');
    await write(late, 'late');
    await write(late, 'later');
    await late.query('commit');
    poke();
    await eventually(() => read.length >= 2);
    expect(read).toEqual(['late', 'later']);
    await early.query('commit');
    await write(late, 'last');
    poke();
    await eventually(() => read.includes('last'));
    expect(read).toEqual(['late', 'later', 'early', 'last']);
  });

  it('SCL-05 do not include those of a transaction that was rolled back', async () => {
    const client = await aClient();
    const { read } = await follow();
    await client.query('begin');
    await write(client, 'undone');
    await client.query('rollback');
    await write(client, 'done');
    await eventually(() => read.includes('done'));
    expect(read).toEqual(['done']);
  });

  it('SCL-05 are read also when the server that has committed dies before it tells the others', async () => {
    const { read } = await follow();
    await write(await aClient(), 'untold');
    await eventually(() => read.includes('untold'));
  });

  it('SCL-05 are not needed any more a while after they could be read', async () => {
    const client = await aClient();
    const { old, poke } = await follow({ keptMilliseconds: 5000, rememberMilliseconds: 0 });
    await write(client, 'old');
    const [written] = (await client.query<{ xid: string }>(`select max("transaction") as xid from "liveNotes"`)).rows;
    const isPast = async (snapshot: string) =>
      (await client.query(`select $1::xid8 < pg_snapshot_xmin($2::pg_snapshot) as past`, [written?.xid, snapshot]))
        .rows[0].past as boolean;
    await eventually(async () => {
      poke();
      await client.query('select pg_current_xact_id()');
      const last = old.at(-1);
      return last !== undefined && (await isPast(last));
    });
  });

  it('SCL-05 are read from the present on by a server that has not read for long, because it may have missed some', async () => {
    const client = await aClient();
    const { read, gaps, poke } = await follow({ keptMilliseconds: 0, rememberMilliseconds: 30_000 });
    await write(client, 'missed');
    poke();
    await eventually(() => gaps() > 1);
    expect(read).toEqual([]);
  });
});

describe('a server of the former version', () => {
  it('SCL-05 is told of changes by NOTIFY, after the commit and with their content', async () => {
    const former = await aClient();
    const heard: (LiveNote & { writtenBy?: string })[] = [];
    former.on('notification', ({ payload = '' }) => heard.push(JSON.parse(payload)));
    await former.query(`listen ${liveChannel}`);
    const { id } = (await admin.post('/tags', { name: 'Rye' })).expect(201) as { id: string };
    const told = await eventually(() => heard.find(({ ids }) => ids.includes(id)));
    expect(told).toMatchObject({ organisationId: organisation, resource: 'tags', op: 'create' });
    expect(told?.writtenBy).toBeDefined();
  });
});
