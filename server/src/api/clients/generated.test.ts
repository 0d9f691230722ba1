import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../../testing/builders.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';

/**
 * INT-02: programs as people write them with generated clients: compiled with all checks, then run against a listening
 * server.
 */
const run = promisify(execFile);
const requireHere = createRequire(import.meta.url);
const generateHeyApi = fileURLToPath(new URL('generateHeyApi.ts', import.meta.url));

let server: TestServer;
let admin: Person;
let folder: string;

beforeAll(async () => {
  const port = String(await freePort());
  server = await openTestServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  await aMachine(admin, { name: 'Deck 1' });
  await aProgram(admin, { name: 'Baguette' });
  folder = await mkdtemp(join(tmpdir(), 'fournil-clients-'));
  await symlink(fileURLToPath(new URL('../../../../node_modules', import.meta.url)), join(folder, 'node_modules'));
  const document = (await admin.get('/openapi.json')).body;
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles the program and returns what it prints. */
async function compiledAndRun(name: string, program: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, program);
  const tsc = join(dirname(requireHere.resolve('typescript/package.json')), 'bin', 'tsc');
  const checks = '--noEmit --strict --noUncheckedIndexedAccess --skipLibCheck --allowImportingTsExtensions'.split(' ');
  const target = '--target es2023 --module nodenext --types node'.split(' ');
  await run(process.execPath, [tsc, ...checks, ...target, file]).catch((failed: { stdout: string }) => {
    throw new Error(failed.stdout.slice(0, 4000));
  });
  const { stdout } = await run(process.execPath, [file, server.url, String(admin.token)]);
  return stdout.trim();
}

describe('INT-02 a client generated', () => {
  it('by @hey-api/openapi-ts is used as its methods suggest', async () => {
    await run(process.execPath, [generateHeyApi, join(folder, 'openapi.json'), join(folder, 'hey')]);
    const printed = await compiledAndRun(
      'withHeyApi.ts',
      `import { client } from './hey/client.gen.ts';
       import { createTag, getTag, installProgram, listMachines, listPrograms, updateTag } from './hey/sdk.gen.ts';

       const [baseUrl, auth = ''] = process.argv.slice(2);
       client.setConfig({ baseUrl: baseUrl ?? '', auth });

       const machines = await listMachines({ query: { approved: true, 'order[name]': 'asc', itemsPerPage: 10 } });
       const all = await listMachines();
       const oven = all.data?.['hydra:member'][0];
       const programs = await listPrograms({ query: { name: 'Baguette' }, throwOnError: true });
       const program = programs.data['hydra:member'][0];
       if (!oven || !program) throw new Error('nothing there');
       const pair = { machine: oven['@id'], program: program.id };
       const installed = await installProgram({ body: pair, throwOnError: true });
       const { data: tag } = await createTag({ body: { name: 'Rye' }, throwOnError: true });
       await updateTag({ path: { id: tag.id }, body: { description: 'dark' }, throwOnError: true });
       const read = await getTag({ path: { id: tag.id }, throwOnError: true });
       const refused = await createTag({ body: { name: '' } });
       console.log(machines.data?.['hydra:totalItems'], oven.now.occupation, installed.data.state, read.data.description,
         refused.error?.status, refused.error?.violations?.[0]?.propertyPath);
      `,
    );
    expect(printed).toBe('0 off notSent dark 422 name');
  });

  it('by openapi-typescript is used with openapi-fetch by path and method', async () => {
    const types = astToString(await openapiTypescript(pathToFileURL(join(folder, 'openapi.json'))));
    await writeFile(join(folder, 'schema.ts'), types);
    const printed = await compiledAndRun(
      'withOpenapiFetch.ts',
      `import createClient from 'openapi-fetch';
       import type { components, paths } from './schema.ts';

       const [baseUrl = '', token] = process.argv.slice(2);
       const api = createClient<paths>({ baseUrl, headers: { Authorization: \`Bearer \${token}\` } });
       const nameOf = (structure: components['schemas']['StructureDetail']) => structure.name;

       const { data: made, error } = await api.POST('/api/structures', { body: { name: 'Lyon' } });
       if (error) throw new Error(error.detail);
       const { data: list } = await api.GET('/api/structures', {
         params: { query: { name: 'Lyon', 'createdAt[after]': '2026-01-01' } },
       });
       const { data: moved, response } = await api.PUT('/api/structures/{id}', {
         params: { path: { id: made.id }, header: { 'If-Match': '"1"' } },
         body: { name: 'Lyon 2' },
       });
       const gone = await api.DELETE('/api/structures/{id}', { params: { path: { id: made.id } } });
       const missing = await api.GET('/api/structures/{id}', { params: { path: { id: made.id } } });
       console.log(nameOf(made), list?.['hydra:totalItems'], moved?.version, response.headers.get('ETag'),
         gone.response.status, missing.error?.status);
      `,
    );
    expect(printed).toBe('Lyon 1 2 "2" 204 404');
  });
});
