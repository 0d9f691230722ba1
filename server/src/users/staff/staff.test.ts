import type { UserDetail } from '@fournil/contract/users/user';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { apiAs, signedIn } from '../../testing/api.ts';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  type Person,
  password,
} from '../../testing/builders.ts';
import { linkTo, mailsTo } from '../../testing/mailbox.ts';
import { aPairedMachine, eventually } from '../../testing/oven.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { continueDeletions } from '../index.ts';
import { deletedOrganisations, tablesOfOrganisation } from './deleteOrganisation.ts';

let server: TestServer;
let superAdmin: Person;
let technician: Person;
let count = 0;

beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
  technician = await aPerson(server, 'technician', null);
});
afterAll(() => server.close());

const personFields = (fields: Record<string, unknown> = {}) => ({
  email: `client-${++count}@house.test`,
  firstName: 'Inès',
  lastName: 'Morel',
  society: 'Pains Morel',
  street: '2 place du Marché',
  city: 'Lille',
  country: 'FR',
  timezone: 'Europe/Paris',
  countryCode: 'FR',
  temperatureUnitPreference: 'C',
  ...fields,
});
const technicianFields = (fields: Record<string, unknown> = {}) => ({
  email: `tech-${++count}@house.test`,
  password: 'pâte feuilletée',
  ...fields,
});

describe('USR-03 USR-04 clients', () => {
  it('are created by the super admin, with an organisation of their own or as another administrator of the maker', async () => {
    const body = personFields({ kind: 'clientAdmin' });
    const client = (await superAdmin.post('/client-admins', body)).expect(201) as UserDetail;
    expect(client).toMatchObject({ kind: 'clientAdmin', society: 'Pains Morel', emailVerified: false });
    const token = await linkTo(server, body.email, 'activate');
    expect((await mailsTo(server, body.email))[0]).toContain('dans Pains Morel');
    expect((await apiAs(server, null).post('/activate', { token, newPassword: 'tarte aux pommes' })).status).toBe(204);
    const admin = await signedIn(server, body.email, 'tarte aux pommes');
    expect((await admin.get('/users')).body['hydra:totalItems']).toBe(1);
    const other = (await superAdmin.post('/client-admins', personFields({ kind: 'superAdmin' }))).expect(
      201,
    ) as UserDetail;
    expect(other.kind).toBe('superAdmin');
    expect(
      (await superAdmin.get('/fournil-technicians')).body['hydra:member'].map((one: { id: string }) => one.id),
    ).toContain(other.id);
    (await superAdmin.delete(`/fournil-technicians/${other.id}`)).expect(204);
  });

  it('USR-09 are refused with invalid fields, and to everybody else', async () => {
    for (const kind of ['technician', 'user', undefined]) {
      expect((await superAdmin.post('/client-admins', personFields({ kind }))).body.violations[0].propertyPath).toBe(
        'kind',
      );
    }
    expect(
      (await superAdmin.post('/client-admins', personFields({ kind: 'clientAdmin', email: technician.email }))).body
        .violations[0],
    ).toMatchObject({
      key: 'custom.validation.emailTaken',
    });
    expect(
      (await superAdmin.post('/client-admins', personFields({ kind: 'clientAdmin', organisationId: newId() }))).status,
    ).toBe(422);
    const client = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const somebody of [technician, client])
      expect((await somebody.post('/client-admins', personFields({ kind: 'clientAdmin' }))).status).toBe(403);
  });

  it('USR-02 are sorted by company and by whole name as people sort: numbers by value, capitals beside small letters', async () => {
    for (const [firstName, society] of [
      ['yves 10', 'Tri 10'],
      ['Yves 2', 'tri 9'],
    ])
      (
        await superAdmin.post(
          '/client-admins',
          personFields({ kind: 'clientAdmin', lastName: 'Tri', firstName, society }),
        )
      ).expect(201);
    for (const [field, expected] of [
      ['society', ['tri 9', 'Tri 10']],
      ['fullName', ['Yves 2 Tri', 'yves 10 Tri']],
    ] as const) {
      const { body } = await superAdmin.get(`/client-admins?q=Tri&order[${field}]=asc`);
      expect(body['hydra:member'].map((client: UserDetail) => client[field])).toEqual(expected);
    }
  });

  it('USR-02 show their people by name and their machines as a number, to the maker’s staff only', async () => {
    const organisation = await anOrganisation(server);
    const client = await aPerson(server, 'clientAdmin', organisation);
    const user = await aPerson(server, 'user', organisation);
    await aMachine(client);
    await aMachine(client);
    for (const staff of [superAdmin, technician]) {
      expect((await staff.get('/client-admins-machines')).body[client.userId]).toBe(2);
      expect((await staff.get(`/client-admins/${client.userId}/clients`)).body['hydra:member']).toEqual([
        { id: user.userId, firstName: 'Ada', lastName: expect.any(String), email: user.email },
      ]);
      expect((await staff.get(`/client-admins/${user.userId}/clients`)).status).toBe(404);
    }
    for (const somebody of [client, user]) {
      expect((await somebody.get('/client-admins-machines')).status).toBe(403);
      expect((await somebody.get(`/client-admins/${client.userId}/clients`)).status).toBe(403);
    }
    expect((await superAdmin.put(`/users/${client.userId}`, { active: false })).status).toBe(409);
  });
});

test('RGT-07 the maker’s staff find nobody by a structure or a rights template, which they are not shown', async () => {
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const structure = await aStructure(server, admin, 'Lyon', { related: admin });
  const template = (await admin.post('/rights-templates', { name: 'Bakers', rights: [] })).expect(201) as {
    id: string;
  };
  for (const list of ['users', 'client-admins', 'fournil-technicians'])
    for (const filter of [`structure=${structure}`, `rightsTemplate=${template.id}`]) {
      const { status, body } = await superAdmin.get(`/${list}?${filter}`);
      expect([list, filter, status, body['hydra:member']]).toEqual([list, filter, 200, []]);
    }
});

describe('TEC-02 technicians', () => {
  it('created by a technician wait for the super admin, and those created by the super admin can sign in', async () => {
    const body = technicianFields();
    const made = (await technician.post('/fournil-technicians', body)).expect(201) as UserDetail;
    expect(made).toMatchObject({ kind: 'technician', active: false, fullName: body.email.split('@')[0] });
    expect((await apiAs(server, null).post('/login', { username: body.email, password: body.password })).status).toBe(
      401,
    );
    (await superAdmin.put(`/users/${made.id}`, { active: true })).expect(200);
    expect((await apiAs(server, null).post('/login', { username: body.email, password: body.password })).status).toBe(
      200,
    );
    const second = (
      await superAdmin.post('/fournil-technicians', technicianFields({ firstName: 'Marc', lastName: 'Roy' }))
    ).expect(201) as UserDetail;
    expect(second).toMatchObject({ active: true, fullName: 'Marc Roy' });
    const [row] = await server.ownerQuery('select "passwordChangeRequired" from users where id = $1', [second.id]);
    expect(row).toEqual({ passwordChangeRequired: true });
    expect((await technician.put(`/users/${second.id}`, { active: false })).status).toBe(403);
    (await superAdmin.delete(`/fournil-technicians/${second.id}`)).expect(204);
    expect((await superAdmin.get(`/users/${second.id}`)).status).toBe(404);
  });

  it('SEC-03 have a first password for three days; afterwards the list says so, and a link by mail opens the account', async () => {
    const body = technicianFields();
    const made = (await superAdmin.post('/fournil-technicians', body)).expect(201) as UserDetail;
    const signIn = (username: string, secret: string) =>
      apiAs(server, null).post('/login', { username, password: secret });
    const session = await signedIn(server, body.email, body.password);
    const same = await session.post('/change-password', { newPassword: body.password, lastPassword: body.password });
    expect([same.status, same.body.violations[0].key]).toEqual([422, 'custom.validation.passwordSame']);
    server.advance(3 * 86_400 + 1);
    const ended = await signIn(body.email, body.password);
    expect([ended.status, ended.body.key]).toEqual([401, 'custom.auth.first_password_ended']);
    expect((await signIn(body.email, 'not the first one')).body.key).toBeUndefined();
    const admin = await signedIn(server, superAdmin.email, password);
    const [listed] = (await admin.get(`/fournil-technicians?q=${body.email}`)).body['hydra:member'];
    expect(new Date(listed.passwordEndsAt).getTime()).toBeLessThan(server.services.now().getTime());
    expect((await admin.post(`/fournil-technicians/${made.id}/link`)).status).toBe(202);
    const token = await linkTo(server, body.email, 'reset-password');
    expect((await apiAs(server, null).post('/change-password', { token, newPassword: body.password })).status).toBe(
      422,
    );
    expect(
      (await apiAs(server, null).post('/change-password', { token, newPassword: 'la détrempe du soir' })).status,
    ).toBe(204);
    const own = await signedIn(server, body.email, 'la détrempe du soir');
    expect((await own.get('/profile')).status).toBe(200);
    expect((await admin.get(`/users/${made.id}`)).body.passwordEndsAt).toBeNull();
    expect((await admin.post(`/fournil-technicians/${made.id}/link`)).status).toBe(409);
    expect((await own.post(`/fournil-technicians/${made.id}/link`)).status).toBe(403);
    server.advance(-(3 * 86_400 + 1));
  });

  it.each([
    ['password', 'short'],
    ['password', undefined],
    ['password', 'password1'],
    ['email', 'nobody'],
    ['active', true],
    ['remoteParamsEdit', true],
    ['kind', 'superAdmin'],
  ])('are refused with a wrong %s', async (field, value) => {
    const answer = await technician.post('/fournil-technicians', technicianFields({ [field]: value }));
    expect([answer.status, answer.body.violations[0].propertyPath]).toEqual([422, field]);
  });

  it('TEC-01 TEC-03 are listed and deleted by the super admin only, and the last super admin cannot be deleted', async () => {
    const client = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    for (const somebody of [technician, client]) {
      expect((await somebody.get('/fournil-technicians')).status).toBe(403);
      expect((await somebody.delete(`/fournil-technicians/${technician.userId}`)).status).toBe(403);
    }
    expect((await client.post('/fournil-technicians', technicianFields())).status).toBe(403);
    expect((await superAdmin.delete(`/fournil-technicians/${superAdmin.userId}`)).status).toBe(409);
    expect((await superAdmin.delete(`/fournil-technicians/${client.userId}`)).status).toBe(404);
    for (let round = 0; round < 4; round += 1) {
      const one = await aPerson(server, 'superAdmin', null);
      const answers = await Promise.all([
        one.put(`/users/${superAdmin.userId}`, { active: false }),
        superAdmin.put(`/users/${one.userId}`, { active: false }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      await server.ownerQuery('update users set active = true where id = $1', [superAdmin.userId]);
      await server.ownerQuery('delete from users where id = $1', [one.userId]);
      superAdmin = { ...superAdmin, ...(await signedIn(server, superAdmin.email, password)) };
    }
  });
});

describe('USR-10 deleting a client', () => {
  async function aFullOrganisation() {
    const society = `Chez ${++count}`;
    const organisation = await anOrganisation(server, society);
    const client = await aPerson(server, 'clientAdmin', organisation);
    const user = await aPerson(server, 'user', organisation);
    const { machine } = await aPairedMachine(server, client);
    const parent = await aStructure(server, client, 'Region');
    await aStructure(server, client, 'Shop', { parentId: parent, related: user });
    const tag = ((await client.post('/tags', { name: 'Night' })).expect(201) as { id: string }).id;
    const program = await aProgram(client, { tags: [tag] });
    (await client.post('/programMachines', { machine: machine.id, program: program.id })).expect(201);
    (await client.put(`/tags/${tag}`, { relatedUsers: [user.userId] })).expect(200);
    await server.ownerQuery(
      `insert into readings ("machineId", "organisationId", at, "chamberTemperatureCelsius", "energyKilowattHours",
        "doorOpen")
       select $1, $2, now() - n * interval '1 minute', 200, 1, false from generate_series(1, 25000) n
         on conflict do nothing`,
      [machine.id, organisation],
    );
    return { society, organisation, client, user, machine };
  }
  const rowsOf = async (organisation: string) => {
    const found: string[] = [];
    for (const table of tablesOfOrganisation) {
      const [row] = await server.ownerQuery<{ left: number }>(
        `select count(*)::int as left from "${table}" where "organisationId" = $1`,
        [organisation],
      );
      if ((row?.left ?? 0) > 0) found.push(table);
    }
    return found;
  };

  /** A job that fails is tried again after some seconds; the failure of the test shows what is left, and why. */
  const allRowsAreGone = (organisation: string) =>
    expect
      .poll(async () => ({
        left: await rowsOf(organisation),
        jobs: await server.ownerQuery(
          `select state, retry_count as retries, output from pgboss.job
              where name = 'organisation.deleted' and data->>'organisationId' = $1 and state <> 'completed'`,
          [organisation],
        ),
      }))
      .toEqual({ left: [], jobs: [] });

  it('names what is deleted, requires the name to be typed, leaves no row, and frees the serial numbers at once', async () => {
    const { society, organisation, client, user, machine } = await aFullOrganisation();
    const path = `/client-admins/${client.userId}`;
    expect((await superAdmin.get(`${path}/deletion`)).body).toEqual({
      society,
      otherAdmins: 0,
      users: 2,
      machines: 1,
      programs: 1,
      structures: 2,
      tags: 1,
    });
    expect((await superAdmin.delete(`${path}?what=account`)).status).toBe(409);
    expect((await superAdmin.delete(`${path}?what=organisation&society=Nobody`)).body.violations[0].propertyPath).toBe(
      'society',
    );
    for (const somebody of [client, technician, user])
      expect((await somebody.delete(`${path}?what=organisation&society=${society}`)).status).toBe(403);

    (await superAdmin.delete(`${path}?what=organisation&society=${encodeURIComponent(society)}`)).expect(204);
    for (const somebody of [client, user]) expect((await somebody.get('/profile')).status).toBe(401);
    expect((await superAdmin.get(`${path}/deletion`)).status).toBe(404);
    expect((await superAdmin.get(`/client-admins?q=${client.email}`)).body['hydra:totalItems']).toBe(0);
    expect(
      (await superAdmin.get(`/machines/by-serial?serialNumber=${machine.serialNumber}`)).body['hydra:totalItems'],
    ).toBe(0);
    // Its rows are deleted after seven days.
    await server.ownerQuery(`update organisations set "endsAt" = now() - interval '1 second' where id = $1`, [
      organisation,
    ]);
    expect(await deletedOrganisations.remove(server.services)).toBe(1);
    await allRowsAreGone(organisation);
    await eventually(async () =>
      (await server.ownerQuery('select 1 from organisations where id = $1', [organisation])).length === 0 ? true : null,
    );
    // Address and serial number are free again.
    (await superAdmin.post('/client-admins', personFields({ kind: 'clientAdmin', email: client.email }))).expect(201);
  }, 90_000);

  it('is possible for one of several administrators alone', async () => {
    const organisation = await anOrganisation(server);
    const [one, two] = [
      await aPerson(server, 'clientAdmin', organisation),
      await aPerson(server, 'clientAdmin', organisation),
    ];
    expect((await superAdmin.get(`/client-admins/${one.userId}/deletion`)).body.otherAdmins).toBe(1);
    (await superAdmin.delete(`/client-admins/${one.userId}?what=account`)).expect(204);
    expect((await one.get('/profile')).status).toBe(401);
    expect((await two.get('/profile')).status).toBe(200);
  });

  it('continues after a kill of the server when the next one starts', async () => {
    const { organisation, client } = await aFullOrganisation();
    await server.ownerQuery(
      `update organisations set "deletedAt" = now(), "endsAt" = now() - interval '1 second' where id = $1`,
      [organisation],
    );
    await server.ownerQuery('update users set active = false where "organisationId" = $1', [organisation]);
    await eventually(async () => ((await client.get('/profile')).status === 401 ? true : null));
    expect((await rowsOf(organisation)).length).toBeGreaterThan(8);
    await continueDeletions(server.services);
    await allRowsAreGone(organisation);
  }, 90_000);
});

describe('IMP-06 the machines that a client shares with support', () => {
  it('show states and faults, read only, while they are shared, and only those of that client', async () => {
    const organisation = await anOrganisation(server);
    const client = await aPerson(server, 'clientAdmin', organisation);
    const user = await aPerson(server, 'user', organisation);
    const machine = await aMachine(client, { name: 'Shared oven' });
    await aMachine(await aPerson(server, 'clientAdmin', await anOrganisation(server)), { name: 'Kept oven' });
    await server.ownerQuery(
      `insert into "machineErrors" (id, "machineId", "organisationId", code, "dateStart")
        values (gen_random_uuid(), $1, $2, 'E03', now())`,
      [machine.id, organisation],
    );
    const list = async (path = '') => (await technician.get(`/assistance/machines${path}`)).body;
    expect((await list())['hydra:totalItems']).toBe(0);
    expect((await technician.get(`/assistance/machines/${machine.id}/errors`)).status).toBe(404);
    for (const somebody of [user, technician, superAdmin])
      expect((await somebody.put('/organisation', { assistanceSharing: true })).status).toBe(403);
    expect((await client.put('/organisation', { assistanceSharing: true, name: 'Other' })).status).toBe(422);
    (await client.put('/organisation', { assistanceSharing: true })).expect(200);
    expect((await client.get('/organisation')).body.assistanceSharing).toBe(true);
    expect((await list())['hydra:member']).toMatchObject([{ id: machine.id, name: 'Shared oven', connected: false }]);
    expect((await list('?connected=true'))['hydra:totalItems']).toBe(0);
    expect((await technician.get(`/assistance/machines/${machine.id}/errors`)).body).toMatchObject([
      { code: 'E03', dateEnd: null },
    ]);
    // Nothing else becomes accessible.
    expect((await technician.get(`/machines/${machine.id}`)).status).toBe(403);
    for (const somebody of [client, user]) expect((await somebody.get('/assistance/machines')).status).toBe(403);
    (await client.put('/organisation', { assistanceSharing: false })).expect(200);
    expect((await list())['hydra:totalItems']).toBe(0);
    const [event] = (await client.get(`/history/user/${client.userId}/full?type=update`)).body['hydra:member'];
    expect(event).toMatchObject({
      fields: ['assistanceSharing'],
      changes: [{ field: 'assistanceSharing', before: true, after: false }],
    });
  });
});
