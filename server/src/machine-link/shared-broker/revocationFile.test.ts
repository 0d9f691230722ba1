import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganisation, aPerson } from '../../testing/builders.ts';
import { openHouse, type TestHouse } from '../../testing/openHouse.ts';
import { aPairedMachine } from '../../testing/oven.ts';
import { authorityOf } from '../../testing/services/authority.ts';
import type { Authority } from '../broker/authority.ts';
import { renewRevocationFile } from './revocationFile.ts';

let house: TestHouse;
let authority: Authority;
let folder: string;

beforeAll(async () => {
  house = await openHouse();
  folder = await mkdtemp(join(tmpdir(), 'fournil-revoked-'));
  authority = await authorityOf(house);
});
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

it('SCL-01 the list of revoked certificates is written anew only when it says something else, or is days old', async () => {
  const path = join(folder, 'crl.pem');
  const renewed = async (by = authority) => {
    const before = await readFile(path, 'utf8').catch(() => null);
    await renewRevocationFile(house.house, by, path);
    return (await readFile(path, 'utf8')) !== before;
  };
  expect(await renewed()).toBe(true);
  // As at the start of a server: each new file is work for the broker.
  expect(await renewed()).toBe(false);
  const admin = await aPerson(house, 'clientAdmin', await anOrganisation(house));
  const { machine } = await aPairedMachine(house, admin);
  expect(await renewed()).toBe(false);
  (await admin.put(`/machines/${machine.id}`, { active: false })).expect(200);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  (await admin.put(`/machines/${machine.id}`, { active: true })).expect(200);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  house.advance(2 * 86_400);
  expect(await renewed()).toBe(false);
  house.advance(86_400);
  expect([await renewed(), await renewed()]).toEqual([true, false]);
  const another = { ...authority, certificate: `${authority.certificate}\n` };
  expect(await renewed(another)).toBe(true);
});

it('SCL-01 a broker that runs as another user can read the list, whatever the umask of the server', async () => {
  const former = process.umask(0o077);
  const path = join(folder, 'strict.pem');
  try {
    await renewRevocationFile(house.house, authority, path);
  } finally {
    process.umask(former);
  }
  expect((await stat(path)).mode & 0o777).toBe(0o644);
});
