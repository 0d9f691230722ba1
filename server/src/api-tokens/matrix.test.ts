import type { ApiTokenMade } from '@fournil/contract/api-tokens/apiToken';
import { type Action, can, needsProof, policy, type Rule } from '@fournil/contract/rights/policy';
import { firstWithoutParent, type Right, rights } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import type { TagDetail } from '@fournil/contract/tags/tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const actor = (held: readonly Right[]): Actor => ({
  kind: 'user',
  secondStepPending: false,
  rights: held,
  remoteParamsEdit: false,
  apiToken: { id: newId(), name: 'Program' },
});
const rows = Object.entries(policy) as [Action, Rule][];

describe('INT-04 the policy table', () => {
  it('says of every row whether API tokens may use it', () => {
    expect(rows.filter(([, rule]) => typeof rule.tokens !== 'boolean')).toEqual([]);
  });

  it('opens to a token with every right nothing that a user with every right may not do', () => {
    const person: Actor = { ...actor(rights), apiToken: null };
    const wider = rows.filter(([action]) => can(actor(rights), action) && !can(person, action));
    expect(wider).toEqual([]);
  });

  it('opens no session, account, right, token, proof, control session or person to any token', () => {
    const open = rows.map(([action]) => action).filter((action) => can(actor(rights), action));
    const resources = new Set(open.map((action) => action.split('.')[0]));
    expect([...resources].sort()).toEqual([
      'api',
      'bakes',
      'categories',
      'images',
      'machines',
      'menus',
      'models',
      'phase_group_types',
      'programMachines',
      'programs',
      'recycleBin',
      'rollouts',
      'structures',
      'tags',
    ]);
    expect(open.filter((action) => needsProof(action) || policy[action].who === 'behind')).toEqual([]);
    expect(open).not.toContain('structures.relate');
    expect(open.filter((action) => action.startsWith('images.'))).toEqual(['images.file', 'images.list']);
  });
});

/** Calls that answer 403 for reasons of their own, and a machine's, which has a token of its own. */
const leftOut = new Set(['/api/machine-link/pair']);
const pathOf = (url: string) => url.replace('/api', '').replace(':id', newId()).replace(':type', 'Machine');

it('INT-04 RGT-07 every call answers API tokens with every right, without any one and with one as the policy table says', async () => {
  const sets: (readonly Right[])[] = [rights, ['ROLE_TAG_ACCESS']];
  for (const right of rights) {
    const held = rights.filter((one) => one !== right);
    if (firstWithoutParent(held) === null) sets.push(held);
  }
  const wrong: string[] = [];
  for (const held of sets) {
    const endsAt = new Date(Date.now() + 86_400_000).toISOString();
    const { token } = (await admin.post('/api-tokens', { name: 'Program', rights: held, endsAt })).expect(
      201,
    ) as ApiTokenMade;
    for (const { method, url, allow } of server.web.calls.filter((call) => !leftOut.has(call.url))) {
      const { status } = await apiAs(server, token).call(method, pathOf(url), {});
      if (status >= 500 || status === 401 || (status === 403) === can(actor(held), allow))
        wrong.push(`${held.length} rights: ${method} ${url} (${allow}) answered ${status}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

it('INT-04 a token with the right to edit structures assigns nobody to one', async () => {
  const person = await aPerson(server, 'user', admin.organisationId);
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const { token } = (await admin.post('/api-tokens', { name: 'Program', rights, endsAt })).expect(201) as ApiTokenMade;
  const one = apiAs(server, token);
  const { id } = (await one.post('/structures', { name: 'Rivoli' })).expect(201) as { id: string };
  expect((await one.put(`/structures/${id}`, { name: 'Rivoli 2' })).status).toBe(200);
  expect((await one.put(`/structures/${id}`, { relatedUsers: [person.userId] })).status).toBe(403);
  expect((await one.put(`/structures/${id}/users`, { add: [person.userId], remove: [] })).status).toBe(403);
});

it('INT-04 a token with the rights to tags reads and assigns no people', async () => {
  const person = await aPerson(server, 'user', admin.organisationId);
  const [row] = await server.ownerQuery<{ fullName: string }>(
    `select "firstName" || ' ' || "lastName" as "fullName" from users where id = $1`,
    [person.userId],
  );
  const { id } = (await admin.post('/tags', { name: 'Rye' })).expect(201) as { id: string };
  (await admin.put(`/tags/${id}`, { relatedUsers: [person.userId] })).expect(200);
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const ofTags = rights.filter((right) => right.startsWith('ROLE_TAG_'));
  const body = { name: 'Program', rights: ofTags, endsAt };
  const { token } = (await admin.post('/api-tokens', body)).expect(201) as ApiTokenMade;
  const one = apiAs(server, token);
  const read = (await one.get(`/tags/${id}`)).expect(200) as TagDetail;
  expect(read.relatedUsers).toBe(null);
  expect((await one.put(`/tags/${id}`, { ...read, name: 'Rye bread' })).status).toBe(200);
  expect((await one.put(`/tags/${id}`, { relatedUsers: [] })).status).toBe(403);
  expect((await one.get('/tags/people')).status).toBe(403);
  const history = await one.get(`/history/tag/${id}/full`);
  expect(history.status).toBe(200);
  expect(JSON.stringify(history.body)).not.toContain(row?.fullName);
  expect((await admin.get(`/tags/${id}`)).body.relatedUsers).toHaveLength(1);
});
