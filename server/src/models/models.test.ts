import { seedModels } from '@fournil/contract/machines/catalogue';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aMachine, anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let superAdmin: Person;
let admin: Person;
let user: Person;

beforeAll(async () => {
  server = await openTestServer();
  const organisation = await anOrganisation(server);
  superAdmin = await aPerson(server, 'superAdmin', null);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation);
});
afterAll(() => server.close());

const model = {
  code: 'sole-5-20',
  category: 'deck',
  name: 'Sole 5-20',
  format: { en: '5 × 2 m²', fr: '5 × 2 m²' },
  type: 'electric',
  capacity: { en: '150 loaves', fr: '150 pains' },
  energyKilowatts: 71.5,
  steamTankCentilitres: 200,
  hardwareRevisions: ['1.0', '2.0'],
};
let count = 0;
const aModel = async (fields: object = {}) =>
  (await superAdmin.post('/models', { ...model, code: `model-${++count}`, ...fields })).expect(201) as {
    code: string;
    version: number;
  };
const rulesOf = ({ body }: { body: { violations?: { propertyPath: string; key: string }[] } }) =>
  body.violations?.map(({ propertyPath, key }) => `${propertyPath} ${key}`);

describe('MKR-05 the maker’s models', () => {
  it('begin with those that were in the code, and everybody reads them', async () => {
    for (const person of [superAdmin, admin, user]) {
      const { body } = await person.get('/models');
      expect(body['hydra:member'].map(({ code }: { code: string }) => code)).toEqual(
        expect.arrayContaining(seedModels.map(({ code }) => code)),
      );
      const one = (await person.get('/models/sole-3-12')).body;
      expect(one).toMatchObject({ name: 'Sole 3-12', category: 'deck', energyKilowatts: 31, retired: false });
      expect(one.machineCount === null).toBe(person !== superAdmin);
    }
  });

  it('are kept by the super admin only', async () => {
    const { code } = await aModel();
    for (const person of [admin, user])
      expect([
        (await person.post('/models', { ...model, code: 'mine' })).status,
        (await person.put(`/models/${code}`, { name: 'Mine' })).status,
        (await person.delete(`/models/${code}`)).status,
      ]).toEqual([403, 403, 403]);
  });

  it('can be added, and machines of the new model are entered, listed and filtered at once', async () => {
    const { code } = await aModel({ name: 'Sole 5-20 B' });
    const machine = await aMachine(admin, { model: code, category: 'deck' });
    const french = await aPerson(server, 'user', admin.organisationId);
    await server.ownerQuery(`update users set "countryCode" = 'FR' where id = $1`, [french.userId]);
    expect((await admin.get(`/machines/${machine.id}`)).body).toMatchObject({
      model: 'Sole 5-20 B',
      format: '5 × 2 m²',
      type: 'electric',
      specifications: { capacity: '150 loaves', energyKilowatts: 71.5 },
    });
    expect((await french.get(`/machines/${machine.id}`)).body.specifications.capacity).toBe('150 pains');
    const found = await admin.get(`/machines?model=${encodeURIComponent('Sole 5-20 B')}`);
    expect(found.body['hydra:totalItems']).toBe(1);
    (await superAdmin.put(`/models/${code}`, { name: 'Sole 5-20 C', capacity: { en: '160', fr: '160' } })).expect(200);
    expect((await admin.get(`/machines/${machine.id}`)).body).toMatchObject({
      model: 'Sole 5-20 C',
      specifications: { capacity: '160' },
    });
  });

  it.each([
    [{ code: 'Sole 5' }, ['code custom.validation.modelCode']],
    [{ code: 'sole-3-12' }, ['code custom.validation.taken']],
    [{ category: 'toaster' }, ['category ra.validation.oneOf']],
    [{ energyKilowatts: 0 }, ['energyKilowatts ra.validation.minValue']],
    [{ energyKilowatts: 'much' }, ['energyKilowatts ra.validation.number']],
    [{ format: { en: 'x' } }, ['format.fr ra.validation.required']],
    [{ steamTankCentilitres: -1 }, ['steamTankCentilitres ra.validation.minValue']],
    [{ hardwareRevisions: ['1', '1'] }, ['hardwareRevisions custom.validation.unique']],
    [{ colour: 'red' }, ['colour custom.validation.unknownField']],
  ])('are refused with %j by field and rule', async (fields, expected) => {
    expect(rulesOf(await superAdmin.post('/models', { ...model, code: 'fine', ...fields }))).toEqual(expected);
  });

  it('keep code and category, and the second of two editors is refused', async () => {
    const made = await aModel();
    expect(rulesOf(await superAdmin.put(`/models/${made.code}`, { category: 'rack' }))).toEqual([
      'category custom.validation.locked',
    ]);
    expect(rulesOf(await superAdmin.put(`/models/${made.code}`, { code: 'other' }))).toEqual([
      'code custom.validation.locked',
    ]);
    const read = (await superAdmin.get(`/models/${made.code}`)).body;
    expect((await superAdmin.put(`/models/${made.code}`, read)).body).toEqual(read);
    const stale = { 'if-match': '"1"' };
    (await superAdmin.put(`/models/${made.code}`, { name: 'First' }, stale)).expect(200);
    expect((await superAdmin.put(`/models/${made.code}`, { name: 'Second' }, stale)).status).toBe(412);
  });

  it('are deleted only while nothing is of them; others are retired, and their changes are in the history', async () => {
    const [unused, used] = [await aModel(), await aModel()];
    await aMachine(admin, { model: used.code, category: 'deck' });
    expect((await superAdmin.delete(`/models/${unused.code}`)).status).toBe(204);
    expect((await superAdmin.get(`/models/${unused.code}`)).status).toBe(404);
    expect((await superAdmin.delete(`/models/${used.code}`)).status).toBe(409);
    expect((await superAdmin.put(`/models/${used.code}`, { retired: true })).body.retired).toBe(true);
    const events = (await superAdmin.get('/history?entity=model')).body['hydra:member'];
    expect(events.map(({ typeEvent }: { typeEvent: string }) => typeEvent)).toEqual(
      expect.arrayContaining(['creation', 'update', 'deletion']),
    );
  });

  it('that do not exist are refused by machines, rollouts and versions', async () => {
    const entered = { name: 'X', serialNumber: 'X-1', pin: '1234', category: 'deck', model: 'vulcan-1' };
    expect(rulesOf(await admin.post('/machines', entered))).toEqual(['model custom.validation.unknownModel']);
    expect(rulesOf(await admin.post('/machines', { ...entered, model: 'tour-18' }))).toEqual([
      'model custom.validation.modelOfOther',
    ]);
  });
});
