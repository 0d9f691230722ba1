import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpio } from '../../demo/cpio.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { makeSwu } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate, sendForm, sendUpdate } from '../../testing/updates.ts';

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
const storedFiles = () =>
  readdir(join(server.services.config.dataDir, 'storage', 'updates')).catch(() => [] as string[]);

describe('SWU-02 a new version', () => {
  it('is streamed to the store with its checksum, and takes its description from the file where there is one', async () => {
    const description = `software = { version = "7.0.1"; sole: { hardware-compatibility: [ "1.0", "#RE:^2\\\\.[0-9]+$" ]; };
      images: ( { filename = "payload"; } ); };`;
    const file = cpio([
      ['sw-description', Buffer.from(description)],
      ['payload', Buffer.alloc(3_000_000, 7)],
    ]);
    const made = await update({ version: '7.0.1', file });
    expect(made).toMatchObject({
      version: '7.0.1',
      checksum: createHash('sha256').update(file).digest('hex'),
      sizeBytes: file.length,
      fileVersion: '7.0.1',
      hardware: ['1.0', '#RE:^2\\.[0-9]+$'],
      countDownloaded: 0,
      revoked: false,
    });
    const other = await sendUpdate(server, superAdmin.token, { version: '7.0.2', file });
    expect(other.body).toMatchObject({
      violations: [{ propertyPath: 'version', key: 'custom.validation.fileVersion' }],
    });
  });

  it.each([
    ['1.2', 'custom.components.software_updates.create.semverRegexValidation'],
    ['v1.2.3', 'custom.components.software_updates.create.semverRegexValidation'],
    ['01.2.3', 'custom.components.software_updates.create.semverRegexValidation'],
    ['1.2.3\n', 'custom.components.software_updates.create.semverRegexValidation'],
    ['1.2.3+build', 'ra.validation.maxLength'],
    ['1.2.3+', 'custom.components.software_updates.create.semverRegexValidation'],
    ['1.2.3+b_1', 'custom.components.software_updates.create.semverRegexValidation'],
    ['11.22.33333', 'ra.validation.maxLength'],
    ['', 'ra.validation.required'],
  ])('is refused with %j at its field', async (version, key) => {
    const { status, body } = await sendUpdate(server, superAdmin.token, { version });
    expect(status).toBe(422);
    expect(body).toMatchObject({ violations: [{ propertyPath: 'version', key }] });
  });

  it('is stored once, also when it is sent twice at the same moment, and a refused one leaves no file', async () => {
    await update({ version: '1.2.3-rc.1' });
    const before = (await storedFiles()).length;
    const version = next();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => sendUpdate(server, superAdmin.token, { version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
    expect((await sendUpdate(server, superAdmin.token, { version })).body).toMatchObject({
      violations: [{ propertyPath: 'version', key: 'custom.validation.taken' }],
    });
    expect((await sendUpdate(server, superAdmin.token, { version: next(), models: [] })).body).toMatchObject({
      violations: [{ propertyPath: 'models' }],
    });
    expect((await sendUpdate(server, superAdmin.token, { version: next(), models: ['toaster'] })).status).toBe(422);
    expect((await sendUpdate(server, superAdmin.token, { version: next(), file: Buffer.alloc(0) })).body).toMatchObject(
      {
        violations: [{ propertyPath: 'file' }],
      },
    );
    expect(
      (await sendUpdate(server, superAdmin.token, { version: next(), file: Buffer.from('oven') })).body,
    ).toMatchObject({
      violations: [{ propertyPath: 'file', message: expect.stringContaining('sw-description') }],
    });
    expect((await sendForm(server, superAdmin.token, [['data', '{}']])).body).toMatchObject({
      violations: [{ propertyPath: 'file' }],
    });
    expect(
      (
        await sendForm(server, superAdmin.token, [
          ['data', '{"version":'],
          ['file', Buffer.from('x'), 'a.swu'],
        ])
      ).status,
    ).toBe(400);
    expect((await storedFiles()).length).toBe(before + 1);
  });

  it('can be uploaded by the super admin only', async () => {
    const technician = await aPerson(server, 'technician', null);
    for (const [token, status] of [
      [null, 401],
      [technician.token, 403],
      [admin.token, 403],
    ] as const)
      expect((await sendUpdate(server, token, { version: next() })).status).toBe(status);
  });

  it('can be uploaded in pieces, interrupted and continued, by the same person only', async () => {
    const other = await aPerson(server, 'superAdmin', null);
    const version = next();
    const file = makeSwu({ version, body: Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251)) });
    const begun = (
      await superAdmin.post('/software_updates/uploads', { fileName: 'Four à sole "1" .bin', sizeBytes: file.length })
    ).expect(201) as {
      id: string;
    };
    const piece = (person: Person, offset: number, bytes: Buffer) =>
      server.web.server.inject({
        method: 'PUT',
        url: `/api/software_updates/uploads/${begun.id}?offset=${offset}`,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
        payload: bytes,
      });
    expect((await piece(superAdmin, 0, file.subarray(0, 2000))).json()).toMatchObject({ receivedBytes: 2000 });
    // A repeated piece, one with a gap before it, and one by another person.
    expect((await piece(superAdmin, 0, file.subarray(0, 2000))).statusCode).toBe(409);
    expect((await piece(superAdmin, 3000, file.subarray(3000))).statusCode).toBe(409);
    expect((await piece(other, 2000, file.subarray(2000))).statusCode).toBe(404);
    expect((await superAdmin.get(`/software_updates/uploads/${begun.id}`)).body).toMatchObject({ receivedBytes: 2000 });
    const fields = { version, models: ['sole-3-12'], upload: begun.id };
    expect((await superAdmin.post('/software_updates', fields)).status).toBe(409);
    expect((await piece(superAdmin, 2000, file.subarray(2000))).json()).toMatchObject({ receivedBytes: file.length });
    const made = (await superAdmin.post('/software_updates', fields)).expect(201) as SoftwareUpdateView;
    expect(made.checksum).toBe(createHash('sha256').update(file).digest('hex'));
    expect(made.fileName).toMatch(/^[\w.-]+\.bin$/);
    expect((await superAdmin.get(`/software_updates/uploads/${begun.id}`)).status).toBe(404);
    expect(await readdir(join(server.services.config.dataDir, 'uploads'))).toEqual([]);
  });
});

describe('SWU-01 SWU-03 the list of versions', () => {
  it('is in the order of versions, with filters for beta and revoked', async () => {
    const [low, high] = ['2.9.0', '2.10.0'];
    await update({ version: low });
    const beta = await update({ version: high, beta: true });
    const versions = async (query: string) =>
      (
        (await superAdmin.get(`/software_updates?q=2.&itemsPerPage=100${query}`)).body[
          'hydra:member'
        ] as SoftwareUpdateView[]
      ).map(({ version }) => version);
    expect((await versions('')).filter((one) => one === low || one === high)).toEqual([high, low]);
    expect(await versions('&isAllowedBeta=false')).not.toContain(high);
    (await superAdmin.put(`/software_updates/${beta.id}`, { revoked: true, description: 'Taken back' })).expect(200);
    expect(await versions('&addRevoked=false')).not.toContain(high);
    expect((await superAdmin.get('/software_updates')).body['hydra:totalItems']).toBeGreaterThan(3);
    expect((await superAdmin.get('/software_updates?order[password]=asc')).status).toBe(400);
  });

  it('allows only description and revoked to be changed, and a revoked version stays revoked', async () => {
    const made = await update();
    for (const field of ['version', 'file', 'checksum', 'countDownloaded', 'beta', 'models', 'sizeBytes']) {
      expect((await superAdmin.put(`/software_updates/${made.id}`, { [field]: 'x' })).body.violations[0]).toMatchObject(
        { propertyPath: field },
      );
    }
    expect(
      (await superAdmin.put(`/software_updates/${made.id}`, { description: null }, { 'if-match': '"1"' })).body
        .description,
    ).toBe(null);
    expect(
      (await superAdmin.put(`/software_updates/${made.id}`, { description: 'x' }, { 'if-match': '"1"' })).status,
    ).toBe(412);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
    expect((await superAdmin.put(`/software_updates/${made.id}`, { revoked: false })).body.violations[0].key).toBe(
      'custom.validation.locked',
    );
    expect((await superAdmin.post(`/software_updates/general/${made.id}`)).status).toBe(409);
  });
});
