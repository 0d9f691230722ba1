import { imageInSize, imageSizes } from '@fournil/contract/images/images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { type DeafLine, deafLine } from '../testing/deafLine.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { createDatabase, openTestServer, type TestServer } from '../testing/testServer.ts';
import { sendUpdate } from '../testing/updates.ts';

let line: DeafLine;
let server: TestServer;
beforeAll(async () => {
  line = await deafLine(await createDatabase());
  server = await openTestServer({}, line.url);
});
afterAll(async () => {
  await server.close();
  await line.close();
});

it('SWU-02 SEC-07 a version keeps its file when the answer to its commit was lost', async () => {
  const superAdmin = await aPerson(server, 'superAdmin', null);
  line.breakAfterCommitOf('insert into "softwareUpdates"');
  expect((await sendUpdate(server, superAdmin.token, { version: '7.7.7' })).status).toBe(503);
  expect(line.broken()).toBe(1);
  const [row] = await server.ownerQuery<{ storedAs: string }>('select "storedAs" from "softwareUpdates"');
  const names: string[] = [];
  for await (const page of server.services.storage.list('updates')) names.push(...page.map(({ name }) => name));
  expect(names).toEqual([row?.storedAs]);
});

it('IMG-06 SEC-07 a picture keeps its files when the answer to its commit was lost', async () => {
  const person = await aPerson(server, 'clientAdmin', await anOrganisation(server));
  const imageBase64 = await asBase64(aPicture(300).jpeg());
  line.breakAfterCommitOf('insert into "pictures"');
  (await person.post('/image/update', { imageBase64 })).expect(503);
  expect(line.broken()).toBe(2);
  const { imageUrl } = (await person.get('/images/me')).body as { imageUrl: string };
  const answers = await Promise.all(
    imageSizes.map((size) => server.web.server.inject({ url: imageInSize(imageUrl, size) })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});
