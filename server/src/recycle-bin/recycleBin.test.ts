import type { BinnedThing } from '@fournil/contract/recycle-bin/recycleBin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs, signedIn } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, aStructure, type Person, password } from '../testing/builders.ts';
import { linkTo, mailsTo } from '../testing/mailbox.ts';
import { aPairedMachine, connectOven, eventually, pairOven } from '../testing/oven.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { deletedOrganisations } from '../users/index.ts';
import { recycleBinRetention } from './retention.ts';

let server: TestServer;
let organisation: string;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
});
afterAll(() => server.close());

const binOf = async (who: Person, query = '') =>
  (await who.get(`/recycle-bin${query}`)).body['hydra:member'] as BinnedThing[];
const totalOf = async (who: Person, path: string) => (await who.get(path)).body['hydra:totalItems'] as number;
const countOf = async (table: string, id: string) =>
  (await server.ownerQuery<{ count: number }>(`select count(*)::int as count from "${table}" where id = $1`, [id]))[0]
    ?.count;

/** A stranger enters the serial number with a PIN of their own, and pairs a made-up oven. */
async function pairedElsewhere(serialNumber: string) {
  const other = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const theirs = await aMachine(other, { serialNumber, pin: '9999' });
  (await other.post(`/machines/${theirs.id}/connect`)).expect(200);
  await pairOven(apiAs(server, null), { serialNumber, pin: '9999' });
  return { other, theirs };
}
const isTold = (who: Person, text: string) =>
  eventually(async () =>
    (await mailsTo(server, who.email)).some((mail) => mail.replace(/\r?\n /g, ' ').includes(text)),
  );

describe('AUD-03 the recycle bin', () => {
  it('restores a program with its revisions and tags, on the machines where it was installed', async () => {
    const tag = (await admin.post('/tags', { name: 'Night' })).expect(201) as { id: string };
    const [one, two] = [await aMachine(admin), await aMachine(admin)];
    const [other, program] = [
      await aProgram(admin, { name: 'Other' }),
      await aProgram(admin, { name: 'Brioche', tags: [tag.id] }),
    ];
    for (const { id } of [other, program])
      for (const machine of [one, two])
        (await admin.post('/programMachines', { machine: machine.id, program: id })).expect(201);
    (await admin.delete(`/programs/${program.id}`)).expect(204);
    expect((await admin.get(`/programs/${program.id}`)).status).toBe(404);
    expect((await admin.get(`/machines/${one.id}`)).body.programs.map(({ name }: { name: string }) => name)).toEqual([
      'Other',
    ]);
    expect((await admin.get(`/tags/${tag.id}`)).body.programs).toEqual([]);
    (await admin.delete(`/machines/${two.id}?deletePrograms=0`)).expect(204);

    expect(await binOf(admin, '?entity=program')).toMatchObject([
      { id: program.id, name: 'Brioche', deletedBy: expect.stringMatching(/^Ada/) },
    ]);
    (await admin.post(`/programs/${program.id}/restore`)).expect(204);
    const back = (await admin.get(`/programs/${program.id}`)).body;
    expect(back).toMatchObject({ name: 'Brioche', approved: true, tags: [{ id: tag.id }] });
    expect((await admin.get(`/machines/${one.id}`)).body.programs.map(({ name }: { name: string }) => name)).toEqual([
      'Other',
      'Brioche',
    ]);
    expect((await admin.get(`/history/program/${program.id}/full`)).body['hydra:member'][1].typeEvent).toBe(
      'restoration',
    );
    expect(await binOf(admin, '?entity=program')).toEqual([]);
    expect((await admin.post(`/programs/${program.id}/restore`)).status).toBe(404);
  });

  it('restores a machine with its log, its structure, its programs and its certificate', async () => {
    const shop = await aStructure(server, admin, 'Rivoli');
    const { machine, credentials } = await aPairedMachine(server, admin);
    (await admin.put(`/machines/${machine.id}`, { structure: shop })).expect(200);
    const [kept, alone] = [await aProgram(admin, { name: 'Everywhere' }), await aProgram(admin, { name: 'Only here' })];
    const elsewhere = await aMachine(admin);
    for (const { id } of [kept, alone])
      (await admin.post('/programMachines', { machine: machine.id, program: id })).expect(201);
    (await admin.post('/programMachines', { machine: elsewhere.id, program: kept.id })).expect(201);
    await server.ownerQuery(
      `insert into activities (id, "machineId", "organisationId", "reportId", type, at)
        values (gen_random_uuid(), $1, $2, 'r1', 'PowerOn', now())`,
      [machine.id, organisation],
    );
    const oven = await connectOven(credentials);
    await oven.birth();
    const machines = await totalOf(admin, '/machines');
    (await admin.delete(`/machines/${machine.id}?deletePrograms=1`)).expect(204);
    expect(
      await server.ownerQuery('select connected from "machineStates" where "machineId" = $1', [machine.id]),
    ).toEqual([{ connected: false }]);
    await oven.close();
    expect(await totalOf(admin, '/machines')).toBe(machines - 1);
    expect((await admin.get(`/machines/${machine.id}/activities`)).status).toBe(404);
    expect((await admin.get(`/programs/${alone.id}`)).status).toBe(404);
    await expect(connectOven(credentials)).rejects.toThrow();

    (await admin.post(`/machines/${machine.id}/restore`)).expect(204);
    const back = (await admin.get(`/machines/${machine.id}`)).body;
    expect(back.structure).toContain(shop);
    expect(back.programs.map(({ name }: { name: string }) => name)).toEqual(['Everywhere', 'Only here']);
    expect(await totalOf(admin, `/machines/${machine.id}/activities`)).toBe(1);
    expect(await totalOf(admin, '/machines')).toBe(machines);
    await (await connectOven(credentials)).close();
  });

  it('restores a machine that was paired elsewhere meanwhile without its pairing, says so, and its oven decides (LNK-02)', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin, { name: 'Deck' });
    (await admin.delete(`/machines/${machine.id}?deletePrograms=0`)).expect(204);
    const { other, theirs } = await pairedElsewhere(machine.serialNumber);

    (await admin.post(`/machines/${machine.id}/restore`)).expect(204);
    const back = (await admin.get(`/machines/${machine.id}`)).body;
    expect(back).toMatchObject({ approved: false, pairing: { state: 'notPaired', isLost: true } });
    await isTold(admin, 'Deck came back without its pairing');
    await isTold(other, 'a former owner claims its serial number');
    expect((await other.get(`/machines/${theirs.id}`)).body.pairing.state).toBe('paired');

    await (await connectOven(credentials)).close();
    expect((await admin.get(`/machines/${machine.id}`)).body.pairing).toMatchObject({ state: 'paired', isLost: false });
    const released = (await other.get(`/machines/${theirs.id}`)).body;
    expect(released.pairing).toMatchObject({ state: 'notPaired', isLost: false });
    await isTold(admin, 'Deck has its pairing back');
    await isTold(other, 'its serial number belongs to another oven');
  });

  it('lets no certificate of a lost pairing take another serial number (SEC-04)', async () => {
    const { machine, credentials } = await aPairedMachine(server, admin);
    (await admin.delete(`/machines/${machine.id}?deletePrograms=0`)).expect(204);
    await pairedElsewhere(machine.serialNumber);
    (await admin.post(`/machines/${machine.id}/restore`)).expect(204);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const victim = await aPairedMachine(server, stranger);
    (await admin.put(`/machines/${machine.id}`, { serialNumber: victim.machine.serialNumber })).expect(200);
    await expect(connectOven(credentials)).rejects.toThrow();
    await (await connectOven(victim.credentials)).close();
  });

  it('refuses to restore a machine whose serial number is in use again, and keeps it', async () => {
    const machine = await aMachine(admin, { serialNumber: 'TWICE-1' });
    (await admin.delete(`/machines/${machine.id}?deletePrograms=0`)).expect(204);
    const again = await aMachine(admin, { serialNumber: 'twice-1' });
    expect((await admin.post(`/machines/${machine.id}/restore`)).status).toBe(409);
    (await admin.delete(`/machines/${again.id}?deletePrograms=0`)).expect(204);
    (await admin.post(`/machines/${machine.id}/restore`)).expect(204);
  });

  it('restores a branch of structures with its people and machines, those that had moved up included', async () => {
    const user = await aPerson(server, 'user', organisation, { without: ['ROLE_STRUCTURE_TOTAL_ACCESS'] });
    const region = await aStructure(server, admin, 'Region');
    const town = await aStructure(server, admin, 'Town', { parentId: region });
    const shop = await aStructure(server, admin, 'Shop', { parentId: town, related: user });
    const [stays, moves] = [await aMachine(admin, { structure: shop }), await aMachine(admin, { structure: shop })];
    expect((await user.get(`/machines/${stays.id}`)).status).toBe(200);
    (await admin.delete(`/structures/${town}?children=delete&machines=moveUp`)).expect(204);
    expect((await user.get(`/machines/${stays.id}`)).status).toBe(404);
    (await admin.put(`/machines/${moves.id}`, { structure: null })).expect(200);
    (await admin.post(`/structures/${town}/restore`)).expect(204);
    expect((await admin.get(`/structures/${shop}`)).body.ancestors.map(({ name }: { name: string }) => name)).toEqual([
      'Region',
      'Town',
    ]);
    expect((await user.get(`/machines/${stays.id}`)).status).toBe(200);
    expect((await admin.get(`/machines/${moves.id}`)).body.structure).toBe(null);

    (await admin.delete(`/structures/${town}?children=moveUp&machines=moveUp`)).expect(204);
    expect((await admin.get(`/structures/${shop}`)).body.ancestors).toHaveLength(1);
    (await admin.post(`/structures/${town}/restore`)).expect(204);
    expect((await admin.get(`/structures/${shop}`)).body.ancestors).toHaveLength(2);

    // Without its parent it is restored at the top level.
    (await admin.delete(`/structures/${town}?children=delete&machines=unassign`)).expect(204);
    (await admin.delete(`/structures/${region}`)).expect(204);
    (await admin.post(`/structures/${town}/restore`)).expect(204);
    expect((await admin.get(`/structures/${town}`)).body).toMatchObject({ parent: null });
  });

  it('restores a tag on its programs', async () => {
    const tag = (await admin.post('/tags', { name: 'Sweet' })).expect(201) as { id: string };
    const program = await aProgram(admin, { tags: [tag.id] });
    (await admin.delete(`/tags/${tag.id}`)).expect(204);
    expect((await admin.get(`/programs/${program.id}`)).body.tags).toEqual([]);
    (await admin.post(`/tags/${tag.id}/restore`)).expect(204);
    expect((await admin.get(`/programs/${program.id}`)).body.tags).toMatchObject([{ name: 'Sweet' }]);
  });

  it('lists for each person what they deleted or would see, of the kinds that they may delete', async () => {
    const tag = (await admin.post('/tags', { name: 'Theirs' })).expect(201) as { id: string };
    const program = await aProgram(admin, { name: 'Not approved', approved: false });
    const hidden = await aMachine(admin, { structure: await aStructure(server, admin, 'Hidden') });
    (await admin.delete(`/tags/${tag.id}`)).expect(204);
    (await admin.delete(`/programs/${program.id}`)).expect(204);
    (await admin.delete(`/machines/${hidden.id}?deletePrograms=0`)).expect(204);
    const user = await aPerson(server, 'user', organisation, {
      without: ['ROLE_TAG_DELETE', 'ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_STRUCTURE_TOTAL_ACCESS'],
    });
    const names = (await binOf(user, '?itemsPerPage=500')).map(({ name }) => name);
    for (const name of ['Theirs', 'Not approved', hidden.name]) expect(names).not.toContain(name);
    expect((await user.post(`/tags/${tag.id}/restore`)).status).toBe(403);
    for (const path of [`/programs/${program.id}`, `/machines/${hidden.id}`])
      expect((await user.post(`${path}/restore`)).status).toBe(404);
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect(await binOf(stranger)).toEqual([]);
    for (const path of [`/tags/${tag.id}`, `/programs/${program.id}`, `/machines/${hidden.id}`])
      expect((await stranger.post(`${path}/restore`)).status).toBe(404);
    const without = await aPerson(server, 'user', organisation, {
      without: ['ROLE_TAG_DELETE', 'ROLE_PROGRAM_DELETE', 'ROLE_MACHINE_DELETE', 'ROLE_STRUCTURE_DELETE'],
    });
    expect((await without.get('/recycle-bin')).status).toBe(403);
  });

  it('deletes entries after 30 days, with everything that a machine reported', async () => {
    const shop = await aStructure(server, admin, 'Ended');
    const machine = await aMachine(admin, { structure: shop });
    const [program, fresh] = [await aProgram(admin), await aProgram(admin)];
    await server.ownerQuery(
      `insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius", "energyKilowattHours",
        "doorOpen")
       select $1, $2, now() - n * interval '1 minute', 200, 1, false from generate_series(1, 30) n`,
      [machine.id, organisation],
    );
    (await admin.delete(`/machines/${machine.id}?deletePrograms=0`)).expect(204);
    (await admin.delete(`/structures/${shop}?children=delete&machines=moveUp`)).expect(204);
    (await admin.delete(`/programs/${program.id}`)).expect(204);
    await server.ownerQuery(`update "recycleBin" set "deletedAt" = now() - interval '31 days' where id = any($1)`, [
      [machine.id, shop, program.id],
    ]);
    for (const table of ['machines', 'structures', 'programs'])
      await server.ownerQuery(`update ${table} set "deletedAt" = now() - interval '31 days' where id = any($1)`, [
        [machine.id, shop, program.id],
      ]);
    (await admin.delete(`/programs/${fresh.id}`)).expect(204);
    expect(await recycleBinRetention.due(server.services)).toBe(3);
    expect(await recycleBinRetention.remove(server.services)).toBe(3);
    expect([
      await countOf('machines', machine.id),
      await countOf('structures', shop),
      await countOf('programs', program.id),
    ]).toEqual([0, 0, 0]);
    expect(await server.ownerQuery('select from readings where "machineId" = $1', [machine.id])).toEqual([]);
    (await admin.post(`/programs/${fresh.id}/restore`)).expect(204);
  });
});

describe('AUD-03 a deleted organisation', () => {
  it('returns without the pairings that another organisation has taken, is told so, and its links stay dead', async () => {
    const maker = await aPerson(server, 'superAdmin', null);
    const chain = await anOrganisation(server, 'Returning');
    const client = await aPerson(server, 'clientAdmin', chain);
    const { machine, credentials } = await aPairedMachine(server, client, { name: 'Rack' });
    (await apiAs(server, null).post('/reset', { email: client.email })).expect(202);
    const token = await linkTo(server, client.email, 'reset-password');
    (await maker.delete(`/client-admins/${client.userId}?what=organisation&society=Returning`)).expect(204);
    const { other } = await pairedElsewhere(machine.serialNumber);

    (await maker.post(`/client-admins/deleted/${chain}/restore`)).expect(204);
    expect((await apiAs(server, null).post('/token/verify', { token })).status).toBe(404);
    await isTold(client, 'Rack came back without its pairing');
    await isTold(other, 'a former owner claims its serial number');
    const again = await signedIn(server, client.email, password);
    expect((await again.get(`/machines/${machine.id}`)).body).toMatchObject({
      approved: false,
      pairing: { state: 'notPaired', isLost: true },
    });
    await (await connectOven(credentials)).close();
    expect((await again.get(`/machines/${machine.id}`)).body.pairing.state).toBe('paired');
  });

  it('waits seven days: its admins are told, and the maker can restore everything, machines included', async () => {
    const maker = await aPerson(server, 'superAdmin', null);
    const chain = await anOrganisation(server, 'Chain');
    const client = await aPerson(server, 'clientAdmin', chain);
    const [user, disabled] = [await aPerson(server, 'user', chain), await aPerson(server, 'user', chain)];
    (await client.put(`/users/${disabled.userId}`, { active: false })).expect(200);
    const { machine, credentials } = await aPairedMachine(server, client);
    (await maker.delete(`/client-admins/${client.userId}?what=organisation&society=Chain`)).expect(204);
    expect((await user.get('/profile')).status).toBe(401);
    await expect(connectOven(credentials)).rejects.toThrow();
    await eventually(async () =>
      (await mailsTo(server, client.email)).some((text) => text.includes('deleted your organisation')) ? true : null,
    );
    expect((await client.post(`/client-admins/deleted/${chain}/restore`)).status).toBe(401);
    const technician = await aPerson(server, 'technician', null);
    expect((await technician.get('/client-admins/deleted')).status).toBe(403);
    expect((await maker.get('/client-admins/deleted')).body).toMatchObject({
      '@type': 'hydra:Collection',
      'hydra:totalItems': 1,
      'hydra:member': [{ '@type': 'DeletedOrganisation', id: chain, name: 'Chain' }],
    });
    // Nothing is deleted before its day.
    expect(await deletedOrganisations.remove(server.services)).toBe(0);

    (await maker.post(`/client-admins/deleted/${chain}/restore`)).expect(204);
    expect((await maker.get('/client-admins/deleted')).body['hydra:member']).toEqual([]);
    const again = await signedIn(server, user.email, password);
    expect((await again.get(`/machines/${machine.id}`)).status).toBe(200);
    await expect(signedIn(server, disabled.email, password)).rejects.toThrow();
    await (await connectOven(credentials)).close();
    expect((await maker.post(`/client-admins/deleted/${chain}/restore`)).status).toBe(404);
  });
});
