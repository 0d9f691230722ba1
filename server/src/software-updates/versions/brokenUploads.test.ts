import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { ddiClient } from '../../testing/ddiClient.ts';
import { aPairedMachine, eventually } from '../../testing/oven.ts';
import { httpText, rawCall } from '../../testing/rawCall.ts';
import { makeSwu } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate } from '../../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
let storage: string;

beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
  storage = join(server.services.config.dataDir, 'storage');
});
afterAll(() => server.close());

const boundary = 'xFournilx';
const data = (version: string) => field('data', JSON.stringify({ version, models: ['sole-3-12'] }));
const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const fileHead = (name: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="oven.bin"\r\nContent-Type: application/octet-stream\r\n\r\n`;
const file = (content: string, name = 'file') => `${fileHead(name)}${content}\r\n`;
const end = `--${boundary}--\r\n`;

const headers = (type = `multipart/form-data; boundary=${boundary}`) => ({
  authorization: `Bearer ${superAdmin.token}`,
  'content-type': type,
});
const send = (body: string, length?: number, type?: string) =>
  rawCall(server.url, httpText('POST', '/api/software_updates', headers(type), body, length));
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

/** The files of the store that this process holds open. */
async function openFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd');
  const paths = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')));
  return paths.filter((path) => path.startsWith(server.services.config.dataDir));
}

/** No file is arriving or open, the version has neither row nor file, and the server answers. */
async function nothingIsLeft(version: string): Promise<void> {
  await eventually(
    async () => (await readdir(join(storage, 'arriving'))).length === 0 && (await openFiles()).length === 0,
  );
  expect(
    (await superAdmin.get('/software_updates?itemsPerPage=500')).body['hydra:member'].map(
      (one: { version: string }) => one.version,
    ),
  ).not.toContain(version);
  const rows = await server.ownerQuery<{ storedAs: string }>('select "storedAs" from "softwareUpdates"');
  const kept = rows.map(({ storedAs }) => storedAs.slice('updates/'.length));
  expect((await readdir(join(storage, 'updates')).catch(() => [] as string[])).sort()).toEqual(kept.sort());
}

/** A valid file as text with one character per byte. */
const swu = (version: string, bytes: number) => makeSwu({ version, body: 'f'.repeat(bytes) }).toString('latin1');
const small = swu('6.0.0', 8);
const large = swu('6.0.0', 3_000_000);

describe('SEC-06 an upload that is no complete form is answered and leaves nothing:', () => {
  it.each<[string, (version: string) => string, number, string?]>([
    ['small, cut before its closing boundary', (version) => data(version) + file(small), 400],
    ['large, cut before its closing boundary', (version) => data(version) + file(large), 400],
    ['small, cut within the file', (version) => data(version) + fileHead('file') + small, 400],
    ['cut within the header of the file’s part', (version) => data(version) + fileHead('file').slice(0, -20), 400],
    ['cut within its first field', () => field('data', '{"version"').slice(0, -4), 400],
    ['without a boundary in its header', (version) => data(version) + file(small) + end, 400, 'multipart/form-data'],
    [
      'with another boundary than its header says',
      (version) => data(version) + file(small) + end,
      400,
      'multipart/form-data; boundary=other',
    ],
    ['with two files', (version) => data(version) + file(small) + file(small, 'other') + end, 422],
    ['with two large files', (version) => data(version) + file(large) + file(large, 'other') + end, 422],
    ['with a field after the file', (version) => data(version) + file(small) + field('more', 'x') + end, 422],
    ['with its file before its fields', (version) => file(large) + data(version) + end, 422],
    ['with a file only', () => file(large) + end, 422],
    ['with fields only', (version) => data(version) + end, 422],
    [
      'with more fields than it may have',
      (version) => field('x', '1').repeat(9) + data(version) + file(small) + end,
      400,
    ],
    [
      'with a field named like an inherited property of objects',
      (version) => field('__proto__', '1') + data(version) + file(small) + end,
      400,
    ],
    ['that is empty', () => '', 422],
  ])('%s', async (_what, body, status, type) => {
    const version = '6.0.0';
    const answer = await send(body(version), undefined, type).ended;
    expect([statusOf(answer), answer.includes('problem+json')], answer).toEqual([status, true]);
    await nothingIsLeft(version);
  });

  it('the field in the wrong place is named', async () => {
    const key = async (body: string) =>
      /"propertyPath":"(\w+)","message":"[^"]+","key":"([\w.]+)"/.exec(await send(body).ended)?.slice(1);
    expect(await key(file(small) + data('6.0.0') + end)).toEqual(['data', 'custom.validation.firstField']);
    expect(await key(data('6.0.0') + file(small) + field('more', 'x') + end)).toEqual([
      'more',
      'custom.validation.lastField',
    ]);
    expect(await key(data('6.0.0') + file(small) + file(small) + end)).toEqual(['file', 'custom.validation.maxItems']);
  });

  it('the answer comes while the rest is still being sent, and the connection ends soon after', async () => {
    const call = send(data('no version') + fileHead('file') + large, 2_000_000_000);
    expect(statusOf(await call.says('\r\n\r\n{'))).toBe(422);
    await call.ended;
    await nothingIsLeft('no version');
  });

  it.each([
    ['a small one', swu('6.0.1', 8)],
    ['a large one', swu('6.0.1', 3_000_000)],
  ])('when the connection breaks, nothing is left of %s', async (_what, content) => {
    const call = send(data('6.0.1') + fileHead('file') + content, 50_000_000);
    await eventually(async () => (await readdir(join(storage, 'arriving'))).length === 1);
    call.socket.resetAndDestroy();
    await call.ended;
    await nothingIsLeft('6.0.1');
  });

  it('nothing is left when the connection breaks before the file has begun', async () => {
    const call = send(data('6.0.2').slice(0, 60), 50_000_000);
    await new Promise((resolve) => call.socket.once('connect', resolve));
    call.socket.resetAndDestroy();
    await call.ended;
    await nothingIsLeft('6.0.2');
  });

  it('a complete upload is stored, whatever came before it', async () => {
    const version = `5.${Math.floor(Math.random() * 999)}.${Math.floor(Math.random() * 9999)}`;
    const content = swu(version, 3_000_000);
    expect(statusOf(await send(data(version) + file(content) + end).ended)).toBe(201);
    expect(statusOf(await send(data(version) + file(content) + end).ended)).toBe(422);
    await nothingIsLeft('none');
  });
});

describe('SEC-06 a file that is uploaded in pieces', () => {
  it('is closed when its version is refused, and a truncated piece does not count', async () => {
    const random = () => `6.${Math.floor(Math.random() * 999)}.${Math.floor(Math.random() * 9999)}`;
    const [taken, free] = [random(), random()];
    await anUpdate(server, superAdmin, { version: taken });
    const content = swu(free, 8);
    const { id } = (
      await superAdmin.post('/software_updates/uploads', { fileName: 'oven.swu', sizeBytes: content.length })
    ).expect(201) as {
      id: string;
    };
    const piece = (offset: number, body: string, length?: number) =>
      rawCall(
        server.url,
        httpText(
          'PUT',
          `/api/software_updates/uploads/${id}?offset=${offset}`,
          headers('application/octet-stream'),
          body,
          length,
        ),
      );
    const cut = piece(0, 'half', content.length);
    await new Promise((resolve) => cut.socket.once('connect', resolve));
    cut.socket.resetAndDestroy();
    await cut.ended;
    expect((await superAdmin.get(`/software_updates/uploads/${id}`)).body.receivedBytes).toBe(0);
    expect(statusOf(await piece(0, content).ended)).toBe(200);
    expect(
      (await superAdmin.post('/software_updates', { version: taken, models: ['sole-3-12'], upload: id })).status,
    ).toBe(422);
    await nothingIsLeft('none');
    expect(
      (await superAdmin.post('/software_updates', { version: free, models: ['sole-3-12'], upload: id })).status,
    ).toBe(201);
    await nothingIsLeft('none');
  });

  it('is refused at once by a call that takes JSON when it is sent as a form', async () => {
    const answer = await rawCall(
      server.url,
      httpText('POST', '/api/software_updates/uploads', headers(), data('6.1.2') + fileHead('file') + small),
    ).ended;
    expect(statusOf(answer)).toBe(422);
    await nothingIsLeft('6.1.2');
  });
});

describe('SEC-06 a file that is being downloaded', () => {
  it('is closed when its machine disconnects, and when the file disappears meanwhile', async () => {
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const { credentials } = await aPairedMachine(server, admin, {});
    const made = await anUpdate(server, superAdmin, {
      version: `6.2.${Math.floor(Math.random() * 99_999)}`,
      payload: Buffer.alloc(40_000_000, 7),
    });
    await server.ownerQuery(`update "softwareUpdates" set "generalSince" = now() where id = $1`, [made.id]);
    const client = ddiClient(server, credentials);
    const { deploymentBase = '' } = await client.poll();
    const { body } = await client.call('GET', deploymentBase);
    const { href } = (body as { deployment: { chunks: { artifacts: { _links: { download: { href: string } } }[] }[] } })
      .deployment.chunks[0]?.artifacts[0]?._links.download ?? { href: '' };
    const get = (method = 'GET') =>
      rawCall(
        server.url,
        `${method} ${new URL(href).pathname} HTTP/1.1\r\nhost: house.test\r\n` +
          `authorization: TargetToken ${credentials.updateToken}\r\n\r\n`,
      );
    const left = get();
    await left.says('200 OK');
    left.socket.resetAndDestroy();
    await left.ended;
    await nothingIsLeft('none');
    const [{ storedAs } = { storedAs: '' }] = await server.ownerQuery<{ storedAs: string }>(
      `select "storedAs" from "softwareUpdates" where id = $1`,
      [made.id],
    );
    const lost = get();
    await lost.says('200 OK');
    lost.socket.pause();
    await server.services.storage.delete(storedAs);
    lost.socket.resume();
    lost.socket.resetAndDestroy();
    await lost.ended;
    await eventually(async () => (await openFiles()).length === 0);
    expect(statusOf(await get().says('\r\n\r\n'))).toBe(503);
  });
});
