import { type Action, can, policy, type Rule } from '@fournil/contract/rights/policy';
import { isEffective, type Right, rightParents, rights } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { currentCaller } from '../identity/index.ts';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { oneOfEach } from '../testing/calls/oneOfEach.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

/** RGT-07: every call × every kind of caller, against the policy table; own, foreign and nonexistent records. */
let server: TestServer;
const people = new Map<string, Person | null>();
let foreign: Record<string, string>;

beforeAll(async () => {
  server = await openTestServer();
  const [one, two] = [await anOrganisation(server), await anOrganisation(server)];
  people.set('nobody', null);
  people.set('superAdmin', await aPerson(server, 'superAdmin', null));
  people.set('technician', await aPerson(server, 'technician', null));
  people.set('clientAdmin', await aPerson(server, 'clientAdmin', one));
  people.set('user with every right', await aPerson(server, 'user', one));
  people.set('user without any right', await aPerson(server, 'user', one, { without: rights }));
  for (const right of rights)
    people.set(`user without ${right}`, await aPerson(server, 'user', one, { without: [right] }));
  const other = await aPerson(server, 'clientAdmin', two);
  foreign = await oneOfEach(server, other);
}, 120_000);
afterAll(() => server.close());

/** A stream, the end of the session, and the two calls with 401 or 403 for reasons of their own. */
const leftOut = new Set(['/api/live', '/api/logout', '/api/login', '/api/machine-link/pair']);
const pathOf = (url: string, id: string) => url.replace('/api', '').replace(':id', id).replace(':type', 'Machine');

test('RGT-04, RGT-07 every call answers every kind of caller as the policy table says', async () => {
  // Machines have a token of their own, which the call checks itself.
  const asked = server.web.calls.filter(({ url, allow }) => !leftOut.has(url) && allow !== 'software-updates.ddi');
  expect(asked.length).toBeGreaterThan(35);
  const wrong: string[] = [];
  for (const [name, person] of people) {
    const actor = person ? await actorOf(person) : null;
    for (const call of asked) {
      const { status } = await apiAs(server, person?.token ?? null).call(call.method, pathOf(call.url, newId()), {});
      const isRefused = status === (person ? 403 : 401);
      if (status >= 500 || isRefused === can(actor, call.allow))
        wrong.push(`${name}: ${call.method} ${call.url} (${call.allow}) answered ${status}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

/** The session's actor, as the server reads it. */
async function actorOf(person: Person): Promise<Actor | null> {
  const payload = JSON.parse(Buffer.from(person.token?.split('.')[1] ?? '', 'base64url').toString()) as { jti: string };
  return currentCaller(server.services, payload.jti);
}

/** Constants of the product. */
const ofEverybody = new Set(['/api/categories/:id', '/api/phase_group_types/:id']);
/** The key in `oneOfEach` of the records at this address. */
function resourceOf(url: string): string {
  const name = Object.keys(foreign).find((one) => url.startsWith(`/api/${one}/`));
  if (!name) throw new Error(`There is no record of another organisation for ${url}: make one in oneOfEach.`);
  return name;
}
const bodies: Record<string, unknown> = {
  'rights-templates': { rights: [] },
  '/api/users/:id/template': { template: null },
  '/api/machines/:id/updates': { betaAllowed: true },
  '/api/machines/:id/connect': {},
  'api-tokens': { name: 'Taken over' },
  machines: { name: 'Taken over' },
  programs: { name: 'Taken over' },
  programMachines: { position: 1 },
  '/api/programMachines/:id/restore': {},
  '/api/programMachines/:id/keep': { until: null },
  '/api/programMachines/:id/adopt': {},
  rollouts: { action: 'pause' },
  ...Object.fromEntries(
    ['programs', 'menus'].flatMap((name) =>
      ['', '/preview'].map((end) => [`/api/${name}/:id/rollouts${end}`, { revision: 1, rings: [{ name: 'All' }] }]),
    ),
  ),
  tags: {},
  menus: { name: 'Taken over' },
  structures: {},
  '/api/users/:id/rights': { rights: [] },
  '/api/users/:id/rights/preview': { rights: [] },
  'images/users': { imageBase64: null },
};

describe('RGT-06 a record of another organisation', () => {
  it('gets from every call exactly the answer of one that never existed', async () => {
    const admin = people.get('clientAdmin') as Person;
    const asAdmin = await actorOf(admin);
    const different: string[] = [];
    for (const { method, url } of server.web.calls.filter(
      (call) => call.url.includes(':id') && can(asAdmin, call.allow) && !ofEverybody.has(call.url),
    )) {
      const resource = resourceOf(url);
      const answer = async (id: string) => {
        const query = resource === 'machines' && method === 'DELETE' ? '?deletePrograms=0' : '';
        const { status, body } = await admin.call(
          method,
          pathOf(url, id) + query,
          resource === 'control/user' ? { id } : (bodies[url] ?? bodies[url] ?? bodies[resource] ?? {}),
        );
        return JSON.stringify([status, body?.detail, body?.violations]);
      };
      const [theirs, nil] = [await answer(foreign[resource] ?? ''), await answer(newId())];
      if (theirs !== nil || !theirs.startsWith('[404')) different.push(`${method} ${url}: ${theirs} / ${nil}`);
    }
    expect(different).toEqual([]);
  });

  it('is in no list, filter or count', async () => {
    const admin = people.get('clientAdmin') as Person;
    for (const path of [
      `/machines?programs=${foreign['programs']}`,
      `/programs?machine=${foreign['machines']}`,
      `/programMachines?machine=${foreign['machines']}`,
      `/programMachines?program=${foreign['programs']}`,
      `/programMachines?menu=${foreign['menus']}`,
      `/machines?menu=${foreign['menus']}`,
      `/menus?program=${foreign['programs']}`,
      '/machines?q=Oven',
      '/programs?q=Bread',
      '/machines?itemsPerPage=0',
    ]) {
      expect((await admin.get(path)).body, path).toMatchObject({ 'hydra:totalItems': 0, 'hydra:member': [] });
    }
    expect((await admin.get('/machines/counts')).body.total).toBe(0);
  });

  it('cannot be named when something is created or linked', async () => {
    const admin = people.get('clientAdmin') as Person;
    const own = await aMachine(admin);
    const program = await aProgram(admin);
    expect(
      (await admin.post('/programMachines', { machine: own.id, program: foreign['programs'] })).body.violations[0],
    ).toMatchObject({
      propertyPath: 'program',
      key: 'custom.validation.notFound',
    });
    expect(
      (await admin.post('/programMachines', { machine: foreign['machines'], program: program.id })).body.violations[0],
    ).toMatchObject({
      propertyPath: 'machine',
    });
    expect(
      (
        await admin.post('/machines', {
          name: 'x',
          serialNumber: newId(),
          pin: '1234',
          category: 'deck',
          structure: newId(),
        })
      ).body.violations[0],
    ).toMatchObject({ propertyPath: 'structure' });
    await admin.delete(`/machines/${own.id}?deletePrograms=1`);
  });

  it('is also hidden by the database, when a query forgets the organisation', async () => {
    const admin = people.get('clientAdmin') as Person;
    const { db } = server.services;
    const seen = await db.as({ role: 'app', organisationId: admin.organisationId ?? '' }, (trx) =>
      trx.selectFrom('machines').select('organisationId').execute(),
    );
    expect(new Set(seen.map((row) => row.organisationId)).size).toBeLessThanOrEqual(1);
    await expect(
      db.as({ role: 'app', organisationId: admin.organisationId ?? '' }, (trx) =>
        trx
          .insertInto('tags')
          .values({ id: newId(), organisationId: newId(), name: 'foreign', description: null })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      db.as({ role: 'staff' }, (trx) => trx.updateTable('machines').set({ name: 'x' }).execute()),
    ).rejects.toThrow(/permission denied/);
    await expect(db.as({ role: 'link' }, (trx) => trx.selectFrom('sessions').selectAll().execute())).rejects.toThrow(
      /permission denied/,
    );
  });
});

test('RGT-06 every table has row-level security, and a connection without a scope may do nothing', async () => {
  const open = await server.ownerQuery<{ relname: string }>(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not (relrowsecurity
      and relforcerowsecurity)`,
  );
  expect(open.map((row) => row.relname).sort()).toEqual(['kysely_migration', 'kysely_migration_lock', 'serverSecrets']);
  const granted = await server.ownerQuery<{ who: string; what: string }>(
    `select grantee as who, table_name as what from information_schema.role_table_grants
     where table_schema = 'public' and (grantee = 'fournil_nobody' or (grantee like 'fournil_%'
       and table_name in ('serverSecrets', 'kysely_migration')))`,
  );
  // The ids of changed records, for a moment: what each server's listener tells browsers.
  expect(granted).toEqual([{ who: 'fournil_nobody', what: 'liveNotes' }]);
});

describe('RGT-01, RGT-02 the policy table', () => {
  const user = (held: readonly Right[]): Actor => ({
    kind: 'user',
    secondStepPending: false,
    rights: held,
    remoteParamsEdit: false,
  });

  it('counts a sub-right only while its parents are held', () => {
    const children = rights.filter((right) => rightParents[right] !== null);
    expect(children.filter((right) => isEffective([right], right))).toEqual([]);
    const rules = Object.entries(policy) as [Action, Rule][];
    for (const right of children) {
      const needsThis = rules
        .filter(([, rule]) => rule.who === 'these' && String(rule.rights) === right)
        .map(([action]) => action);
      expect(needsThis.filter((action) => can(user([right]), action))).toEqual([]);
    }
  });

  it('allows a session whose second step is pending only that step, sign-out and the public calls', () => {
    const pending: Actor = { ...user(rights), kind: 'clientAdmin', secondStepPending: true };
    const open = Object.keys(policy).filter((action) => can(pending, action as keyof typeof policy));
    expect(open.sort()).toEqual([
      'accounts.login',
      'accounts.logout',
      'accounts.open',
      'api.read',
      'demo.mails',
      'images.file',
      'machine-link.broker',
      'machine-link.pair',
      'metrics.read',
      'software-updates.ddi',
      'two-step.check',
    ]);
  });

  it('allows a client admin everything that any right allows', () => {
    const admin: Actor = { ...user([]), kind: 'clientAdmin' };
    for (const [action, rule] of Object.entries(policy))
      if (rule.who === 'these' && rule.rights.length > 0) expect(can(admin, action as keyof typeof policy)).toBe(true);
  });
});
