import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../db/embedded/cluster.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { aPairedMachine, eventually } from '../../testing/oven.ts';
import { findSwupdate, startSwupdate, type UpdateClient } from '../../testing/services/swupdate.ts';
import { makeSigner, makeSwu, type Signer } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

/** A real update client: SWUpdate from Debian's packages, as an unprivileged user, against this server. */
const program = findSwupdate();
if (!program) process.stdout.write('SWUpdate cannot be had here: its journey is left out.\n');

describe.skipIf(!program)('SWU-04 a real SWUpdate', () => {
  let server: TestServer;
  let superAdmin: Person;
  let admin: Person;
  let maker: Signer;
  let folder: string;
  const clients: UpdateClient[] = [];

  beforeAll(async () => {
    const port = await freePort();
    server = await openTestServer({
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      UPDATE_POLL_SECONDS: '1',
    });
    superAdmin = await aPerson(server, 'superAdmin', null);
    admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    folder = mkdtempSync(join(tmpdir(), 'fournil-maker-'));
    chmodSync(folder, 0o755);
    maker = makeSigner(folder, 'maker');
  }, 120_000);
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.stop();
  });
  afterAll(() => server.close());

  async function aClient(options: { hardware?: string } = {}) {
    const { machine, credentials } = await aPairedMachine(server, admin, {});
    const hardware = options.hardware ?? 'sole-3-12:1.0';
    const client = startSwupdate(program ?? '', { credentials, certificateFile: maker.certificateFile, hardware });
    clients.push(client);
    const state = async () =>
      (
        await server.ownerQuery<{ state: string; message: string }>(
          'select state, message from "machineUpdates" where "machineId" = $1 order by id desc limit 1',
          [machine.id],
        )
      )[0];
    /** Starts the client of the same machine again. */
    const again = (confirms = false) => {
      clients.push(
        startSwupdate(program ?? '', {
          credentials,
          certificateFile: maker.certificateFile,
          hardware,
          folder: client.folder,
          confirms,
        }),
      );
    };
    const isThere = async (wanted: string) => (await state())?.state === wanted;
    const log = () => clients.map((one) => one.log()).join('\n');
    /** On a busy computer its daemon sometimes wakes every second without polling; then it is restarted. */
    const patiently = async (read: () => Promise<boolean>, wanted: string) => {
      const failed = () => {
        throw new Error(`not ${wanted} but ${JSON.stringify(log().slice(-3000))}`);
      };
      await eventually(read).catch(async () => {
        const last = clients.at(-1);
        if (!last || /channel_/.test(last.log().slice(-2000))) failed();
        await last?.stop();
        again();
        await eventually(read).catch(failed);
      });
    };
    const reach = (wanted: string) => patiently(() => isThere(wanted), wanted);
    return { machine, client, hardware, state, patiently, reach, again, log };
  }
  let versions = 0;
  const release = async (options: {
    signer?: Signer;
    hardware?: string;
    path: string;
    body?: string;
    change?: (file: Buffer) => Buffer;
  }) => {
    const version = `9.0.${++versions}`;
    const { signer = maker, hardware = '1.0', path, body = `software ${version}\n`, change } = options;
    const file = makeSwu({ version, hardware, path, body, signer });
    const update = await anUpdate(server, superAdmin, { version, file });
    if (change) await replace(update.id, change(file));
    return { version, update, body };
  };
  /** Replaces a stored file and its hashes, as an attacker with access to both could. */
  const replace = async (id: string, file: Buffer) => {
    writeFileSync(join(server.services.config.dataDir, 'storage', 'updates', id), file);
    const [sha256, sha1] = ['sha256', 'sha1'].map((kind) => createHash(kind).update(file).digest('hex'));
    await server.ownerQuery(`update "softwareUpdates" set sha256 = $2, sha1 = $3 where id = $1`, [id, sha256, sha1]);
  };
  const rollOut = async (update: { id: string }) => {
    return (
      await superAdmin.post('/rollouts', {
        update: update.id,
        rings: [{ name: 'All' }],
        abortAtPercent: 100,
        thenGeneral: false,
      })
    ).expect(201) as { id: string };
  };

  it('identifies itself, downloads, installs a signed file, restarts, and reports success', async () => {
    const { machine, client, hardware, reach, again } = await aClient();
    await eventually(
      async () =>
        (
          await server.ownerQuery<{ said: { model?: string } | null }>(
            'select "updateAttributes" as said from machines where id = $1',
            [machine.id],
          )
        )[0]?.said?.model === hardware,
      20,
    );
    const path = join(client.folder, 'installed.txt');
    const { version, update, body } = await release({ path });
    await rollOut(update);
    await reach('restartPending');
    expect(readFileSync(path, 'utf8')).toBe(body);
    expect((await superAdmin.get(`/software_updates/${update.id}`)).body).toMatchObject({
      countDownloaded: 1,
      fileVersion: version,
      hardware: ['1.0'],
      machines: { restartPending: 1 },
    });
    await client.stop();
    again(true);
    await reach('done');
    expect((await admin.get(`/machines/${machine.id}/updates`)).body).toMatchObject({
      installed: version,
      coming: null,
    });
  }, 120_000);

  it.each([
    [
      'signed by somebody else',
      'Authentication of all signatures failed',
      () => ({ signer: makeSigner(folder, `stranger${versions}`) }),
    ],
    ['made for other hardware', 'not compatible with hardware', () => ({ hardware: '7.7' })],
    [
      'with one byte changed',
      'sha256',
      () => ({
        body: 'x'.repeat(5000),
        change: (file: Buffer) => Buffer.from(file.toString('latin1').replace('xxxxx', 'xxyxx'), 'latin1'),
      }),
    ],
  ])(
    'refuses a file %s, and the page shows that it failed',
    async (_what, says, wrong) => {
      const { machine, client, reach, state, log } = await aClient();
      const path = join(client.folder, 'installed.txt');
      const { update } = await release({ path, ...wrong() });
      // As if it had not reported its hardware; then only the machine checks it.
      await eventually(
        async () =>
          (
            await server.ownerQuery('select id from machines where id = $1 and "updateAttributes" is not null', [
              machine.id,
            ])
          ).length > 0,
      );
      await server.ownerQuery(`update machines set "updateAttributes" = '{}' where id = $1`, [machine.id]);
      await rollOut(update);
      await reach('failed');
      expect((await state())?.message).toMatch(/No suitable \.swu image found/);
      // SWUpdate logs the cause, and usually reports it.
      expect(log()).toContain(says);
      expect(existsSync(path)).toBe(false);
    },
    120_000,
  );

  it('drops an update that was called back', async () => {
    const { machine, client, reach, state, again } = await aClient();
    await client.stop();
    const path = join(client.folder, 'installed.txt');
    const { update } = await release({ path });
    const rollout = await rollOut(update);
    // Offered as if the machine had just polled; then the rollout is stopped.
    await server.ownerQuery(`update "machineUpdates" set state = 'offered' where "machineId" = $1`, [machine.id]);
    (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'stop' })).expect(200);
    expect((await state())?.state).toBe('cancelling');
    again();
    await reach('cancelled');
    expect(existsSync(path)).toBe(false);
  }, 120_000);

  it('is not offered an update that was revoked while it was away, and installs the next one', async () => {
    const { machine, client, patiently, reach, again } = await aClient();
    await client.stop();
    const path = join(client.folder, 'installed.txt');
    const { update: bad } = await release({ path });
    await server.ownerQuery(`update "softwareUpdates" set "generalSince" = now() where id = $1`, [bad.id]);
    (await superAdmin.put(`/software_updates/${bad.id}`, { revoked: true })).expect(200);
    again();
    const askedAt = async () =>
      (
        await server.ownerQuery<{ at: Date | null }>('select "updateAskedAt" as at from machines where id = $1', [
          machine.id,
        ])
      )[0]?.at?.getTime() ?? 0;
    const before = await askedAt();
    await patiently(async () => (await askedAt()) > before + 2000, 'asked twice');
    expect(await server.ownerQuery('select id from "machineUpdates" where "machineId" = $1', [machine.id])).toEqual([]);
    const { update: good, body } = await release({ path });
    await rollOut(good);
    await reach('restartPending');
    expect(readFileSync(path, 'utf8')).toBe(body);
  }, 120_000);
});
