import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UploadView } from '@fournil/contract/software-updates/softwareUpdate';
import { expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { newId } from '../kit/ids.ts';
import { sweepFolder } from '../storage/index.ts';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { eventually } from '../testing/oven.ts';
import { startProcess } from '../testing/process.ts';
import { makeSwu } from '../testing/swu.ts';
import { openTestServer } from '../testing/testServer.ts';
import { keptUpdates } from './versions/keptUpdates.ts';

const pieceBytes = 512 * 1024;
const body = Buffer.from(Array.from({ length: 6 * pieceBytes }, (_, index) => (index * 31) % 256));
const fileOf = (version: number) => makeSwu({ version: `2.${version}.0`, body });

function askerFor(port: number, token: string) {
  return async <Answer>(method: string, path: string, body?: Buffer | object): Promise<Answer> => {
    const piece = Buffer.isBuffer(body) ? new Uint8Array(body) : null;
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': piece ? 'application/octet-stream' : 'application/json',
    };
    const sent =
      body === undefined
        ? { headers: { authorization: headers.authorization } }
        : { headers, body: piece ?? JSON.stringify(body) };
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, { method, ...sent });
    if (!response.ok && response.status !== 422) throw new Error(`${method} ${path}: ${response.status}`);
    return (await response.json()) as Answer;
  };
}

/** The kill may come between two pieces, within one, between file and row, or between a rollout and its rings. */
it('SWU-02 SWU-04 after kill -9 uploads continue at their last piece and rollouts at their last state', async () => {
  const [storage, data] = [
    await mkdtemp(join(tmpdir(), 'fournil-updates-')),
    await mkdtemp(join(tmpdir(), 'fournil-data-')),
  ];
  const prepared = await openTestServer({ STORAGE_URL: storage });
  const superAdmin = await aPerson(prepared, 'superAdmin', null);
  const organisation = await anOrganisation(prepared);
  await prepared.ownerQuery(
    `insert into machines (id, "organisationId", name, "serialNumber", "pinHash", category, model, active, approved,
      "pairedAt", "softwareVersion")
     select id, $2, 'Oven', 'S' || id, '', 'deck', 'sole-3-12', true, true, now(), '1.0.0'
       from unnest($1::uuid[]) as one (id)`,
    [Array.from({ length: 3000 }, () => newId()), organisation],
  );
  let version = 0;
  let upload: UploadView | null = null;

  /**
   * Repeats until the server is killed: uploads a file in pieces, stores its version, starts a rollout over all
   * machines, and stops it.
   */
  const work = async (port: number) => {
    const ask = askerFor(port, superAdmin.token ?? '');
    for (;;) {
      // A file contains its version, so a continued upload keeps its version.
      if (!upload) version += 1;
      const file = fileOf(version);
      const begun: UploadView = upload
        ? await ask('GET', `/software_updates/uploads/${upload.id}`)
        : await ask('POST', '/software_updates/uploads', { fileName: 'oven.swu', sizeBytes: file.length });
      upload = begun;
      for (let at = begun.receivedBytes; at < file.length; at += pieceBytes) {
        await ask('PUT', `/software_updates/uploads/${begun.id}?offset=${at}`, file.subarray(at, at + pieceBytes));
      }
      const made = await ask<{ id?: string }>('POST', '/software_updates', {
        version: `2.${version}.0`,
        models: ['sole-3-12'],
        upload: begun.id,
      });
      upload = null;
      // Stored before the kill; its answer was lost.
      if (!made.id) continue;
      const rings = [{ name: 'Canary', sharePercent: 10 }, { name: 'All' }];
      const rollout = await ask<{ id: string }>('POST', '/rollouts', { update: made.id, rings });
      await ask('PUT', `/rollouts/${rollout.id}`, { action: 'stop' });
      // No machine was offered it, so all can join the next rollout.
    }
  };

  const lives = [120, 260, 430, 700, 1100];
  for (const milliseconds of lives) {
    const port = await freePort();
    const server = startProcess({
      DATABASE_URL: prepared.databaseUrl,
      PORT: String(port),
      STORAGE_URL: storage,
      DATA_DIR: data,
    });
    await server.ready;
    const working = work(port).catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    if (milliseconds === lives.at(-1))
      await eventually(async () => (await prepared.ownerQuery('select id from "softwareUpdates"')).length > 0);
    server.child.kill('SIGKILL');
    await server.exited;
    // It ended because of the kill, not because of a refusal.
    expect(String(await working)).toMatch(/fetch failed|terminated|: 404$/);
    // The version may be stored although its answer was lost; then the upload is used up. Both are complete.
    if (upload) {
      const [kept] = await prepared.ownerQuery('select id from "updateUploads" where id = $1', [
        (upload as UploadView).id,
      ]);
      if (!kept) upload = null;
    }
    const rows = await prepared.ownerQuery<{ storedAs: string; sha256: string }>(
      'select "storedAs", sha256 from "softwareUpdates"',
    );
    for (const row of rows) {
      const stored = await readFile(join(storage, row.storedAs));
      expect(createHash('sha256').update(stored).digest('hex')).toBe(row.sha256);
    }
    const torn =
      await prepared.ownerQuery(`select rollouts.id from rollouts left join (select "rolloutId", count(*) as rings,
        sum(size) as size from "rolloutRings" group by 1) ring on ring."rolloutId" = rollouts.id
      left join (select "rolloutId", count(*) as updates from "machineUpdates" group by 1) one
        on one."rolloutId" = rollouts.id
      where rings is distinct from 2 or size is distinct from coalesce(updates, 0)`);
    expect(torn).toEqual([]);
    await prepared.ownerQuery(`update "machineUpdates" set state = 'cancelled'`);
  }
  const updates = join(storage, 'updates');
  const past = new Date(Date.now() - 61_000);
  for (const name of await readdir(updates)) await utimes(join(updates, name), past, past);
  await sweepFolder(prepared.services.storage, 'updates', keptUpdates(prepared.services));
  const [known] = await prepared.ownerQuery<{ rows: number }>('select count(*)::int as rows from "softwareUpdates"');
  expect(await readdir(updates)).toHaveLength(known?.rows ?? 0);
  expect(known?.rows).toBeGreaterThan(0);
  await prepared.close();
  for (const folder of [storage, data]) await rm(folder, { recursive: true, force: true });
}, 120_000);
