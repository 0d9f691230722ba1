import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, go, searchFor, settled, test } from '../kit/fixtures.ts';

/** BLK: actions on many rows, with preview, progress, reasons and undo. */
const plates = [1, 2, 3].map((number) => ({ name: `Four groupé ${number}`, serialNumber: `FS-BULK-${number}` }));

let admin: Api;
const ids: string[] = [];

test.beforeAll(async () => {
  admin = await apiFor('admin@levain.test');
  for (const plate of plates) {
    const { body } = await admin.send('POST', '/machines', { ...plate, pin: '1234', category: 'deck' });
    ids.push((body as MachineView).id);
  }
});
test.afterAll(async () => {
  for (const id of ids) await admin.send('DELETE', `/machines/${id}?deletePrograms=0`);
});

const runs = (page: Page) => page.getByRole('region', { name: 'Actions en cours' });
const machine = async (index: number) => (await admin.get(`/machines/${ids[index]}`)) as MachineView;

test('BLK-01 BLK-02 STR-04 several machines are ticked while no row moves, and assigned to a structure; one click undoes it', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await searchFor(page, 'Four groupé');
  const rows = plates.map(({ name }) => page.getByRole('checkbox', { name: `Sélectionner ${name}` }));
  const places = () => Promise.all(rows.map(async (row) => (await row.boundingBox())?.y));
  const before = await places();
  for (const row of rows) await row.check();
  await expect(page.getByText('3 sur 3 dans la sélection')).toBeVisible();
  expect(await places()).toEqual(before);

  await page.getByRole('button', { name: 'Modifier' }).click({ force: true });
  await expect(page.getByText('Cette action porte sur une ligne à la fois').first()).toBeVisible();
  expect(page.url()).toContain('/machines?');

  await page.getByRole('button', { name: 'Placer dans une structure…' }).click();
  await page.getByRole('radio', { name: 'Dijon' }).check();
  await page.getByRole('button', { name: 'Placer dans cette structure' }).click();
  await expect(runs(page)).toContainText('3 modifications');
  expect((await machine(2)).structureName).toBe('Dijon');
  await runs(page).getByRole('button', { name: 'Annuler' }).click();
  await expect(runs(page)).toContainText('Annulation : Structure : Dijon');
  await expect.poll(async () => (await machine(2)).structureName).toBe(null);
});

test('BLK-03 rows that cannot be changed are named with their reason in the preview and stay selected', async ({
  openAs,
}) => {
  const known = membersOf<MachineView>(await admin.get(`/machines?q=${encodeURIComponent('Four à sole – Dijon')}`))[0];
  await admin.send('PUT', `/machines/${known?.id}`, { approved: true });
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await searchFor(page, 'four');
  const paired = page.getByRole('row').filter({ hasText: 'Four à sole – Dijon' }).getByRole('checkbox');
  await paired.check();
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 1' }).check();
  await page.getByRole('button', { name: 'Retirer l’approbation' }).click();
  await expect(runs(page)).toContainText('1 modification · 1 déjà dans cet état');
  await expect(page.getByText('dans la sélection', { exact: false })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 1' }).check();
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' }).check();
  await paired.check();
  await page.getByRole('button', { name: 'Approuver', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 changera');
  await expect(dialog).toContainText('Four groupé 1Pas encore appairée');
  await dialog.getByRole('button', { name: 'En modifier 1' }).click();
  await expect(runs(page)).toContainText('2 impossibles, toujours dans la sélection');
  await expect(page.getByText(/^2 sur \d+ dans la sélection$/)).toBeVisible();
});

test('BLK-01 BLK-03 rows that a search hides are not changed', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await searchFor(page, 'Four groupé');
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' }).check();
  await page.locator('.machine-table .sort').first().click();
  await settled(page);
  await expect(page.getByText('1 sur 3 dans la sélection')).toBeVisible();
  await searchFor(page, 'rotatif');
  await expect(page.locator('.bulk-bar')).toHaveCount(0);
  await searchFor(page, 'Four groupé');
  await expect(page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' })).not.toBeChecked();
  // Ticked here, and restored by a link with other filters.
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' }).check();
  await go(page, '/tags');
  await go(page, `/machines?filter=${encodeURIComponent(JSON.stringify({ q: 'rotatif' }))}`);
  await expect(page.locator('.bulk-bar')).toHaveCount(0);
});

test('BLK-01 the selected rows of one tab are not selected in another', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await searchFor(page, 'Four groupé');
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' }).check();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const row = other.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' });
  await expect(row).not.toBeChecked();
  await other.getByRole('checkbox', { name: 'Sélectionner Four groupé 1' }).check();
  await expect(page.getByText('1 sur 3 dans la sélection')).toBeVisible();
  // Kept within the tab, also after visiting another page.
  await go(page, '/tags');
  await page.goBack();
  await expect(page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' })).toBeChecked();
});

test('BLK-03 choosing all matching rows always shows a preview first, also when everything could be undone', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await searchFor(page, 'Four groupé');
  await page.getByRole('checkbox', { name: 'Sélectionner Four groupé 2' }).check();
  await page.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await page.getByRole('button', { name: 'Mettre hors service' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'En modifier 3' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(runs(page).locator('.bulk-run')).toHaveCount(0);
});

test('MAC-01 GEN-06 on a phone a machine’s card names what needs attention and offers it, and lists its programs', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines', viewport: { width: 360, height: 800 } });
  const cards = page.locator('.machine-cards');
  const full = membersOf<MachineView>(await admin.get('/machines?itemsPerPage=60')).find(
    ({ programCount }) => programCount > 3,
  );
  await searchFor(page, full?.name ?? '');
  const names = full?.programs.map(({ name }) => name).join(' · ') ?? '';
  await expect(cards.locator('li').first()).toContainText(names);
  await expect(cards.locator('li').first()).toContainText(`+${(full?.programCount ?? 0) - 3}`);

  await searchFor(page, 'Four groupé 3');
  await expect(cards).toContainText('Non appairée');
  await cards.getByRole('button', { name: 'Connecter Four groupé 3' }).click();
  await expect(page).toHaveURL(new RegExp(`/machines/${ids[2]}/show$`));
});

test('BLK-01 GEN-06 on a phone all rows that match the filter are selected, previewed and deleted', async ({
  openAs,
}) => {
  const made: string[] = [];
  for (const { id } of membersOf<ProgramView>(await admin.get('/programs?q=Essai')))
    await admin.send('DELETE', `/programs/${id}`);
  const { phaseGroups } = membersOf<ProgramView>(await admin.get('/programs?category=deck&itemsPerPage=1'))[0] ?? {
    phaseGroups: [],
  };
  for (const number of [1, 2, 3]) {
    const { body } = await admin.send('POST', '/programs', {
      name: `Essai groupé ${number}`,
      category: 'deck',
      phaseGroups,
    });
    made.push((body as ProgramView).id);
  }
  const page = await openAs('admin@levain.test', { at: '/programs', viewport: { width: 360, height: 800 } });
  await searchFor(page, 'Essai groupé');
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await page.getByRole('checkbox', { name: 'Sélectionner Essai groupé 2' }).check();
  const edit = page.locator('.bulk-bar').getByRole('button', { name: 'Modifier' });
  await expect(edit).toBeInViewport({ ratio: 1 });
  expect((await edit.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await expectAccessible(page, 'bulk bar on a phone', ['light']);
  await page.getByRole('button', { name: 'Tout sélectionner (3)' }).click();
  await page.getByRole('button', { name: 'Supprimer…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3 suppressions prévues');
  await expect(dialog).toContainText('La restauration reste possible depuis la corbeille pendant 30 jours.');
  await dialog.getByRole('button', { name: 'En supprimer 3' }).click();
  await expect(runs(page)).toContainText('3 suppressions');
  for (const id of made) expect((await admin.send('GET', `/programs/${id}`)).status).toBe(404);
  await go(page, '/machines');
});
