import { createHash, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { weekdays } from '@fournil/contract/hours/hours';
import { statementOf } from '@fournil/contract/software-updates/ddi';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiAs } from '../../testing/api.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { type DdiClient, ddiClient, takeUpdate } from '../../testing/ddiClient.ts';
import { aPairedMachine, type Credentials } from '../../testing/oven.ts';
import { makeSwu } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
let admin: Person;

beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
  admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
});
afterAll(() => server.close());

let count = 0;
const next = () => `1.${++count}.0`;
const update = (parts: Partial<Parameters<typeof anUpdate>[2]> = {}) =>
  anUpdate(server, superAdmin, { version: next(), ...parts });

async function aDdiMachine(
  fields: Record<string, unknown> = {},
): Promise<{ id: string; client: DdiClient; updateKey: string; credentials: Credentials }> {
  const { machine, credentials } = await aPairedMachine(server, admin, fields);
  return { id: machine.id, client: ddiClient(server, credentials), updateKey: credentials.updateKey, credentials };
}
/** Makes it general, as a rollout that proves it does. */
const general = ({ id }: SoftwareUpdateView) =>
  server.ownerQuery(`update "softwareUpdates" set "generalSince" = now() where id = $1`, [id]);

interface Artifact {
  size: number;
  hashes: { sha1: string; sha256: string };
  _links: { download: { href: string } };
}
async function artifactOf(client: DdiClient) {
  const { deploymentBase = '' } = await client.poll();
  const { body } = await client.call('GET', deploymentBase);
  const { deployment } = body as {
    deployment: { chunks: { version: string; metadata: { key: string; value: string }[]; artifacts: Artifact[] }[] };
  };
  const chunk = deployment.chunks[0];
  return {
    deploymentBase,
    chunk,
    artifact: chunk?.artifacts[0] as Artifact,
    path: new URL(chunk?.artifacts[0]?._links.download.href ?? '').pathname,
  };
}

describe('SWU-04 a machine’s update interface', () => {
  it('accepts the machine’s own token only, at its own address', async () => {
    const [one, other] = [await aDdiMachine(), await aDdiMachine()];
    const own = `/api/ddi/fournil/controller/v1/${one.id}`;
    for (const token of [null, 'x'.repeat(43), superAdmin.token ?? ''])
      expect((await one.client.call('GET', own, { token })).status).toBe(401);
    expect((await other.client.call('GET', own)).status).toBe(401);
    expect((await one.client.call('GET', own.replace(one.id, 'nobody'))).status).toBe(401);
    (await admin.delete(`/machines/${other.id}?deletePrograms=0`)).expect(204);
    await expect(other.client.poll()).rejects.toThrow('401');
  });

  it('is closed to a machine out of service, whatever it asks, until it is in service again', async () => {
    const { id, client } = await aDdiMachine();
    const own = `/api/ddi/fournil/controller/v1/${id}`;
    const asked = async () => [
      (await client.call('GET', own)).status,
      (await client.call('PUT', `${own}/configData`, { body: { data: { model: 'sole-3-12' } } })).status,
    ];
    (await admin.put(`/machines/${id}`, { active: false })).expect(200);
    expect(await asked()).toEqual([401, 401]);
    (await admin.put(`/machines/${id}`, { active: true })).expect(200);
    expect(await asked()).toEqual([200, 200]);
  });

  it('offers the newest version for it: not older, not for another model, not beta unless allowed, not revoked', async () => {
    const { id, client } = await aDdiMachine();
    await server.ownerQuery(`update machines set "softwareVersion" = '3.4.1' where id = $1`, [id]);
    for (const made of [await update({ version: '3.4.0' }), await update({ version: '9.9.9', models: ['vulcan-9'] })])
      await general(made);
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    const [plain, beta, bad] = [
      await update({ version: '3.10.0' }),
      await update({ version: '3.11.0', beta: true }),
      await update({ version: '3.12.0' }),
    ];
    for (const made of [plain, beta, bad]) await general(made);
    (await superAdmin.put(`/software_updates/${bad.id}`, { revoked: true })).expect(200);
    expect((await artifactOf(client)).chunk?.version).toBe('3.10.0');
    expect((await admin.get(`/machines/${id}/updates`)).body).toMatchObject({
      installed: '3.4.1',
      coming: { version: '3.10.0', state: 'offered' },
    });
    await takeUpdate(client);
    expect((await admin.get(`/machines/${id}/updates`)).body).toMatchObject({
      installed: '3.10.0',
      coming: null,
      past: [{ version: '3.10.0', state: 'done' }],
    });
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    (await admin.put(`/machines/${id}/updates`, { betaAllowed: true })).expect(200);
    expect((await artifactOf(client)).chunk?.version).toBe('3.11.0');
    for (const { id: one } of [plain, beta])
      (await superAdmin.put(`/software_updates/${one}`, { revoked: true })).expect(200);
  });

  it('offers nothing outside the machine’s hours, nor to one that is out of service', async () => {
    const { id, client } = await aDdiMachine({ timezone: 'Pacific/Auckland' });
    const made = await update({ version: '4.0.0' });
    await general(made);
    const hour = Number(
      new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: 'Pacific/Auckland' }).format(
        server.services.now(),
      ),
    );
    const at = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`;
    (await admin.put(`/machines/${id}/updates`, { hours: { from: at(3), to: at(5) } })).expect(200);
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    const { coming, notBefore } = (await admin.get(`/machines/${id}/updates`)).body;
    expect(coming).toMatchObject({ version: '4.0.0', state: 'waiting' });
    expect(Date.parse(notBefore) - server.services.now().getTime()).toBeGreaterThan(3600_000);
    expect(
      (await admin.put(`/machines/${id}/updates`, { hours: { from: '25:00', to: '3' } })).body.violations[0]
        .propertyPath,
    ).toContain('hours.from');
    (await admin.put(`/machines/${id}`, { active: false })).expect(200);
    (await admin.put(`/machines/${id}/updates`, { hours: null })).expect(200);
    await expect(client.poll()).rejects.toThrow('answered 401');
    (await admin.put(`/machines/${id}`, { active: true })).expect(200);
    expect((await client.poll())['deploymentBase']).toBeDefined();
    // Its hours end before it has begun: it is offered nothing until its next hours.
    (await admin.put(`/machines/${id}/updates`, { hours: { from: at(3), to: at(5) } })).expect(200);
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    expect((await admin.get(`/machines/${id}/updates`)).body.coming.state).toBe('waiting');
    expect(
      (await client.call('PUT', `/api/ddi/fournil/controller/v1/${id}/configData`, { body: '{"data":' })).status,
    ).toBe(400);
    expect(
      (
        await client.call('PUT', `/api/ddi/fournil/controller/v1/${id}/configData`, {
          body: { data: { model: 'sole-3-12' } },
        })
      ).status,
    ).toBe(200);
    expect((await client.poll())['configData']).toBe(undefined);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('HRS-01 offers nothing while the shop of a machine is open, unless its owner allows any time', async () => {
    const week = (opening: object[]) => ({
      hours: { week: Object.fromEntries(weekdays.map((day) => [day, opening])) },
    });
    const today = server.services.now().getUTCDay();
    const open = [{ from: '00:00', to: '24:00' }];
    // Closed on one day, so that it is not a shop that never closes.
    const { week: always } = week(open).hours;
    const hours = { week: { ...always, [weekdays[(today + 2) % 7] as string]: [] } };
    const shop = (await admin.post('/structures', { name: 'Open', hours })).expect(201) as { id: string };
    const { id, client } = await aDdiMachine({ structure: shop.id });
    const made = await update({ version: '4.1.0' });
    await general(made);
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    (await admin.put(`/machines/${id}/updates`, { hours: null })).expect(200);
    expect((await client.poll())['deploymentBase']).toBeDefined();
    (await admin.put(`/machines/${id}/updates`, { hours: 'whenClosed' })).expect(200);
    expect((await client.poll())['deploymentBase']).toBe(undefined);
    (await admin.put(`/structures/${shop.id}`, week([]))).expect(200);
    expect((await client.poll())['deploymentBase']).toBeDefined();
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('adds the maker’s signature over model and bytes, so that a machine can refuse anything else', async () => {
    const { client, updateKey } = await aDdiMachine();
    const made = await update({ version: '5.0.0' });
    await general(made);
    const { chunk, artifact } = await artifactOf(client);
    const signature = Buffer.from(chunk?.metadata.find(({ key }) => key === 'signature')?.value ?? '', 'base64');
    const statement = {
      version: '5.0.0',
      sizeBytes: artifact.size,
      sha256: artifact.hashes.sha256,
      models: ['sole-3-12'],
    };
    expect(verify(null, Buffer.from(statementOf(statement)), updateKey, signature)).toBe(true);
    expect(verify(null, Buffer.from(statementOf({ ...statement, models: ['vulcan-9'] })), updateKey, signature)).toBe(
      false,
    );
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('serves HEAD, GET and Range to this machine only; a download that breaks a hundred times is complete and counts once', async () => {
    const [{ id, client }, stranger] = [await aDdiMachine(), await aDdiMachine()];
    const file = makeSwu({
      version: '6.0.0',
      body: Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7919) % 256)),
    });
    const made = await update({ version: '6.0.0', file });
    await general(made);
    const { artifact, path } = await artifactOf(client);
    expect(artifact.hashes.sha1).toBe(createHash('sha1').update(file).digest('hex'));
    const head = await client.call('HEAD', path);
    expect([head.status, head.headers['content-length'], head.headers['accept-ranges']]).toEqual([
      200,
      String(file.length),
      'bytes',
    ]);
    expect((await stranger.client.call('GET', path)).status).toBe(401);
    (await superAdmin.put(`/software_updates/${made.id}`, { description: 'Not offered to the stranger yet' })).expect(
      200,
    );
    expect((await stranger.client.call('GET', path.replace(id, stranger.id))).status).toBe(404);
    expect((await client.call('GET', path, { token: null })).status).toBe(401);
    for (const range of [
      'bytes=0-0,1-1',
      'bytes=5-1',
      `bytes=${file.length}-`,
      'bytes=-',
      'items=0-1',
      `bytes=${'0-0,'.repeat(10_000)}1-1`,
    ]) {
      const { status } = await client.call('GET', path, { headers: { range } });
      expect([416, 431]).toContain(status);
    }
    const cuts = Array.from({ length: 100 }, (_, index) => (index * 104_729) % file.length).sort((a, b) => a - b);
    const pieces: Buffer[] = [];
    for (const [index, end] of [...new Set([...cuts.filter((one) => one > 0), file.length])].entries()) {
      const start = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const { status, bytes } = await client.call('GET', path, { headers: { range: `bytes=${start}-${end - 1}` } });
      expect([status, index]).toEqual([206, index]);
      pieces.push(bytes);
    }
    expect(Buffer.concat(pieces).equals(file)).toBe(true);
    expect((await client.call('GET', path)).bytes.equals(file)).toBe(true);
    await expect
      .poll(async () => (await superAdmin.get(`/software_updates/${made.id}`)).body.countDownloaded, {
        timeout: 10_000,
      })
      .toBe(1);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    expect((await client.call('GET', path)).status).toBe(404);
    expect(Object.keys(await client.poll())).toContain('cancelAction');
  });

  it('stops serving a stored file when one byte of it has changed', async () => {
    const { client } = await aDdiMachine();
    const made = await update({ version: '6.1.0', payload: Buffer.alloc(10_000, 1) });
    await general(made);
    const { path } = await artifactOf(client);
    const file = join(server.services.config.dataDir, 'storage', 'updates', made.id);
    const bytes = await readFile(file);
    bytes[5000] = 2;
    await writeFile(file, bytes);
    expect((await client.call('GET', path)).status).toBe(503);
    expect((await client.call('HEAD', path)).status).toBe(503);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('ends a running download when its version is revoked', async () => {
    const { client, credentials } = await aDdiMachine();
    const sizeBytes = 48 * 1024 * 1024;
    const made = await update({ version: '6.1.5', payload: Buffer.alloc(sizeBytes, 3) });
    await general(made);
    const { path } = await artifactOf(client);
    const response = await fetch(server.url + path, {
      headers: { authorization: `TargetToken ${credentials.updateToken}` },
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    let received = (await reader.read()).value?.length ?? 0;
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    // The server checks again after this time.
    await new Promise((resolve) => setTimeout(resolve, 2200));
    const ended = (async () => {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return 'whole';
        received += value.length;
      }
    })();
    await expect(ended).rejects.toThrow();
    expect(received).toBeLessThan(sizeBytes);
    expect((await superAdmin.get(`/software_updates/${made.id}`)).body.countDownloaded).toBe(0);
  });

  it('accepts feedback with raw line breaks, counts it once, and knows the two steps of success and a failure after it', async () => {
    const { id, client } = await aDdiMachine();
    const made = await update({ version: '6.2.0' });
    await general(made);
    const { deploymentBase = '' } = await client.poll();
    const state = async () =>
      (await admin.get(`/machines/${id}/updates`)).body.coming?.state ??
      (await admin.get(`/machines/${id}/updates`)).body.past[0].state;
    const raw =
      '{"id":"1","status":{"execution":"proceeding","result":{"finished":"none","progress":{"cnt":2,"of":5}},"details":["line one\nline\ttwo \\"quoted\\""]}}';
    expect((await client.call('POST', `${deploymentBase}/feedback`, { body: raw })).status).toBe(200);
    expect((await admin.get(`/machines/${id}/updates`)).body.coming).toMatchObject({
      state: 'downloading',
      percent: 40,
      message: 'line one line two "quoted"',
    });
    expect((await client.call('POST', `${deploymentBase}/feedback`, { body: '{"status":' })).status).toBe(400);
    await client.feedback(deploymentBase, 'proceeding', 'none', ['All Chunks Installed.']);
    expect(await state()).toBe('restartPending');
    expect((await client.poll())['deploymentBase']).toBe(deploymentBase);
    // Closed without a result is no success.
    await client.feedback(deploymentBase, 'closed', 'none');
    expect(await state()).toBe('restartPending');
    await client.feedback(deploymentBase, 'closed', 'success');
    expect(await state()).toBe('done');
    // The new version was found not to run after all; nothing that comes later takes that back.
    await client.feedback(deploymentBase, 'closed', 'failure');
    await client.feedback(deploymentBase, 'closed', 'success');
    expect(await state()).toBe('failed');
    const stranger = await aDdiMachine();
    const foreign = deploymentBase.replace(id, stranger.id);
    expect(await stranger.client.feedback(foreign, 'closed', 'success')).toBe(404);
    expect(await stranger.client.feedback(foreign.replace(/\d+$/, '999999999'), 'closed', 'success')).toBe(404);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('records that a skipped update was not installed, and gives up on a restart that does not end', async () => {
    const [skipping, lost] = [await aDdiMachine(), await aDdiMachine()];
    const made = await update({ version: '6.3.0' });
    await general(made);
    const first = (await skipping.client.poll())['deploymentBase'] ?? '';
    await skipping.client.feedback(first, 'closed', 'success', ['Skipped Update.']);
    expect((await admin.get(`/machines/${skipping.id}/updates`)).body).toMatchObject({ past: [{ state: 'skipped' }] });
    const second = (await lost.client.poll())['deploymentBase'] ?? '';
    await lost.client.feedback(second, 'proceeding', 'none', ['All Chunks Installed.']);
    server.advance(31 * 60);
    await expect.poll(async () => (await admin.get(`/machines/${lost.id}/updates`)).body.past[0]?.state).toBe('failed');
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('has a view of a machine’s updates for everybody who sees the machine, and for nobody else', async () => {
    const { id } = await aDdiMachine();
    const stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    expect((await stranger.get(`/machines/${id}/updates`)).status).toBe(404);
    expect((await stranger.put(`/machines/${id}/updates`, { betaAllowed: true })).status).toBe(404);
    const reader = await aPerson(server, 'user', admin.organisationId, { without: ['ROLE_MACHINE_EDITOR'] });
    expect((await reader.get(`/machines/${id}/updates`)).status).toBe(200);
    expect((await reader.put(`/machines/${id}/updates`, { betaAllowed: true })).status).toBe(403);
    expect((await apiAs(server, null).get(`/machines/${id}/updates`)).status).toBe(401);
  });
});
