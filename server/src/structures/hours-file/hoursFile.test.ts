import { noHours, type OpeningWeek, weekdays } from '@fournil/contract/hours/hours';
import { type HoursFilePreview, hoursFileLimits } from '@fournil/contract/structures/hoursFile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aStructure, type Person } from '../../testing/builders.ts';
import { anAdminOfNew, eventsOf, keysOf, makeStructure, partly } from '../../testing/structures.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const morning = { from: '05:00', to: '13:00' };
const week = Object.fromEntries(weekdays.map((day) => [day, day === 'sunday' ? [] : [morning]])) as OpeningWeek;
const everyDay = (cell: string, separator = ',') => Array.from(weekdays, () => cell).join(separator);

const fileOf = async (person: Person, query = '') => (await person.get(`/structures/hours.csv${query}`)).expect(200);
const preview = async (person: Person, text: unknown) =>
  (await person.post('/structures/hours/preview', { text })).expect(200) as HoursFilePreview;
const send = async (person: Person, text: string) =>
  person.post('/structures/hours', { text, digest: (await preview(person, text)).digest });
const hoursOf = async (person: Person, id: string) => {
  const { hours, ownTimezone } = (await person.get(`/structures/${id}`)).body;
  return { ...hours, ownTimezone };
};

/** Line, column and rule of each error; the rule in English. */
const errorsOf = async (person: Person, ...lines: string[]) =>
  (await preview(person, lines.join('\n'))).errors.map(({ line, column, reason }) => `${line} ${column}: ${reason}`);

async function aChain(language: 'EN' | 'FR' = 'EN') {
  const { organisationId } = await anAdminOfNew(server);
  const admin = await aPerson(server, 'clientAdmin', organisationId, { language });
  const chain = (await makeStructure(admin, { name: 'Chain' })).id;
  const shop = (await makeStructure(admin, { name: 'Shop', parent: chain })).id;
  return { admin, chain, shop };
}

describe('HRS-01 the opening hours of structures as a file', () => {
  const holidays = { country: 'FR', region: '67', changes: [{ holiday: '12-26', opening: 'usual' }] };
  const exceptions = [
    { from: '2026-08-03', to: '2026-08-14', name: 'a; "b"', opening: [] },
    { from: '2026-12-24', to: '2026-12-24', name: null, opening: [morning] },
  ];

  it('have a line for each structure, in the reader’s language or with keys, and are recorded', async () => {
    const { admin, chain, shop } = await aChain('FR');
    await admin.put(`/structures/${chain}`, { timezone: 'Europe/Paris', hours: { week, holidays, exceptions } });
    const [head, ...lines] = ((await fileOf(admin)) as string).split('\r\n');
    expect(head).toBe(
      '\ufeffIdentifiant;Structure;Fuseau horaire;Lundi;Mardi;Mercredi;Jeudi;Vendredi;Samedi;Dimanche;Pays;Région;Horaires exceptionnels',
    );
    expect(lines).toEqual([
      `${chain};Chain;Europe/Paris;${'05:00-13:00;'.repeat(6)}fermé;FR;67;` +
        '"2026-08-03..2026-08-14 fermé ""a; """"b""""""; 2026-12-24 05:00-13:00"',
      `${shop};Chain / Shop;;;;;;;;;;;`,
      '',
    ]);
    expect(((await fileOf(admin, '?format=keys')) as string).split('\r\n')[0]).toBe(
      `id,structure,timezone,${weekdays.join()},country,region,exceptions`,
    );
    const { body } = await admin.get('/history?type=export');
    expect(body['hydra:member'].map(({ fields }: { fields: string[] }) => fields)).toEqual([['hours'], ['hours']]);
  });

  it.each(['EN', 'FR'] as const)('change nothing when they are imported as they are (%s)', async (language) => {
    const { admin, chain } = await aChain(language);
    await makeStructure(admin, { name: '=1+1', parent: chain, timezone: 'Asia/Tokyo', hours: { week, exceptions } });
    await makeStructure(admin, { name: 'x; -2', hours: { holidays } });
    for (const query of ['', '?format=keys']) {
      const text = await fileOf(admin, query);
      expect(await preview(admin, text)).toMatchObject({ lines: 4, changes: 0, unchanged: 4, errors: [] });
      // By the path alone.
      const withoutIds = String(text).replace(/[\da-f]{8}-[\da-f-]{27}/g, '');
      expect(await preview(admin, withoutIds)).toMatchObject({ unchanged: 4, errors: [] });
    }
  });

  it('of French spreadsheets are read: semicolons, other order of the columns, capitals, dashes', async () => {
    const { admin, chain, shop } = await aChain('FR');
    const text = [
      '\ufeffDIMANCHE;lundi;Mardi;mercredi;jeudi;vendredi;samedi;structure;pays;Remarque;fuseau horaire',
      'Fermé;6:00 – 13:00;06:00–13:00;06:00-13:00;06:00-13:00;06:00-13:00;06:00-24:00;Shop;fr;x;Europe/Paris',
      ';;;;;;;;;;',
    ].join('\r\n');
    const found = await preview(admin, text);
    expect(found).toMatchObject({
      lines: 1,
      changes: 1,
      unchanged: 0,
      errors: [],
      unknownColumns: ['Remarque'],
      structures: [{ id: shop, path: ['Chain', 'Shop'] }],
    });
    expect(found.structures[0]?.changes.map(({ field }) => field)).toEqual([
      'timezone',
      ...weekdays.map((day) => `${day}Hours`),
      'holidays',
    ]);
    expect((await send(admin, text)).expect(200)).toEqual({ changes: 1 });
    const open = [{ from: '06:00', to: '13:00' }];
    const days = { monday: open, tuesday: open, wednesday: open, thursday: open, friday: open };
    expect(await hoursOf(admin, shop)).toEqual({
      week: { ...days, saturday: [{ from: '06:00', to: '24:00' }], sunday: [] },
      holidays: { country: 'FR', region: null, changes: [] },
      exceptions: [],
      ownTimezone: 'Europe/Paris',
    });
    expect(await hoursOf(admin, chain)).toEqual({ ...noHours, ownTimezone: null });
  });

  it('leave what they have no column for, and remove what is empty', async () => {
    const { admin, shop } = await aChain();
    await admin.put(`/structures/${shop}`, { timezone: 'Europe/Paris', hours: { week, holidays, exceptions } });
    const change = async (text: string) => {
      (await send(admin, text)).expect(200);
      return hoursOf(admin, shop);
    };
    const noon = [{ from: '10:00', to: '12:00' }];
    expect(await change('structure,monday\nShop,10:00-12:00')).toEqual({
      week: { ...week, monday: noon },
      holidays,
      exceptions,
      ownTimezone: 'Europe/Paris',
    });
    expect((await preview(admin, 'structure,country,region\nShop,FR,67')).changes).toBe(0);
    expect((await change('structure\tregion\nShop\t57')).holidays).toEqual({
      country: 'FR',
      region: '57',
      changes: [],
    });
    expect((await change('structure,country\nShop,DE')).holidays).toEqual({ country: 'DE', region: null, changes: [] });
    expect(await change(`structure,timezone,${weekdays.join()},country,exceptions\nShop,,${everyDay('')},,`)).toEqual({
      ...noHours,
      ownTimezone: null,
    });
  });

  it('find a structure by its id, else its path, else a name that only one has', async () => {
    const { admin, chain, shop } = await aChain();
    const other = await aStructure(server, admin, 'Other');
    await aStructure(server, admin, 'Shop', { parentId: other });
    const at = 'Europe/Paris';
    const changed = async (line: string) =>
      (await preview(admin, `id,structure,timezone\n${line}`)).structures.map(({ id }) => id);
    expect(await changed(`${shop.toUpperCase()},Renamed,${at}`)).toEqual([shop]);
    expect(await changed(`,Chain / Shop,${at}`)).toEqual([shop]);
    expect(await changed(`,Chain,${at}`)).toEqual([chain]);
    expect(
      await errorsOf(admin, 'id,structure', ',Shop', `${shop},`, `,Chain / Shop`, ',Nowhere', ',', 'x,Chain'),
    ).toEqual([
      '2 structure: Several structures have this name: write the whole path, or the id',
      '4 structure: This structure has a line already: 3',
      '5 structure: You see no structure with this id or name',
      '7 id: You see no structure with this id or name',
    ]);
    expect(await errorsOf(admin, 'structure,timezone', ',Europe/Paris')).toEqual(['2 structure: Required']);
  });

  it('name line, column and rule of what is wrong, in the reader’s language', async () => {
    const { admin } = await aChain();
    const errors = (columns: string, cells: string) => errorsOf(admin, `structure,${columns}`, `Shop,${cells}`);
    const days = weekdays.join();
    const closed = everyDay('closed').slice('closed'.length);
    expect(await errors('timezone', 'Paris')).toEqual(['2 timezone: This timezone is not known']);
    expect(await errors(days, `6 to 13${closed}`)).toEqual([
      '2 monday: Must be hours such as 06:00-13:00 15:00-19:00, or “closed”',
    ]);
    expect(await errors(days, `25:00-13:00${closed}`)).toEqual(['2 monday: Must be a time such as 22:30']);
    expect(await errors(days, `06:00-06:00${closed}`)).toEqual([
      '2 monday: These hours begin and end at the same time',
    ]);
    expect(await errors(days, `06:00-12:00 11:00-13:00${closed}`)).toEqual([
      '2 monday: Hours of a day must not overlap, and only the last may go past midnight',
    ]);
    const whole = 'If one day has hours, all seven need them: write “closed” for a day without';
    expect(await errors(days, closed)).toEqual([`2 monday: ${whole}`]);
    // Once for a line, and beside what is wrong with its other days.
    expect(await errors('monday,tuesday', 'closed,25:00-26:00')).toEqual([
      '2 tuesday: Must be a time such as 22:30',
      '2 tuesday: Must be a time such as 22:30',
      `2 wednesday: ${whole}`,
    ]);
    expect(await errors('country', 'XX')).toEqual(['2 country: No holidays are known for this country']);
    expect(await errors('country', 'France')).toEqual(['2 country: No holidays are known for this country']);
    expect(await errors('country,region', 'FR,ZZ')).toEqual(['2 region: This region is not known']);
    expect(await errors('country,region', ',67')).toEqual(['2 region: A region needs its country']);
    expect(await errors('exceptions', '24 December closed')).toEqual([
      '2 exceptions: Must be dates and hours such as 2026-12-24 06:00-14:00 Christmas Eve; 2026-08-03..2026-08-14 closed',
    ]);
    const { errors: ofExceptions } = await preview(
      admin,
      'structure,Exceptional hours\nShop,2026-12-24 closed; 2026-12-24..2026-12-01 closed x',
    );
    expect(ofExceptions).toEqual([
      {
        line: 2,
        column: 'Exceptional hours',
        value: '2026-12-24..2026-12-01 closed x',
        reason: 'The period ends before it begins',
      },
    ]);
    const french = await aPerson(server, 'clientAdmin', admin.organisationId, { language: 'FR' });
    expect(await errorsOf(french, 'Structure;FUSEAU HORAIRE', 'Shop;Paris')).toEqual([
      '2 FUSEAU HORAIRE: Ce fuseau horaire n’est pas connu',
    ]);
  });

  it('are refused as a whole where columns or quotation marks are wrong, or lines too many', async () => {
    const { admin } = await aChain();
    const noColumn = '1 null: No column says which structure is meant: “id” or “structure”';
    expect(await errorsOf(admin, '')).toEqual([noColumn]);
    expect(await errorsOf(admin, 'a,b', 'c,d')).toEqual([noColumn]);
    expect(await errorsOf(admin, 'structure,monday,Lundi', 'Shop,closed,closed')).toEqual([
      '1 null: This column occurs twice',
    ]);
    expect(await errorsOf(admin, 'structure,monday', 'Shop,"closed')).toEqual([
      '2 null: The file cannot be read from here on: quotation marks do not match',
    ]);
    expect(await errorsOf(admin, 'structure,exceptions', 'Shop,2026-12-24 closed Eve, late')).toEqual([
      '2 null: This line has more cells than the first one',
    ]);
    expect(await errorsOf(admin, `structure${',x'.repeat(100)}`)).toEqual(['1 null: At most 100 columns']);
    const { lines: most, characters, errorsShown } = hoursFileLimits;
    const lines = Array.from({ length: most + 1 }, () => 'Shop');
    expect(await errorsOf(admin, 'structure', ...lines)).toEqual([`${most + 2} null: At most ${most} lines`]);
    const full = await preview(admin, ['structure', ...lines.slice(1)].join('\n'));
    expect([full.lines, full.errorCount, full.errors.length]).toEqual([most, most - 1, errorsShown]);
    const long = await admin.post('/structures/hours/preview', { text: 'x'.repeat(characters + 1) });
    expect([long.status, keysOf(long.body)]).toEqual([422, ['text ra.validation.maxLength']]);
    expect((await admin.post('/structures/hours/preview', { text: 'x'.repeat(3_000_001) })).status).toBe(413);
  });
});

describe('HRS-01 a file of a spreadsheet', () => {
  it('may name its separator, and have empty lines before and after', async () => {
    const { admin } = await aChain();
    const text = `\ufeffsep=;\r\n;;\r\nstructure;timezone\r\nChain;Nowhere\r\n${';\r\n'.repeat(6000)}`;
    expect(await preview(admin, text)).toMatchObject({ lines: 1, errors: [{ line: 4, column: 'timezone' }] });
    const many = `structure\n${'Chain\n'.repeat(5001)}`;
    expect((await preview(admin, many)).errors).toMatchObject([
      { line: 5002, reason: expect.stringMatching(/5,?000/) },
    ]);
  });
});

describe('HRS-01 an import of opening hours', () => {
  it('with an error in one line changes nothing, and names line and column', async () => {
    const { admin, chain, shop } = await aChain();
    const text = 'structure,timezone,country\nChain,Europe/Paris,FR\nShop,Paris,XX';
    const refused = await send(admin, text);
    expect([refused.status, keysOf(refused.body)]).toEqual([422, ['lines.3.timezone custom.validation.timezone']]);
    for (const id of [chain, shop]) expect(await hoursOf(admin, id)).toEqual({ ...noHours, ownTimezone: null });
  });

  it('with other changes than in the preview changes nothing', async () => {
    const { admin, chain, shop } = await aChain();
    const text = 'structure,timezone\nChain,Europe/Paris\nShop,Asia/Tokyo';
    const { digest } = await preview(admin, text);
    // As many structures change, but a colleague’s choice would be lost.
    await admin.put(`/structures/${shop}`, { timezone: 'Asia/Seoul' });
    expect((await admin.post('/structures/hours', { text, digest })).status).toBe(409);
    expect((await hoursOf(admin, chain)).ownTimezone).toBeNull();
    expect((await send(admin, text)).status).toBe(200);
    expect((await hoursOf(admin, chain)).ownTimezone).toBe('Europe/Paris');
  });

  it('does not know structures of another organisation, nor those that the person does not see', async () => {
    const { admin, chain, shop } = await aChain();
    const clerk = await aPerson(server, 'user', admin.organisationId, { without: partly });
    await admin.put(`/structures/${shop}/users`, { add: [clerk.userId] });
    const unknown = '2 id: You see no structure with this id or name';
    expect(await errorsOf(await anAdminOfNew(server), 'id', shop)).toEqual([unknown]);
    expect(await errorsOf(clerk, 'id', chain)).toEqual([unknown]);
    expect(await errorsOf(clerk, 'structure', 'Chain')).toEqual([unknown.replace('id', 'structure')]);
    expect(((await fileOf(clerk, '?format=keys')) as string).split('\r\n').slice(1, -1)).toEqual([
      `${shop},Shop,,,,,,,,,,,`,
    ]);
    const refused = await send(clerk, `id,timezone\n${chain},Asia/Tokyo`);
    expect([refused.status, keysOf(refused.body)]).toEqual([422, ['lines.2.id custom.hours.unknownStructure']]);
    expect((await send(clerk, `id,timezone\n${shop},asia/tokyo`)).status).toBe(200);
    expect((await hoursOf(admin, shop)).ownTimezone).toBe('Asia/Tokyo');
    const reader = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_STRUCTURE_EDITOR'] });
    for (const path of ['/structures/hours', '/structures/hours/preview'])
      expect((await reader.post(path, { text: 'id', digest: '' })).status).toBe(403);
  });

  it('changes 800 structures in one call, with one message for each kind of change, and tells each in the history', async () => {
    const { admin, chain } = await aChain();
    const { organisationId } = admin;
    await server.ownerQuery(
      `insert into structures (id, "organisationId", name, "parentId", "createdAt", "updatedAt")
       select gen_random_uuid(), $1, 'Shop ' || number, $2, now(), now() from generate_series(1, 800) as number`,
      [organisationId, chain],
    );
    const line = (number: number) =>
      `Shop ${number};Europe/Paris;${everyDay('06:00-13:00 15:00-19:00', ';')};FR;2026-12-24 closed`;
    const text = [
      `structure;timezone;${weekdays.join(';')};country;exceptions`,
      ...Array.from({ length: 800 }, (_, index) => line(index + 1)),
    ].join('\n');
    const found = await preview(admin, text);
    expect(found).toMatchObject({ lines: 800, changes: 800, unchanged: 0, errors: [] });
    expect(found.structures).toHaveLength(hoursFileLimits.structuresShown);
    const told = () =>
      server.ownerQuery<{ ids: number }>(
        `select jsonb_array_length(note::jsonb -> 'ids') as ids from "liveNotes"
         where "organisationId" = $1 and note::jsonb ->> 'resource' = 'structures'`,
        [organisationId],
      );
    const toldBefore = (await told()).length;
    expect((await send(admin, text)).expect(200)).toEqual({ changes: 800 });
    // Of the timezones that count, and of the structures.
    expect((await told()).slice(toldBefore)).toEqual([{ ids: 800 }, { ids: 800 }]);
    expect(
      await server.ownerQuery(
        `select from pgboss.job where name = 'hours.changed' and data ->> 'organisationId' = $1`,
        [organisationId],
      ),
    ).toHaveLength(1);
    const [stored] = await server.ownerQuery<{ count: string; id: string }>(
      `select count(*), min(id::text) as id from structures where "organisationId" = $1 and version = 2
         and timezone = 'Europe/Paris' and hours #>> '{week,monday,1,to}' = '19:00'`,
      [organisationId],
    );
    expect(Number(stored?.count)).toBe(800);
    const [event] = await eventsOf(admin, `structure/${stored?.id}`);
    expect(event).toMatchObject({
      typeEvent: 'update',
      fields: ['timezone', ...weekdays.map((day) => `${day}Hours`), 'holidays', 'hoursExceptions'],
    });
    expect(await preview(admin, text)).toMatchObject({ changes: 0, unchanged: 800 });
  });
});
