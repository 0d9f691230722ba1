import { readFile } from 'node:fs/promises';
import { imageInSize, imageSizes } from '@fournil/contract/images/images';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../kit/ids.ts';
import { apiAs } from '../testing/api.ts';
import { aMachine, anOrganisation, aPerson, aProgram, type Person } from '../testing/builders.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { openTestServer, type TestServer } from '../testing/testServer.ts';

let server: TestServer;
let maker: Person;
let admin: Person;
let user: Person;
let stranger: Person;
let jpeg: string;

beforeAll(async () => {
  server = await openTestServer();
  maker = await aPerson(server, 'superAdmin', null);
  const organisation = await anOrganisation(server);
  admin = await aPerson(server, 'clientAdmin', organisation);
  user = await aPerson(server, 'user', organisation);
  stranger = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  jpeg = await asBase64(aPicture().jpeg());
});
afterAll(() => server.close());

interface Entry {
  id: string;
  avatar: string;
  imageUrl: string;
  programCount: number;
  organisationCount: number;
}
let names = 0;
const add = async (image = jpeg, name = `Picture ${++names}`) =>
  (await maker.post('/images/fournil', { image, name })).expect(201) as Entry;
const rules = (body: { violations?: { propertyPath: string; key: string }[] }) =>
  body.violations?.map(({ propertyPath, key }) => `${propertyPath} ${key}`);
const load = async (imageUrl: string) => {
  const answer = await server.web.server.inject({ url: imageUrl });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
};
const full = (imageUrl: string) => imageUrl.replace('-320.', '-full.');

describe('IMG-01 the library of program images', () => {
  it('is filled, searched, renamed, replaced and emptied by the super admin, and programs choose from it', async () => {
    const entry = await add(jpeg, 'Baguette');
    expect((await maker.get('/images/fournil?q=baguet')).body['hydra:member']).toEqual([
      expect.objectContaining({ name: 'Baguette', programCount: 0 }),
    ]);
    expect(rules((await maker.post('/images/fournil', { image: jpeg, name: 'BAGUETTE' })).body)).toEqual([
      'name custom.validation.taken',
    ]);
    const seen = (await admin.get('/images/fournil?q=Baguette')).body['hydra:member'][0];
    expect(seen).toMatchObject({ avatar: entry.avatar, programCount: null, organisationCount: null });
    const renamed = (await maker.put(`/images/fournil/${entry.avatar}`, { name: 'Baguette de tradition' })).expect(
      200,
    ) as Entry;
    expect(renamed.imageUrl).toBe(entry.imageUrl);
    const replaced = (
      await maker.put(`/images/fournil/${entry.avatar}`, { image: await asBase64(aPicture(300).png()) })
    ).expect(200) as Entry;
    expect(replaced.imageUrl).not.toBe(entry.imageUrl);
    expect([(await load(entry.imageUrl)).status, (await load(replaced.imageUrl)).status]).toEqual([404, 200]);
    (await maker.call('DELETE', '/images/fournil')).expect(422);
    (await deletion(maker, '/images/fournil', { image: entry.avatar })).expect(204);
    expect((await load(replaced.imageUrl)).status).toBe(404);
    (await deletion(maker, '/images/fournil', { image: entry.avatar })).expect(404);
  });

  it.each(['../../etc/passwd', '*', '..', 'deck', newId()])('deletes nothing by the name %s', async (image) => {
    (await deletion(maker, '/images/fournil', { image })).expect(404);
  });

  it('is managed by nobody else', async () => {
    for (const person of [admin, user]) {
      (await person.post('/images/fournil', { image: jpeg, name: 'x' })).expect(403);
      (await deletion(person, '/images/fournil', { image: newId() })).expect(403);
      (await person.get('/images/machines')).expect(403);
    }
  });
});

async function deletion(person: Person, path: string, body: object) {
  const answer = await server.web.server.inject({
    method: 'DELETE',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/ld+json' },
    payload: JSON.stringify(body),
  });
  return {
    expect: (status: number) => expect([answer.statusCode, answer.body]).toEqual([status, expect.anything()]),
  };
}

describe('IMG-02 machine images', () => {
  it('have a code that cannot be changed, a description, and a square of up to 4096 pixels', async () => {
    const image = await asBase64(aPicture(1500).jpeg());
    const added = (
      await maker.post('/images/machines', { image, machineCode: 'sole-3-12', machineDescription: 'Three decks' })
    ).expect(201);
    expect(added).toMatchObject({ machineCode: 'sole-3-12', machineDescription: 'Three decks', machineCount: 0 });
    expect(rules((await maker.post('/images/machines', { image: jpeg, machineCode: 'sole-3-12' })).body)).toEqual([
      'machineCode custom.validation.taken',
    ]);
    expect((await maker.get('/images/machines/metadata/sole-3-12')).body).toMatchObject({
      width: 1500,
      height: 1500,
      type: 'image/jpeg',
    });
    const locked = await maker.put('/images/machines/sole-3-12', { image: jpeg, machineCode: 'sole-4-16' });
    expect([locked.status, rules(locked.body)]).toEqual([422, ['machineCode custom.validation.locked']]);
    const changed = await maker.put('/images/machines/sole-3-12', {
      image: jpeg,
      machineCode: 'sole-3-12',
      machineDescription: null,
    });
    expect(changed.body).toMatchObject({ machineDescription: null });
    expect((await maker.get('/images/machines/metadata/sole-3-12')).body.width).toBe(400);
    (await deletion(maker, '/images/machines', { machineCode: 'sole-3-12' })).expect(204);
    expect((await maker.get('/images/machines')).body['hydra:totalItems']).toBe(0);
  });

  it.each([[''], ['../x'], ['a b'], ['é'], ['x'.repeat(65)], [undefined]])(
    'need a valid code, which %j is not',
    async (machineCode) => {
      const answer = await maker.post('/images/machines', { image: jpeg, machineCode });
      expect([answer.status, answer.body.violations?.[0].propertyPath]).toEqual([422, 'machineCode']);
    },
  );

  it.each(['..%2f..%2fetc%2fpasswd', '%252e%252e', 'nil', '%00', 'x?y', 'a#b'])(
    'have no metadata under %s',
    async (code) => {
      expect((await maker.get(`/images/machines/metadata/${code}`)).status).toBe(404);
    },
  );
});

describe('IMG-03 an uploaded picture', () => {
  const refusal = async (image: unknown, crop?: object) => {
    const { status, body } = await maker.post('/images/fournil', {
      image,
      name: `Refused ${++names}`,
      ...(crop ? { crop } : {}),
    });
    return [status, ...(rules(body) ?? [])];
  };
  const text = (content: string) => Buffer.from(content).toString('base64');

  it.each([
    ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'imageType'],
    ['HTML', text('<!doctype html><script>alert(1)</script>'), 'imageType'],
    ['PHP', text('<?php system($_GET[0]);'), 'imageType'],
    ['PDF', text('%PDF-1.7'), 'imageType'],
    ['ZIP', Buffer.from('504b0304', 'hex').toString('base64'), 'imageType'],
    ['SVG with its own media type', `data:image/svg+xml;base64,${text('<svg/>')}`, 'imageType'],
    ['a PNG header without content', Buffer.from('89504e470d0a1a0a', 'hex').toString('base64'), 'imageContent'],
    ['both GIF and JavaScript', text('GIF89a/*\0\0\0\0*/=1;alert(1)'), 'imageContent'],
    ['no base64', 'not base64!', 'imageContent'],
  ])('is refused when it is %s', async (_name, image, key) => {
    expect(await refusal(image)).toEqual([422, `image custom.validation.${key}`]);
  });

  it('is refused when it is AVIF or TIFF, is truncated, or is no valid base64', async () => {
    expect(await refusal(`${jpeg.slice(0, 400)}!!!!${jpeg.slice(400)}`)).toEqual([
      422,
      'image custom.validation.imageContent',
    ]);
    expect(await refusal(await asBase64(aPicture().tiff()))).toEqual([422, 'image custom.validation.imageType']);
    expect(await refusal(await asBase64(aPicture().avif()))).toEqual([422, 'image custom.validation.imageType']);
    const noise = sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, index) => (index * 7919) % 251)), {
      raw: { width: 300, height: 300, channels: 3 },
    });
    const whole = await noise.jpeg().toBuffer();
    expect(await refusal(whole.subarray(0, whole.length / 2).toString('base64'))).toEqual([
      422,
      'image custom.validation.imageContent',
    ]);
  });

  it('is what its content is, though its name made a browser say otherwise', async () => {
    const other = await aPerson(server, 'superAdmin', null);
    const body = { image: `data:image/heic;base64,${jpeg}`, name: `Named wrongly ${++names}` };
    expect((await other.post('/images/fournil', body)).status).toBe(201);
  });

  it('is stored without content hidden in it', async () => {
    const hidden = '<script>alert("hidden")</script>';
    const png = await aPicture()
      .png()
      .withExif({ IFD0: { ImageDescription: hidden } })
      .toBuffer();
    const polyglot = Buffer.concat([await aPicture().jpeg().toBuffer(), Buffer.from(hidden)]);
    for (const sent of [png, polyglot]) {
      expect(sent.includes('hidden')).toBe(true);
      const { imageUrl } = await add(sent.toString('base64'));
      for (const size of imageSizes) {
        const { bytes } = await load(imageInSize(imageUrl, size));
        expect([bytes.includes('hidden'), bytes.subarray(0, 3).toString('hex')]).toEqual([false, 'ffd8ff']);
      }
    }
  });

  it('is stored without place, camera and thumbnail', async () => {
    const sent = await aPicture()
      .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '48/1 51/1 24/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect((await sharp(sent).metadata()).exif).toBeDefined();
    const { imageUrl } = await add(sent.toString('base64'));
    const { exif, icc, xmp, iptc, width, format } = await sharp((await load(full(imageUrl))).bytes).metadata();
    expect({ exif, icc, xmp, iptc, width, format }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      iptc: undefined,
      width: 400,
      format: 'jpeg',
    });
  });

  it('may have five megabytes, and gets 413 beyond; other calls allow one megabyte', async () => {
    const large = (bytes: number) =>
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(bytes - 3)]).toString('base64');
    expect(await refusal(large(5_242_880))).toEqual([422, 'image custom.validation.imageContent']);
    expect(await refusal(large(5_242_881))).toEqual([422, 'image custom.validation.imageSize']);
    expect((await maker.post('/images/fournil', { image: large(6_000_000), name: 'x' })).status).toBe(413);
    expect((await admin.post('/tags', { name: large(5_242_880) })).status).toBe(413);
    expect((await maker.get('/health')).status).toBe(200);
  });

  it('is refused before it is decoded when it is a decompression bomb', async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await refusal(bomb.toString('base64'))).toEqual([422, 'image custom.validation.imagePixels']);
  });

  it.each<[string, () => { toBuffer(): Promise<Buffer> }]>([
    ['a PNG of 49 megapixels', () => aPicture(7000).png()],
    ['a JPEG of 49 megapixels', () => aPicture(7000).jpeg()],
    ['a GIF of 18 megapixels', () => aPicture(4300).gif()],
    ['a picture of one pixel too many a side', () => aPicture(4097).jpeg()],
  ])(
    'SEC-06 is refused before it is decoded when it is %s, with the number of pixels allowed',
    async (_what, picture) => {
      const answer = await maker.post('/images/fournil', { image: await asBase64(picture()), name: 'Large' });
      expect([answer.status, answer.body.violations[0].message]).toEqual([
        422,
        'The picture may have 16 megapixels at most',
      ]);
    },
  );

  it('SEC-06 may have the largest size, and is cropped correctly when it is rotated', async () => {
    const large = (
      await maker.post('/images/machines', { image: await asBase64(aPicture(4096).jpeg()), machineCode: 'largest' })
    ).expect(201);
    expect(large).toMatchObject({ machineCode: 'largest' });
    const [red, blue] = [aPicture(300, 400, '#ff0000'), aPicture(300, 400, '#0000ff')];
    const halves = sharp({ create: { width: 600, height: 400, channels: 3, background: '#000' } }).composite([
      { input: await red.png().toBuffer(), left: 0, top: 0 },
      { input: await blue.png().toBuffer(), left: 300, top: 0 },
    ]);
    // Rotated by 90°: the left half is displayed at the top.
    const turned = await asBase64(halves.withMetadata({ orientation: 6 }).jpeg());
    const { imageUrl } = (
      await maker.post('/images/fournil', { image: turned, name: 'Turned', crop: { x: 100, y: 300, side: 300 } })
    ).expect(201) as Entry;
    const { data } = await sharp((await load(imageInSize(imageUrl, 'full'))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([(data[0] ?? 0) < 40, (data[2] ?? 0) > 200]).toEqual([true, true]);
  });

  it.each([
    [255, 255],
    [4097, 300],
    [256, 300],
  ])('is refused with %i × %i pixels', async (width, height) => {
    expect(await refusal(await asBase64(aPicture(width, height).jpeg()))).toEqual([
      422,
      'image custom.validation.imageSquare',
    ]);
  });

  it.each([
    [{ x: 0, y: 0, side: 255 }],
    [{ x: 0, y: 0, side: 4097 }],
    [{ x: 0, y: 0, side: Number.NaN }],
    [{ x: -1, y: 0, side: 300 }],
    [{ x: 0.5, y: 0, side: 300 }],
    [{ x: 101, y: 0, side: 300 }],
    [{ x: 0, y: 0, side: 300, width: 3 }],
  ])('is refused with the crop %j', async (crop) => {
    const [status, where] = await refusal(jpeg, crop);
    expect([status, String(where).startsWith('crop')]).toEqual([422, true]);
  });

  it.each(['gif', 'png', 'jpeg'] as const)('is accepted as %s and stored as JPEG in three sizes', async (kind) => {
    const { imageUrl } = await add(await asBase64(aPicture(1300)[kind]()));
    const sides = await Promise.all(
      imageSizes.map(async (size) => (await sharp((await load(imageInSize(imageUrl, size))).bytes).metadata()).width),
    );
    expect(sides).toEqual([96, 320, 1024]);
  });

  it('is accepted as HEIC of a phone and cropped to the requested square', async () => {
    const heic = (await readFile(new URL('fixtures/halves.heic', import.meta.url))).toString('base64');
    expect(await refusal(heic)).toEqual([422, 'image custom.validation.imageSquare']);
    const { imageUrl } = (
      await maker.post('/images/fournil', {
        image: `data:image/heic;base64,${heic}`,
        name: 'From a phone',
        crop: { x: 100, y: 0, side: 300 },
      })
    ).expect(201) as Entry;
    const { data, info } = await sharp((await load(full(imageUrl))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) =>
      [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)].map((value) => value > 128);
    expect([info.width, info.height, at(20, 150), at(280, 150)]).toEqual([
      300,
      300,
      [true, false, false],
      [false, false, true],
    ]);
    const looked = (await user.post('/image/preview', { imageBase64: heic })).expect(200) as {
      image: string;
      width: number;
      height: number;
    };
    expect([looked.width, looked.height, looked.image.slice(0, 23)]).toEqual([400, 300, 'data:image/jpeg;base64,']);
    const broken = Buffer.from(heic, 'base64');
    broken.fill(0, 300);
    expect(await refusal(broken.toString('base64'))).toEqual([422, 'image custom.validation.imageContent']);
  });
});

describe('IMG-06 the picture files', () => {
  it('are served to anyone with the address, as pictures only, and are cached by browsers', async () => {
    const { imageUrl } = await add();
    const { status, headers } = await load(imageUrl);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    for (const wrong of [
      '',
      'x',
      '../secrets',
      `${'0'.repeat(64)}-320.jpg`,
      imageUrl.split('/').at(-1)?.replace('-320.', '-321.'),
    ]) {
      expect((await load(`/api/images/file/${wrong}`)).status, String(wrong)).toBe(404);
    }
  });

  it('are not served when a byte of them has changed', async () => {
    const { imageUrl } = await add();
    const { pictureId } = { pictureId: imageUrl.split('/').at(-1)?.slice(0, 64) ?? '' };
    await server.services.storage.put(`pictures/${pictureId}-320.jpg`, Buffer.from('changed'));
    expect([(await load(imageUrl)).status, (await load(full(imageUrl))).status]).toEqual([404, 200]);
  });
});

describe('PRO-05 portraits', () => {
  const portrait = async (person: Person) => (await person.get('/images/me')).body.imageUrl as string | null;

  it('are uploaded, replaced and deleted by their person, and shown in the profile and the lists', async () => {
    expect(await portrait(user)).toBeNull();
    const { imageUrl } = (await user.post('/image/update', { imageBase64: jpeg })).expect(200) as { imageUrl: string };
    expect([await portrait(user), (await user.get('/profile')).body.profile.imageUrl]).toEqual([imageUrl, imageUrl]);
    expect(
      (await admin.get('/users')).body['hydra:member'].map((one: { imageUrl: string }) => one.imageUrl).sort(),
    ).toEqual([imageUrl, null].sort());
    await user.post('/image/update', { imageBase64: await asBase64(aPicture(256, 256, '#2f8f83').png()) });
    expect((await load(imageUrl)).status).toBe(404);
    (await user.delete('/images/me')).expect(204);
    (await user.delete('/images/me')).expect(204);
    expect(await portrait(user)).toBeNull();
  });

  it('are possible for staff too', async () => {
    (await maker.post('/image/update', { imageBase64: jpeg })).expect(200);
    expect(await portrait(maker)).toMatch(/^\/api\/images\/file\//);
  });

  it('are set and removed by the client admin, within the organisation only', async () => {
    (await admin.put(`/images/users/${user.userId}`, { imageBase64: jpeg })).expect(200);
    expect(await portrait(user)).not.toBeNull();
    for (const id of [user.userId, newId()]) {
      const { status, body } = await stranger.put(`/images/users/${id}`, { imageBase64: null });
      expect([status, body.detail]).toEqual([404, '404, not found.']);
    }
    (await user.put(`/images/users/${admin.userId}`, { imageBase64: null })).expect(403);
    (await admin.put(`/images/users/${user.userId}`, { imageBase64: null })).expect(200);
    expect(await portrait(user)).toBeNull();
  });

  it('are limited in number at once and within ten minutes for one person', async () => {
    const owner = await aPerson(server, 'clientAdmin', await anOrganisation(server));
    const burst = await Promise.all(
      Array.from({ length: 20 }, () => owner.post('/image/update', { imageBase64: jpeg })),
    );
    const statuses = burst.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    let last = 0;
    for (let sent = 0; sent < 70 && last !== 429; sent += 1)
      last = (await owner.post('/image/update', { imageBase64: 'x' })).status;
    expect(last).toBe(429);
    server.advance(601);
    expect((await owner.post('/image/update', { imageBase64: jpeg })).status).toBe(200);
    expect((await apiAs(server, null).post('/image/update', { imageBase64: jpeg })).status).toBe(401);
  });
});

describe('PRG-02, MAC-04 avatars:', () => {
  it('PRG-02 a program shows a picture of the library, and its drawing again when the picture is deleted', async () => {
    const entry = await add();
    const program = await aProgram(admin, { avatar: entry.avatar });
    expect(program).toMatchObject({ avatar: entry.avatar, imageUrl: entry.imageUrl });
    expect(rules((await admin.put(`/programs/${program.id}`, { avatar: newId() })).body)).toEqual([
      'avatar custom.validation.notFound',
    ]);
    const replaced = (
      await maker.put(`/images/fournil/${entry.avatar}`, { image: await asBase64(aPicture(500).jpeg()) })
    ).expect(200) as Entry;
    expect(replaced).toMatchObject({ programCount: 1, organisationCount: 1 });
    expect((await admin.get(`/programs/${program.id}`)).body).toMatchObject({
      imageUrl: replaced.imageUrl,
      revision: 1,
      approved: true,
    });
    (await deletion(maker, '/images/fournil', { image: entry.avatar })).expect(204);
    expect((await admin.get(`/programs/${program.id}`)).body).toMatchObject({ avatar: null, imageUrl: null });
    const other = await add();
    expect((await admin.put(`/programs/${program.id}`, { avatar: other.avatar })).body).toMatchObject({
      imageUrl: other.imageUrl,
      revision: 1,
    });
    expect((await admin.put(`/programs/${program.id}`, { avatar: null })).body).toMatchObject({ imageUrl: null });
  });

  it('MAC-04 a machine shows the picture of its model, or else of its category', async () => {
    const machine = await aMachine(admin, { category: 'rack', model: 'tour-18' });
    const shown = async () => (await admin.get(`/machines/${machine.id}`)).body;
    expect(await shown()).toMatchObject({ avatar: null, imageUrl: null });
    const [category, model] = [
      (await maker.post('/images/machines', { image: jpeg, machineCode: 'rack' })).expect(201) as Entry,
      (await maker.post('/images/machines', { image: jpeg, machineCode: 'tour-18' })).expect(201) as Entry,
    ];
    expect(category).toMatchObject({ machineCount: 1, organisationCount: 1 });
    expect(await shown()).toMatchObject({ avatar: 'tour-18', imageUrl: model.imageUrl });
    (await deletion(maker, '/images/machines', { machineCode: 'tour-18' })).expect(204);
    expect(await shown()).toMatchObject({ avatar: 'rack', imageUrl: category.imageUrl });
    expect((await admin.get('/machines')).body['hydra:member'][0]).toMatchObject({ imageUrl: category.imageUrl });
  });
});
