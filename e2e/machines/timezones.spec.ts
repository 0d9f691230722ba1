import type { MachineView } from '@fournil/contract/machines/machine';
import type { StructureView } from '@fournil/contract/structures/structure';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor } from '../kit/api.ts';
import { expect, searchFor, test } from '../kit/fixtures.ts';

/** Names of their own for the records of this test, so that it can run beside others and be repeated. */
const mark = `UTC ${Date.now() % 1_000_000}`;

let admin: Api;
const ids: string[] = [];
let structureId = '';

test.beforeAll(async () => {
  admin = await apiFor('admin@levain.test');
  const structure = await admin.send('POST', '/structures', { name: `Site ${mark}` });
  structureId = (structure.body as StructureView).id;
  for (const number of [1, 2]) {
    const plate = { name: `Four ${mark} ${number}`, serialNumber: `FS-${Date.now()}-${number}` };
    const machine = { ...plate, pin: '1234', category: 'deck', structure: structureId };
    const { body } = await admin.send('POST', '/machines', machine);
    ids.push((body as MachineView).id);
    await admin.send('PUT', `/machines/${ids.at(-1)}`, { timezone: null });
  }
});
test.afterAll(async () => {
  for (const id of ids) await admin.send('DELETE', `/machines/${id}?deletePrograms=0`);
  await admin.send('DELETE', `/structures/${structureId}`);
});

const zonesOf = () =>
  Promise.all(ids.map(async (id) => ((await admin.get(`/machines/${id}`)) as MachineView).timezone));

test('MAC-09 HRS-01 machines that count as UTC are found from the list and given a timezone together, and inherit it once they have none of their own', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await page.getByRole('link', { name: /n’ont pas de fuseau horaire/ }).click();
  await expect(page.getByRole('button', { name: 'Retirer le filtre Fuseau horaire' })).toBeVisible();
  await searchFor(page, mark);
  await page.getByRole('checkbox', { name: /Sélectionner.*page/ }).check();
  await page.getByRole('button', { name: 'Fuseau horaire…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fuseau horaire de 2 machines' });
  await dialog.getByRole('combobox').selectOption('Asia/Tokyo');
  await expectAccessible(page, 'the choice of a timezone');
  await dialog.getByRole('button', { name: 'Définir pour 2 machines' }).click();
  await expect.poll(zonesOf).toEqual(['Asia/Tokyo', 'Asia/Tokyo']);

  await admin.send('PUT', `/structures/${structureId}`, { timezone: 'America/Lima' });
  await admin.send('PUT', `/machines/${ids[0]}`, { timezone: null });
  await page.goto(`/#/machines/${ids[0]}/show`);
  await expect(page.getByText(new RegExp(`^America/Lima, \\d\\d:\\d\\d, comme Site ${mark}$`))).toBeVisible();
  await page.goto(`/#/structures/${structureId}/show`);
  await expect(page.getByText(/^America\/Lima, \d\d:\d\d$/)).toBeVisible();
  await expectAccessible(page, 'a structure with a timezone');
});
