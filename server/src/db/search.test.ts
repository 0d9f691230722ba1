import { folded } from '@fournil/contract/kit/search';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aMachine,
  anOrganisation,
  aPerson,
  aProgram,
  aStructure,
  type Person,
  userFields,
} from '../testing/builders.ts';
import { aMenu } from '../testing/menus.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let admin: Person;
let maker: Person;
let technician: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server, 'L’Épi d’Or'));
  maker = await aPerson(server, 'superAdmin', null);
  technician = await aPerson(server, 'technician', null);
});
afterAll(() => server.close());

const found = async (who: Person, list: string, q: string) =>
  (await who.get(`/${list}?q=${encodeURIComponent(q)}`)).body['hydra:totalItems'];

/** Every character of the scripts that Europeans write, of punctuation, and of compatibility forms. */
const characters = [
  [1, 0x5_2f],
  [0x1e_00, 0x20_6f],
  [0x20_a0, 0x21_4f],
  [0xfb_00, 0xfb_06],
  [0xfe_20, 0xfe_6f],
  [0xff_00, 0xff_60],
].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, index) => from + index));

describe('GEN-12 the search of every list', () => {
  it('takes a text for the same in the database and on the page', async () => {
    const texts = [
      ...characters.flatMap((code) => [String.fromCodePoint(code), `e${String.fromCodePoint(code)}A`]),
      'Épaule d’agneau de nuit',
      'Four à sole 1 – Annecy',
      'ΣΊΣΥΦΟΣ',
    ];
    const rows = await server.ownerQuery<{ text: string; folded: string }>(
      `select text, "foldedText"(text) as folded from unnest($1::text[]) as text`,
      [texts],
    );
    expect(rows.filter((row) => row.folded !== folded(row.text))).toEqual([]);
  });

  it('can be carried by an index', async () => {
    await server.ownerQuery(`create index on programs ("foldedText"(name))`);
  });

  it('finds machines by words in any order, without accents, and by serial numbers without dashes and spaces, and by their place', async () => {
    await aMachine(admin, { name: 'Four à sole 1 – Annecy', serialNumber: 'FR-2041-AB-7' });
    await aMachine(admin, { name: 'Saint-Étienne', serialNumber: 'S100' });
    for (const q of ['annecy sole', 'FOUR A SOLE', 'fr2041ab7', 'FR 2041 AB 7', 'annecy 2041'])
      expect([q, await found(admin, 'machines', q)]).toEqual([q, 1]);
    expect(await found(admin, 'machines', 'saint etienne')).toBe(1);
    const region = await aStructure(server, admin, 'Bretagne');
    const shop = await aStructure(server, admin, 'Vannes – gare', { parentId: region });
    await aMachine(admin, { name: 'Four 9', structure: shop });
    for (const q of ['bretagne', 'four vannes', 'gare 9 bretagne'])
      expect([q, await found(admin, 'machines', q)]).toEqual([q, 1]);
    expect(await found(admin, 'machines', 'annecy etienne')).toBe(0);
  });

  it('finds programs, menus, tags, structures, and templates as a person types them', async () => {
    const program = await aProgram(admin, { name: 'Épaule d’agneau de nuit' });
    await aMenu(admin, { name: 'Noël – réveillon', programs: [program.id] });
    (await admin.post('/tags', { name: 'Bœuf' })).expect(201);
    await aStructure(server, admin, 'Région Rhône-Alpes');
    (await admin.post('/rights-templates', { name: 'Équipe du matin', rights: ['ROLE_MACHINE_ACCESS'] })).expect(201);
    for (const [list, q] of [
      ['programs', "epaule d'agneau"],
      ['programs', 'NUIT AGNEAU'],
      ['menus', 'noel'],
      ['menus', 'reveillon noel'],
      ['tags', 'boeuf'],
      ['structures', 'rhone alpes'],
      ['rights-templates', 'matin equipe'],
    ] as const)
      expect([list, q, await found(admin, list, q)]).toEqual([list, q, 1]);
  });

  it('finds what was deleted by its name and by who deleted it', async () => {
    const { id } = (await admin.post('/tags', { name: 'Pâte à brioche' })).expect(201) as { id: string };
    (await admin.delete(`/tags/${id}`)).expect(204);
    for (const q of ['brioche pate', 'brioche ada']) expect([q, await found(admin, 'recycle-bin', q)]).toEqual([q, 1]);
    expect(await found(admin, 'recycle-bin', 'brioche zoe')).toBe(0);
  });

  it('finds people by last name first, in every list of people', async () => {
    const { email } = (await admin.post('/users', userFields({ firstName: 'Zoé', lastName: 'Martin' }))).expect(
      201,
    ) as {
      email: string;
    };
    for (const list of ['users', 'structures/people', 'access-review'])
      for (const q of ['Martin Zoé', 'zoe', `martin ${email}`])
        expect([list, q, await found(admin, list, q)]).toEqual([list, q, 1]);
  });

  it('USR-02 finds a client by the company that the list shows, for technicians and super admins', async () => {
    for (const who of [maker, technician]) {
      expect(await found(who, 'client-admins', "l'epi d'or")).toBe(1);
      expect(await found(who, 'client-admins', 'or ada epi')).toBe(1);
    }
  });

  it('finds events of the history by what they name', async () => {
    await aProgram(admin, { name: 'Crème brûlée', approved: false });
    expect(await found(admin, 'history', 'brulee creme ada')).toBe(1);
  });

  it('finds a model of the maker by its code without dashes', async () => {
    const [model] = (await maker.get('/models')).body['hydra:member'];
    expect(await found(maker, 'models', model.code.replaceAll('-', ''))).toBeGreaterThan(0);
  });
});
