import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { anOrganisation, aPerson, type Person, programFields } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

const names = [
  'مخبز النيل',
  'בית מאפה',
  'パン窯 一号',
  '👩‍🍳 Four',
  'Four à sole n° 3',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  "'; drop table machines; --",
  '%_\\',
];
const makers: [resource: string, body: (name: string) => object][] = [
  ['machines', (name) => ({ name, serialNumber: `S${newId()}`, pin: '1234', category: 'deck' })],
  ['programs', (name) => programFields({ name })],
  ['structures', (name) => ({ name })],
  ['tags', (name) => ({ name })],
];

describe.each(makers)('GEN-01 names of %s in any script and direction:', (resource, body) => {
  it.each(names)('%s is stored, found and returned unchanged', async (name) => {
    const made = (await admin.post(`/${resource}`, body(name))).expect(201) as { id: string };
    expect((await admin.get(`/${resource}/${made.id}`)).body.name).toBe(name);
    const found = (await admin.get(`/${resource}?q=${encodeURIComponent(name)}`)).body['hydra:member'] as {
      id: string;
      name: string;
    }[];
    expect(found.map((one) => one.id)).toEqual([made.id]);
    const entity = resource.slice(0, -1);
    const [event] = (await admin.get(`/history/${entity}/${made.id}/full`)).body['hydra:member'];
    expect(event.originName).toBe(name);
    const file = (await admin.get(`/history/${entity}/${made.id}/full.csv`)).body as string;
    expect(file).not.toMatch(/(^|,)=/m);
  });

  it.each(['a\u0000b', 'lone \ud800', '   '])('text that cannot be stored is refused at its field', async (name) => {
    const { status, body: problem } = await admin.post(`/${resource}`, body(name));
    expect([status, problem.violations[0].propertyPath]).toEqual([422, 'name']);
  });
});
