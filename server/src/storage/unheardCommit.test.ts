import { imageInSize, imageSizes } from '@fournil/contract/images/images';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOrganisation, aPerson } from '../testing/builders.ts';
import { type DeafLine, deafLine } from '../testing/deafLine.ts';
import { createDatabase, openHouse, type TestHouse } from '../testing/openHouse.ts';
import { aPicture, asBase64 } from '../testing/pictures.ts';
import { sendUpdate } from '../testing/updates.ts';

let line: DeafLine;
let house: TestHouse;
beforeAll(async () => {
  line = await deafLine(await createDatabase());
  house = await openHouse({}, line.url);
});
afterAll(async () => {
  await house.close();
  await line.close();
});

it('SWU-02 SEC-07 a version keeps its file when the answer to its commit was lost', async () => {
  const superAdmin = await aPerson(house, 'superAdmin', null);
  line.breakAfterCommitOf('insert into "softwareUpdates"');
  expect((await sendUpdate(house, superAdmin.token, { version: '7.7.7' })).status).toBe(503);
  expect(line.broken()).toBe(1);
  const [row] = await house.ownerQuery<{ storedAs: string }>('select "storedAs" from "softwareUpdates"');
  const names: string[] = [];
  for await (const page of house.house.storage.list('updates')) names.push(...page.map(({ name }) => name));
  expect(names).toEqual([row?.storedAs]);
});

it('IMG-06 SEC-07 a picture keeps its files when the answer to its commit was lost', async () => {
  const person = await aPerson(house, 'clientAdmin', await anOrganisation(house));
  const imageBase64 = await asBase64(aPicture(300).jpeg());
  line.breakAfterCommitOf('insert into "pictures"');
  (await person.post('/image/update', { imageBase64 })).expect(503);
  expect(line.broken()).toBe(2);
  const { imageUrl } = (await person.get('/images/me')).body as { imageUrl: string };
  const answers = await Promise.all(
    imageSizes.map((size) => house.web.server.inject({ url: imageInSize(imageUrl, size) })),
  );
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
});
