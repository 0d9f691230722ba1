import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SoftwareUpdateDetail, SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../base/config.ts';
import { cpio } from '../../demo/cpio.ts';
import { anOrganisation, aPerson, type Person } from '../../testing/builders.ts';
import { ddiClient, takeUpdate } from '../../testing/ddiClient.ts';
import { aFleetOf } from '../../testing/fleet.ts';
import { aPairedMachine } from '../../testing/oven.ts';
import { makeSigner, makeSwu } from '../../testing/swu.ts';
import { openTestServer, type TestServer } from '../../testing/testServer.ts';
import { anUpdate, sendForm, sendUpdate } from '../../testing/updates.ts';

let server: TestServer;
let superAdmin: Person;
beforeAll(async () => {
  server = await openTestServer();
  superAdmin = await aPerson(server, 'superAdmin', null);
});
afterAll(() => server.close());

let count = 0;
const next = () => `1.${++count}.0`;
const files = () =>
  readdirSync(join(server.services.config.dataDir, 'storage', 'updates'), { withFileTypes: true }).map(
    ({ name }) => name,
  );
const keyOf = ({ body }: { body: unknown }) => {
  const [violation] = (body as { violations?: { propertyPath: string; key: string }[] }).violations ?? [];
  return [violation?.propertyPath, violation?.key.replace('custom.validation.', '')];
};
const get = async ({ id }: { id: string }) =>
  (await superAdmin.get(`/software_updates/${id}`)).body as SoftwareUpdateDetail;

/** As the page sends it. */
async function inPieces(version: string, file: Buffer, more: object = {}) {
  const { id } = (
    await superAdmin.post('/software_updates/uploads', { fileName: 'oven.swu', sizeBytes: file.length })
  ).expect(201) as { id: string };
  await server.web.server.inject({
    method: 'PUT',
    url: `/api/software_updates/uploads/${id}?offset=0`,
    headers: { authorization: `Bearer ${superAdmin.token}`, 'content-type': 'application/octet-stream' },
    payload: file,
  });
  return superAdmin.post('/software_updates', { version, models: ['sole-3-12'], upload: id, ...more });
}

describe('SWU-05 an update file that is damaged or not what it says', () => {
  it('is refused with the reason at its field, in one piece or several, and its version stays unused', async () => {
    const version = next();
    const whole = makeSwu({ version, body: randomBytes(50_000) });
    await anUpdate(server, superAdmin, { version: next() });
    const before = files();
    for (const [file, key] of [
      [whole.subarray(0, whole.length / 2), 'swuCut'],
      [randomBytes(300_000), 'notSwu'],
      [Buffer.concat([whole, randomBytes(10)]), 'swuBehind'],
      [cpio([['sw-description', Buffer.alloc(10_000_000, '#')]]), 'swuDescription'],
    ] as const) {
      for (const fileName of ['oven.swu', 'oven.bin']) {
        const answer = await sendUpdate(server, superAdmin.token, { version, file, fileName });
        expect([answer.status, ...keyOf(answer)]).toEqual([422, 'file', key]);
      }
      // The largest of these files exceeds the limit of one piece.
      if (file.length > 2_000_000) continue;
      const answer = await inPieces(version, file);
      expect([answer.status, ...keyOf(answer)]).toEqual([422, 'file', key]);
    }
    expect(files()).toEqual(before);
    expect((await inPieces(version, whole)).status).toBe(201);
  });

  it('is refused in the reader’s language, with the place in the file', async () => {
    const version = next();
    const file = cpio([
      ['sw-description', Buffer.from('software = {\n  version = 1..2..3;\n  files: ( { filename "x" } );')],
    ]);
    const { body } = await sendUpdate(server, superAdmin.token, { version, file });
    expect(body).toMatchObject({
      violations: [{ propertyPath: 'file', message: 'Its sw-description cannot be read: line 3' }],
    });
  });

  it('is refused while it arrives: a wrong version at the first piece', async () => {
    const version = next();
    const answer = await sendUpdate(server, superAdmin.token, {
      version,
      file: makeSwu({ version: '9.9.9', body: randomBytes(1000) }).subarray(0, 700),
    });
    expect([answer.status, ...keyOf(answer)]).toEqual([422, 'version', 'fileVersion']);
  });

  it('is refused without a signature when the maker’s certificates are set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fournil-maker-'));
    const [maker, stranger] = [makeSigner(folder, 'maker'), makeSigner(folder, 'stranger')];
    const strict = await openTestServer({ UPDATE_CERTIFICATES: maker.certificateFile });
    try {
      const { token } = await aPerson(strict, 'superAdmin', null);
      const version = next();
      const send = (signer?: typeof maker) =>
        sendUpdate(strict, token, { version, file: makeSwu({ version, body: 'oven', ...(signer ? { signer } : {}) }) });
      expect(keyOf(await send())).toEqual(['file', 'swuUnsigned']);
      expect(keyOf(await send(stranger))).toEqual(['file', 'swuSignature']);
      expect((await send(maker)).status).toBe(201);
    } finally {
      await strict.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('RUN-03 is not accepted because of a wrong setting: one that names no certificates stops the start with a message', () => {
    for (const path of ['/nowhere/at/all.pem', '/etc/hostname', '/tmp']) {
      expect(() => readConfig({ UPDATE_CERTIFICATES: path })).toThrow(
        /^The setting UPDATE_CERTIFICATES is wrong: must be a file/,
      );
    }
    expect(() => readConfig({ ROLLOUT_PERSONS: '3' })).toThrow(/ROLLOUT_PERSONS/);
  });
});

describe('SWU-05 a version that was never offered', () => {
  it('can be deleted with its file by the super admin only, and its number used again', async () => {
    const made = await anUpdate(server, superAdmin, { version: next() });
    expect(await get(made)).toMatchObject({ isDeletable: true });
    const technician = await aPerson(server, 'technician', null);
    expect((await technician.delete(`/software_updates/${made.id}`)).status).toBe(403);
    expect(files()).toContain(made.id);
    (await superAdmin.delete(`/software_updates/${made.id}`)).expect(204);
    expect(files()).not.toContain(made.id);
    for (const call of [superAdmin.get, superAdmin.delete])
      expect((await call(`/software_updates/${made.id}`)).status).toBe(404);
    const again = await anUpdate(server, superAdmin, { version: made.version, payload: 'mended' });
    expect(again.checksum).not.toBe(made.checksum);
    const { body } = await superAdmin.get(`/history?entity=softwareUpdate&thing=${made.id}`);
    const lines = body['hydra:member'] as { typeEvent: string; origin: { name: string } }[];
    expect(lines.map(({ typeEvent }) => typeEvent)).toEqual(['deletion', 'creation']);
    (await superAdmin.put(`/software_updates/${again.id}`, { revoked: true })).expect(200);
    (await superAdmin.delete(`/software_updates/${again.id}`)).expect(204);
  });

  it('cannot be deleted while machines that got it another way run it, because their warning would be lost', async () => {
    const fleet = await aFleetOf(server, 1);
    const made = await anUpdate(server, superAdmin, { version: next() });
    await server.ownerQuery(`update machines set "softwareVersion" = $2 where id = $1`, [fleet.ids[0], made.version]);
    expect(await get(made)).toMatchObject({ installed: 1, isDeletable: false });
    expect((await superAdmin.delete(`/software_updates/${made.id}`)).status).toBe(409);
  });

  it('cannot be deleted while a rollout is open, and afterwards only if no machine was offered it, deleted machines included', async () => {
    const fleet = await aFleetOf(server, 2);
    const made = await anUpdate(server, superAdmin, { version: next() });
    const rings = [{ name: 'All', organisations: [fleet.organisation] }];
    const stopped = async (isAsked: boolean) => {
      const rollout = (await superAdmin.post('/rollouts', { update: made.id, rings })).expect(201) as RolloutView;
      const refused = await superAdmin.delete(`/software_updates/${made.id}`);
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        expect.stringContaining('can be revoked, not deleted'),
      ]);
      if (isAsked) expect((await fleet.clients[0]?.poll())?.['deploymentBase']).toBeDefined();
      (await superAdmin.put(`/rollouts/${rollout.id}`, { action: 'stop' })).expect(200);
    };
    await stopped(false);
    expect(await get(made)).toMatchObject({ isDeletable: true });
    await stopped(true);
    await server.ownerQuery('delete from machines where id = any($1)', [fleet.ids]);
    expect(await get(made)).toMatchObject({ isDeletable: false });
    expect((await superAdmin.delete(`/software_updates/${made.id}`)).status).toBe(409);
  });

  it('is either deleted or rolled out when both are asked at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [fleet, made] = [await aFleetOf(server, 1), await anUpdate(server, superAdmin, { version: next() })];
      const [begun, deleted] = await Promise.all([
        superAdmin.post('/rollouts', {
          update: made.id,
          rings: [{ name: 'All', organisations: [fleet.organisation] }],
        }),
        superAdmin.delete(`/software_updates/${made.id}`),
      ]);
      expect([
        [201, 409],
        [422, 204],
      ]).toContainEqual([begun.status, deleted.status]);
      if (begun.status === 201) await superAdmin.put(`/software_updates/${made.id}`, { revoked: true });
    }
  });
});

describe('SWU-05 a machine whose hardware the update file does not name', () => {
  const tell = async (client: ReturnType<typeof ddiClient>, id: string, hwRevision: string) =>
    expect(
      (await client.call('PUT', `/api/ddi/fournil/controller/v1/${id}/configData`, { body: { data: { hwRevision } } }))
        .status,
    ).toBe(200);

  it('is not offered the update, and is named by the dry run of a rollout', async () => {
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const ovens = await Promise.all(
      ['1.0', '7.7', null].map(async (revision) => ({ revision, ...(await aPairedMachine(server, admin, {})) })),
    );
    const clients = ovens.map(({ credentials }) => ddiClient(server, credentials));
    for (const [index, { revision, machine }] of ovens.entries())
      if (revision) await tell(clients[index] as (typeof clients)[0], machine.id, revision);
    const made = await anUpdate(server, superAdmin, { version: '2.0.0', hardware: ['1.0', '2.0'] });
    const rings = [{ name: 'All', organisations: [admin.organisationId] }];
    const preview = (await superAdmin.post('/rollouts/preview', { update: made.id, rings })).body as RolloutPreview;
    expect(preview).toMatchObject({ hardwareUntold: 1, needsConfirmation: false, rings: [{ machines: 2 }] });
    expect(preview.leftOut.find(({ reason }) => reason === 'hardware')).toMatchObject({
      machines: 1,
      examples: [{ id: ovens[1]?.machine.id }],
    });
    await server.ownerQuery(`update "softwareUpdates" set "generalSince" = now() where id = $1`, [made.id]);
    const offered = await Promise.all(
      clients.map(async (client) => (await client.poll())['deploymentBase'] !== undefined),
    );
    expect(offered).toEqual([true, false, true]);
    (await superAdmin.put(`/software_updates/${made.id}`, { revoked: true })).expect(200);
  });

  it('is skipped and counted as not installed, also when its hardware is reported after the rollout began', async () => {
    const admin = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const [one, other] = [await aPairedMachine(server, admin, {}), await aPairedMachine(server, admin, {})];
    const clients = [one, other].map(({ credentials }) => ddiClient(server, credentials)) as [
      ReturnType<typeof ddiClient>,
      ReturnType<typeof ddiClient>,
    ];
    const made = await anUpdate(server, superAdmin, { version: next(), hardware: '1.0' });
    const rings = [{ name: 'All', organisations: [admin.organisationId] }];
    const body = { update: made.id, rings, abortAtPercent: 50, thenGeneral: false };
    const rollout = (await superAdmin.post('/rollouts', body)).expect(201) as RolloutView;
    await tell(clients[0], one.machine.id, '7.7');
    expect(await takeUpdate(clients[0])).toBe(false);
    expect(await takeUpdate(clients[1])).toBe(true);
    expect((await superAdmin.get(`/rollouts/${rollout.id}`)).body).toMatchObject({
      state: 'done',
      rings: [{ counts: { done: 1, skipped: 1 } }],
    });
  });
});

describe('SWU-02 the call that uploads a version', () => {
  const described = (version: string, section: string) => {
    const description = `software = { version = "${version}"; ${section} files: ( { filename = "payload"; } ); }`;
    return cpio([
      ['sw-description', Buffer.from(description)],
      ['payload', Buffer.from('oven')],
    ]);
  };
  const sections =
    'sole-3-12 = { hardware-compatibility = [ "1.0" ]; }; vulcan-9 = { hardware-compatibility = [ "2.0" ]; };';

  it.each<[string, (data: string) => [string, string | Buffer | Blob, string?]]>([
    ['a plain field', (data) => ['data', data]],
    [
      'a Blob of JSON with a file’s name',
      (data) => ['data', new Blob([data], { type: 'application/json' }), 'data.json'],
    ],
    ['a Blob of JSON without one', (data) => ['data', new Blob([data], { type: 'application/json' })]],
  ])('accepts version, beta and description as %s, for the models that the file names', async (_how, part) => {
    const version = next();
    const data = JSON.stringify({ version, beta: false, description: 'Steadier steam.' });
    const { status, body } = await sendForm(server, superAdmin.token, [
      part(data),
      ['file', described(version, sections), 'oven.swu'],
    ]);
    expect([status, body]).toMatchObject([
      201,
      { version, description: 'Steadier steam.', models: ['sole-3-12', 'vulcan-9'] },
    ]);
  });

  it('accepts a JSON part without a file name, and refuses a part that is not JSON', async () => {
    const send = async (data: string, file: Buffer) => {
      const payload = Buffer.concat([
        Buffer.from(
          `--b\r\nContent-Disposition: form-data; name="data"\r\nContent-Type: application/json\r\n\r\n${data}\r\n`,
        ),
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="oven.swu"\r\n\r\n'),
        file,
        Buffer.from('\r\n--b--\r\n'),
      ]);
      const headers = {
        'content-type': 'multipart/form-data; boundary=b',
        authorization: `Bearer ${superAdmin.token}`,
      };
      return server.web.server.inject({ method: 'POST', url: '/api/software_updates', headers, payload });
    };
    const version = next();
    expect((await send(JSON.stringify({ version }), described(version, sections))).statusCode).toBe(201);
    for (const none of ['{"version":', JSON.stringify({ version: 'x'.repeat(30_000) })]) {
      const answer = await send(none, described(version, sections));
      expect([answer.statusCode, ...keyOf({ body: answer.json() })]).toEqual([422, 'data', 'firstField']);
    }
    expect((await send('"text"', described(version, sections))).statusCode).toBe(400);
  });

  it('refuses a Blob that is too long or is not JSON at its field', async () => {
    const send = async (data: string) =>
      sendForm(server, superAdmin.token, [
        ['data', new Blob([data], { type: 'application/json' }), 'data.json'],
        ['file', described('1.0.0', sections), 'oven.swu'],
      ]);
    expect(keyOf(await send(' '.repeat(30_000)))[0]).toBe('data');
    expect((await send('{"version":')).status).toBe(400);
  });

  it('requires the models when the file names none', async () => {
    const version = next();
    const answer = await sendForm(server, superAdmin.token, [
      ['data', JSON.stringify({ version })],
      ['file', described(version, 'hardware-compatibility = [ "1.0" ];'), 'oven.swu'],
    ]);
    expect([answer.status, ...keyOf(answer)]).toEqual([422, 'models', 'swuModels']);
  });

  it('accepts a version with a build, which is newer than the one without, and the list keeps its order', async () => {
    const versions = ['9.9.1+a', '9.9.1+b', '9.9.1', '9.9.1-r'];
    const made = new Map<string, SoftwareUpdateView>();
    for (const version of versions) made.set(version, await anUpdate(server, superAdmin, { version }));
    const listed = (await superAdmin.get('/software_updates?q=9.9.1')).body['hydra:member'] as SoftwareUpdateView[];
    expect(listed.map(({ version }) => version)).toEqual(['9.9.1+b', '9.9.1+a', '9.9.1', '9.9.1-r']);
    const fleet = await aFleetOf(server, 1);
    await server.ownerQuery(`update machines set "softwareVersion" = '9.9.1+a' where id = $1`, [fleet.ids[0]]);
    const sizeOf = async (version: string) => {
      const body = { update: made.get(version)?.id, rings: [{ name: 'All', organisations: [fleet.organisation] }] };
      return ((await superAdmin.post('/rollouts/preview', body)).body as RolloutPreview).rings[0]?.machines;
    };
    expect([await sizeOf('9.9.1+b'), await sizeOf('9.9.1+a'), await sizeOf('9.9.1')]).toEqual([1, 0, 0]);
  });
});
