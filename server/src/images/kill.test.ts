import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageInSize, imageSizes } from '@fournil/contract/images/images';
import { expect, it } from 'vitest';
import { freePort } from '../db/embedded/cluster.ts';
import { sweepFolder } from '../storage/index.ts';
import { anOrganisation, aPerson, type Person } from '../testing/builders.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { startProcess } from '../testing/process.ts';
import { openTestServer } from '../testing/testServer.ts';
import { keptPictures } from './index.ts';

/** The kill may come between two files, between file and row, or between row and the deletion of the replaced file. */
it('after kill -9 during uploads and a sweep, every row has its files and every file its row', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fournil-pictures-'));
  const prepared = await openTestServer({ STORAGE_URL: folder });
  const people = await Promise.all(
    Array.from({ length: 4 }, async () => aPerson(prepared, 'clientAdmin', await anOrganisation(prepared))),
  );
  const first = await asBase64(aPicture(300, 300, '#2f8f83').jpeg());
  for (const person of people) (await person.post('/image/update', { imageBase64: first })).expect(200);
  const next = await asBase64(aPicture(1200).jpeg());
  for (const milliseconds of [150, 330, 470]) {
    const port = await freePort();
    const server = startProcess({ DATABASE_URL: prepared.databaseUrl, PORT: String(port), STORAGE_URL: folder });
    await server.ready;
    const sending = people.flatMap((person) =>
      [1, 2].map(() =>
        fetch(`http://127.0.0.1:${port}/api/image/update`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
          body: JSON.stringify({ imageBase64: next }),
        }).then(
          (answer) => answer.status,
          () => 'gone',
        ),
      ),
    );
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    server.child.kill('SIGKILL');
    await server.exited;
    await Promise.all(sending);
    // The database may still be executing the killed server's last statements; the address changes a moment later
    // then.
    const answersOf = async (person: Person) => {
      const { imageUrl } = (await person.get('/images/me')).body as { imageUrl: string };
      const urls = imageSizes.map((size) => imageInSize(imageUrl, size));
      return Promise.all(urls.map(async (url) => (await prepared.web.server.inject({ url })).statusCode));
    };
    for (const person of people) await expect.poll(() => answersOf(person)).toEqual([200, 200, 200]);
  }
  const pictures = join(folder, 'pictures');
  const past = new Date(Date.now() - 61_000);
  for (const name of await readdir(pictures)) await utimes(join(pictures, name), past, past);
  await sweepFolder(prepared.services.storage, 'pictures', keptPictures(prepared.services));
  const [rows] = await prepared.ownerQuery<{ files: number }>(
    'select sum(jsonb_array_length(files))::int as files from pictures',
  );
  expect((await readdir(pictures)).length).toBe(rows?.files);
  expect(rows?.files).toBe(people.length * 3);
  await prepared.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);
