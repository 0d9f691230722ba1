import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { aPairedMachine } from '../../testing/oven.ts';
import { authorityOf } from '../../testing/services/authority.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import type { Authority } from '../broker/authority.ts';
import { renewRevocationFile } from './revocationFile.ts';

let server: TestServer;
let authority: Authority;
let folder: string;

beforeAll(async () => {
  server = await openTestServer();
  folder = await mkdtemp(join(tmpdir(), 'fournil-revoked-'));
  authority = await authorityOf(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

it('SCL-01 the list of revoked certificates is written anew only when it says something else, or is days old', async () => {
  const path = join(folder, 'crl.pem');
  const renewed = async (by = authority) => {
    const before = await readFile(path, 'utf8').catch(() => null);
    await renewRevocationFile(server.services, by, path);
    return (await readFile(path, 'utf8')) !== before;
  };
  expect(await renewed()).toBe(true);
  // As at the start of a server: each new file is work for the broker.
  expect(await renewed()).toBe(false);
  const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const { machine } = await aPairedMachine(server, admin);
  expect(await renewed()).toBe(false);
  (await admin.put(`/machines/${machine.id}`, { active: false })).expect(200);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  (await admin.put(`/machines/${machine.id}`, { active: true })).expect(200);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  server.advance(2 * 86_400);
  expect(await renewed()).toBe(false);
  server.advance(86_400);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  const another = { ...authority, certificate: `${authority.certificate}\n` };
  expect(await renewed(another)).toBe(true);
});

it('SCL-01 a broker that runs as another user can read the list, whatever the umask of the server', async () => {
  const former = process.umask(0o077);
  const path = join(folder, 'strict.pem');
  try {
    await renewRevocationFile(server.services, authority, path);
  } finally {
    process.umask(former);
  }
  expect((await stat(path)).mode & 0o777).toBe(0o644);
});
