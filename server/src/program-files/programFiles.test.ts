import { canonicalProgramText, programFileLimits } from '@fournil/contract/program-files/programFile';
import type { ProgramView } from '@fournil/contract/programs/program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';
import { checksumOf } from './readFile.ts';

let server: TestServer;
let admin: Person;
let other: Person;

beforeAll(async () => {
  server = await openTestServer();
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  other = await aPerson(server, 'clientAdmin', await anOrganisation(server), { language: 'FR' });
});
afterAll(() => server.close());

const exported = async (who: Person, id: string) =>
  (await who.get(`/programs/${id}/export`)).body as Record<string, unknown>;
const text = (file: unknown) => JSON.stringify(file, null, 2);
const send = (who: Person, contents: string[], path = '/programs/import') =>
  who.post(path, { files: contents.map((content, index) => ({ name: `file ${index + 1}.prog`, content })) });
const bodyOf = ({ name, description, category, phaseGroups, tags }: ProgramView) => ({
  name,
  description,
  category,
  phaseGroups,
  tags: tags.map((tag) => tag.name).sort(),
});

describe('PRG-04 program files', () => {
  it('are the same programs after export and import into another organisation, waiting for approval', async () => {
    const tags = [];
    for (const name of ['Pain', 'Nuit 🌙', '夜']) tags.push((await admin.post('/tags', { name })).body.id as string);
    const program = await aProgram(admin, { name: 'Tourte d’été «1»', description: 'Émile’s\n"best"', tags } as never);
    const answer = await admin.get(`/programs/${program.id}/export`);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Tourte d_ete _1_.prog"; filename*=UTF-8''Tourte%20d%E2%80%99%C3%A9t%C3%A9%20%C2%AB1%C2%BB.prog`,
    );
    const preview = (await send(other, [text(answer.body)], '/programs/import/preview')).expect(200);
    expect(preview).toMatchObject({
      imported: 1,
      refused: 0,
      files: [{ program: { id: null, tags: [{ isNew: true }, {}, {}], nameIsTaken: false }, problems: [] }],
    });
    expect((await other.get('/programs')).body['hydra:totalItems']).toBe(0);
    const result = (await send(other, [text(answer.body)])).expect(200) as { files: { program: { id: string } }[] };
    const id = result.files[0]?.program.id ?? '';
    const copy = (await other.get(`/programs/${id}`)).expect(200) as ProgramView;
    expect(bodyOf(copy)).toEqual(bodyOf(program));
    expect(copy.approved).toBe(false);
    expect(text(await exported(other, id))).toBe(text(answer.body));
    const kinds = (await other.get(`/history/program/${id}/full`)).body['hydra:member'].map(
      (one: { typeEvent: string }) => one.typeEvent,
    );
    expect(kinds).toEqual(['export', 'import']);
  });

  it('are imported one by one: valid ones are created, others refused with line, field and reason', async () => {
    const file = await exported(admin, (await aProgram(admin, { name: 'Good one' })).id);
    const program = file['program'] as {
      name: string;
      category: string;
      phaseGroups: { phases: { values: Record<string, unknown> }[] }[];
    };
    const changed = (change: (copy: typeof program) => void, seal = true) => {
      const copy = structuredClone(program);
      change(copy);
      return text({ ...file, program: copy, ...(seal ? { checksum: checksumOf(copy) } : {}) });
    };
    const lineIn = (content: string, part: string) => content.slice(0, content.indexOf(part)).split('\n').length;
    const good = text(file);
    const hot = changed((copy) => Object.assign(copy.phaseGroups[0]?.phases[1]?.values ?? {}, { temperature: 251 }));
    const toaster = changed((copy) => Object.assign(copy, { category: 'toaster' }));
    const owned = changed((copy) => Object.assign(copy, { owner: 'me' }));
    const tagged = changed((copy) => Object.assign(copy, { tags: ['1', '2', '3', '4', '5', '6'] }));
    const cases: [string, string, { line: number | null; path: string; reason: RegExp }][] = [
      [
        'not JSON',
        '{\n  "format": "fournil-program",,\n}',
        { line: 2, path: '', reason: /^Ce n’est pas un fichier de programme/ },
      ],
      [
        'another format',
        '{"format":"other"}',
        { line: 1, path: '', reason: /^Ce n’est pas un fichier de programme\.$/ },
      ],
      ['a list', '[1]', { line: 1, path: '', reason: /^Ce n’est pas un fichier/ }],
      [
        'a newer version',
        text({ ...file, version: 2 }),
        { line: 3, path: '', reason: /version 2\u202f; cette console lit la version 1/ },
      ],
      [
        'damaged',
        changed((copy) => Object.assign(copy, { name: 'Other' }), false),
        { line: 4, path: '', reason: /somme de contrôle/ },
      ],
      [
        'an unknown machine type',
        toaster,
        { line: lineIn(toaster, '"toaster"'), path: 'program.category', reason: /type de machine/ },
      ],
      [
        'a broken phase rule',
        hot,
        {
          line: lineIn(hot, '"temperature": 251'),
          path: 'program.phaseGroups.0.phases.1.values.temperature',
          reason: /entre 0 et 250/,
        },
      ],
      ['an unknown field', owned, { line: lineIn(owned, '"owner"'), path: 'program.owner', reason: /pas connu/ }],
      [
        'a duplicate name',
        good.replace('"category"', '"category": "rack",\n"category"'),
        { line: lineIn(good, '"category"') + 1, path: 'program.category', reason: /^«\scategory\s» figure deux fois/ },
      ],
      ['too many tags', tagged, { line: lineIn(tagged, '"tags"'), path: 'program.tags', reason: /Au plus 5/ }],
      ['endless nesting', '['.repeat(60_000), { line: 1, path: '', reason: /^Ce n’est pas un fichier/ }],
    ];
    const answer = (await send(other, [good, ...cases.map(([, content]) => content)])).expect(200) as {
      imported: number;
      files: {
        file: string;
        program: object | null;
        problems: { line: number | null; path: string; reason: string }[];
      }[];
    };
    expect(answer.imported).toBe(1);
    for (const [index, [name, , { line, path, reason }]] of cases.entries()) {
      const { program: made, problems } = answer.files[index + 1] ?? { program: null, problems: [] };
      expect(made, name).toBe(null);
      expect(problems[0]?.reason, name).toMatch(reason);
      expect([name, problems[0]?.line, problems[0]?.path]).toEqual([name, line, path]);
    }
    expect((await other.get('/programs?q=Good one')).body['hydra:totalItems']).toBe(1);
  });

  it('SEC-06 with many mistakes get the first ones named and the others counted', async () => {
    const file = await exported(admin, (await aProgram(admin)).id);
    const program = {
      ...(file['program'] as object),
      ...Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`x${index}`, 1])),
    };
    const { files } = (await send(admin, [text({ ...file, program })])).expect(200) as {
      files: { problems: { line: number; reason: string }[] }[];
    };
    expect(files[0]?.problems).toHaveLength(21);
    expect(files[0]?.problems.at(-1)).toMatchObject({ line: null, reason: 'And 380 more.' });
  });

  it('SEC-06 are refused with a message that names the field when one is too large, when they are too many, and when there are none', async () => {
    const large = await send(admin, ['x'.repeat(programFileLimits.fileBytes + 1)]);
    expect([large.status, large.body.violations[0].propertyPath]).toEqual([422, 'files.0.content']);
    expect((await send(admin, Array(programFileLimits.files + 1).fill('{}'))).body.violations[0]).toMatchObject({
      propertyPath: 'files',
    });
    expect((await send(admin, [])).body.violations[0]).toMatchObject({ propertyPath: 'files' });
    expect((await send(admin, Array(60).fill('x'.repeat(60_000)))).status).toBe(413);
  });

  it('match tags by name without regard to capitals, and new tags are dropped where the importer may not create them', async () => {
    const organisation = await anOrganisation(server);
    const owner = await aPerson(server, 'clientAdmin', organisation);
    const helper = await aPerson(server, 'user', organisation, { without: ['ROLE_TAG_CREATE'] });
    const tag = (await owner.post('/tags', { name: 'PAIN' })).body.id;
    const source = await aProgram(admin, {
      tags: [
        (await admin.post('/tags', { name: 'Pain' })).body.id,
        (await admin.post('/tags', { name: 'Neuf' })).body.id,
      ],
    } as never);
    const file = text(await exported(admin, source.id));
    const result = (await send(helper, [file])).expect(200) as { files: { program: { id: string; tags: object[] } }[] };
    expect(result.files[0]?.program.tags).toEqual([
      { name: 'Neuf', isNew: true, isLeftOut: true },
      { name: 'Pain', isNew: false, isLeftOut: false },
    ]);
    const made = (await owner.get(`/programs/${result.files[0]?.program.id}`)).body as ProgramView;
    expect(made.tags.map(({ id }) => id)).toEqual([tag]);
  });

  it('RGT-04 need the right to import and export, and programs that are foreign or not visible are not found', async () => {
    const program = await aProgram(admin, { approved: false });
    const organisationId = admin.organisationId ?? '';
    const without = await aPerson(server, 'user', organisationId, { without: ['ROLE_PROGRAM_IMPORT_EXPORT'] });
    expect((await without.get(`/programs/${program.id}/export`)).status).toBe(403);
    expect((await send(without, ['{}'])).status).toBe(403);
    const blind = await aPerson(server, 'user', organisationId, { without: ['ROLE_PROGRAM_APPROVE_ACCESS'] });
    expect((await blind.get(`/programs/${program.id}/export`)).status).toBe(404);
    expect((await other.get(`/programs/${program.id}/export`)).status).toBe(404);
    expect((await other.get(`/programs/${newId()}/export`)).status).toBe(404);
  });

  it('have a published schema, which every export satisfies', async () => {
    const schema = (await admin.get('/programs/prog.schema.json')).expect(200) as { $id: string; properties: object };
    expect(schema.$id).toBe('https://console.fournil.test/api/programs/prog.schema.json');
    expect(Object.keys(schema.properties)).toEqual(['format', 'version', 'checksum', 'program']);
    expect(canonicalProgramText({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  });
});

it('PRG-04 RGT-04 a person who may not create programs can neither import nor preview an import', async () => {
  const user = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_PROGRAM_CREATE'] });
  for (const path of ['/programs/import', '/programs/import/preview'])
    expect((await user.post(path, { files: [] })).status).toBe(403);
});
