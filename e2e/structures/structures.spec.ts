import type { MachineView } from '@fournil/contract/machines/machine';
import type { StructureDetail, StructureView } from '@fournil/contract/structures/structure';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, expectToFit, go, searchFor, settled, test } from '../kit/fixtures.ts';

/** Names of their own for the records of these tests, so that they can run beside others and be repeated. */
const mark = `${Date.now() % 1_000_000}`;
const username = 'admin@epi.test';

/** The roots of the trees that a test creates; deleted after it, also when it failed. */
const tops: string[] = [];

async function aStructure(admin: Api, name: string, parent: string | null = null): Promise<string> {
  const { body } = await admin.send('POST', '/structures', { name: `${name} ${mark}`, parent });
  const { id } = body as StructureView;
  if (!parent) tops.push(id);
  return id;
}

test.afterEach(async () => {
  const admin = await apiFor(username);
  for (const id of tops.splice(0)) await admin.send('DELETE', `/structures/${id}?children=delete&machines=unassign`);
});

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: `${name} ${mark}` }) });
const levelOf = (page: Page, name: string) => row(page, name).getAttribute('aria-level');

test('STR-01 the tree opens by mouse and keyboard, indents 30 px a level, keeps its open branches, and is searched on every level', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const region = await aStructure(admin, 'Region');
  const town = await aStructure(admin, 'Town', region);
  await aStructure(admin, 'Shop', town);
  const page = await openAs(username, { at: '/structures' });
  await settled(page);
  const top = row(page, 'Region');
  await expect(top).toHaveAttribute('aria-expanded', 'false');
  await expect(row(page, 'Town')).toHaveCount(0);
  await page.getByRole('button', { name: `Open Region ${mark}` }).click();
  await expect(row(page, 'Town')).toBeVisible();
  expect(await levelOf(page, 'Town')).toBe('2');
  const left = async (name: string) =>
    (await page.getByRole('link', { name: `${name} ${mark}` }).boundingBox())?.x ?? 0;
  expect(Math.round((await left('Town')) - (await left('Region')))).toBe(30);

  await row(page, 'Town').focus();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'Shop')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'Shop')).toBeFocused();
  await page.keyboard.press(' ');
  await expect(page.getByRole('checkbox', { name: `Select Shop ${mark}` })).toBeChecked();
  await page.keyboard.press(' ');
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'Town')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(top).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, 'Town')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.getByRole('row').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.locator('tr[data-structure]').first()).toBeFocused();
  await top.focus();
  await page.keyboard.press('ArrowRight');
  await expect(row(page, 'Shop')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Region ${mark}` })).toBeVisible();
  await page.goBack();
  await expect(row(page, 'Shop')).toBeVisible();

  await page.getByRole('searchbox').fill(`shop ${mark}`);
  await expect(row(page, 'Shop')).toContainText(`Region ${mark} / Town ${mark}`);
  await expect(page.locator('tr[data-structure]')).toHaveCount(1);
});

test('STR-02 STR-03 STR-05 a structure is created, shown and moved, and cannot be moved below itself', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const region = await aStructure(admin, 'Coast');
  await aStructure(admin, 'Island');
  const page = await openAs(username, { at: '/structures/create' });
  await settled(page);
  await page.getByRole('button', { name: 'Create a structure' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByLabel('Name').fill(`Harbour ${mark}`);
  await pick(page, 'Parent structure', `Coast ${mark}`);
  await page.getByRole('button', { name: 'Create a structure' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Harbour ${mark}` })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Place in the tree' })).toContainText(`Coast ${mark}`);
  for (const none of ['No sub-structure.', 'No machine.', /No user is assigned to it/])
    await expect(page.getByText(none)).toBeVisible();

  await page.getByRole('link', { name: `Coast ${mark}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Coast ${mark}` })).toBeVisible();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  const parent = page.getByRole('combobox', { name: 'Parent structure' });
  await parent.fill(mark);
  await expect(page.getByRole('option')).toHaveText([`Island ${mark}`]);
  await expect(page.getByRole('option', { name: `Harbour ${mark}` })).toHaveCount(0);
  await expect(page.getByRole('option', { name: `Coast ${mark}` })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByLabel('Name').fill(`Shore ${mark}`);

  // Somebody else saves first: nothing is overwritten without a notice (API-06).
  await admin.send('PUT', `/structures/${region}`, { name: `Beach ${mark}` });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this');
  await page.getByRole('button', { name: 'Overwrite it with mine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Shore ${mark}` })).toBeVisible();
  expect((await admin.get(`/structures/${region}`)) as StructureDetail).toMatchObject({
    name: `Shore ${mark}`,
    parent: null,
  });
});

test('STR-04 STR-06 machines are assigned to a structure, and its deletion asks where they go', async ({ openAs }) => {
  const admin = await apiFor(username);
  const quay = await aStructure(admin, 'Quay');
  await aStructure(admin, 'Pier', quay);
  const [machine] = membersOf<MachineView>(await admin.get('/machines?itemsPerPage=1&order[name]=asc'));
  const before = machine?.structure ?? null;
  const page = await openAs(username, { at: `/structures/${quay}/show` });
  await settled(page);
  await page.getByRole('button', { name: 'Add machines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(machine?.name ?? '');
  await dialog
    .getByRole('checkbox', { name: machine?.name ?? '' })
    .first()
    .check();
  await dialog.getByRole('button', { name: 'Add 1 machine' }).click();
  await expect(page.locator('.notice')).toContainText('1 machine is in this structure now.');
  await expect(page.getByRole('link', { name: machine?.name ?? '' }).first()).toBeVisible();
  await expect(page.locator('.history')).toContainText(`assigned ${machine?.name} to Quay ${mark}`);

  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('It has 1 sub-structure. What becomes of it?');
  await expect(dialog).toContainText('1 machine is in it. Where does it go?');
  await dialog.getByRole('radio', { name: /Delete too, 1 in all/ }).check();
  await dialog.getByRole('radio', { name: 'To no structure' }).check();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('.notice').filter({ hasText: '1 structure is deleted.' })).toBeVisible();
  await page.getByRole('searchbox').fill(mark);
  await expect(row(page, 'Quay')).toHaveCount(0);
  await expect(row(page, 'Pier')).toHaveCount(0);
  expect((await admin.get(`/machines/${machine?.id}`)) as MachineView).toMatchObject({ structure: null });
  await admin.send('PUT', `/machines/${machine?.id}`, { structure: before });
});

test('STR-01 BLK-01 all structures that a search finds are selected, on whatever level, and counted', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const valley = await aStructure(admin, 'Valley');
  const mill = await aStructure(admin, 'Mill', valley);
  const others = await Promise.all(Array.from({ length: 11 }, (_, index) => aStructure(admin, `Mill ${index}`, mill)));
  const page = await openAs(username, { at: '/structures' });
  await settled(page);
  const bar = page.getByRole('region', { name: 'Selected structures' });
  await page.getByRole('checkbox', { name: `Select Valley ${mark}` }).check();
  const totals = Number(/\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0]);
  await expect(bar).toContainText(`1 of ${totals} selected`);
  await bar.getByRole('button', { name: `Select all ${totals}` }).click();
  await expect(bar).toContainText(`${totals} of ${totals} selected`);

  await searchFor(page, 'mill');
  await expect(bar).toHaveCount(0);
  await page.getByRole('checkbox', { name: `Select Mill ${mark}` }).check();
  await bar.getByRole('button', { name: `Select all ${others.length + 1}` }).click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: `Delete ${others.length + 1}` }).click();
  await expect(page.getByRole('region', { name: 'Actions in progress' })).toContainText(`${others.length + 1} deleted`);
  expect((await admin.send('GET', `/structures/${mill}`)).status).toBe(404);
  expect((await admin.send('GET', `/structures/${valley}`)).status).toBe(200);
});

/** A journey, because only a browser has fields for times, and shows whether they fit on a phone. */
test('HRS-01 the hours of a shop are set on a phone, and shown with those of the structure above', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const chain = await aStructure(admin, 'Chain');
  const shop = await aStructure(admin, 'Shop', chain);
  await admin.send('PUT', `/structures/${chain}`, { hours: { holidays: { country: 'FR' } } });
  const page = await openAs(username, { at: `/structures/${shop}/show`, viewport: { width: 360, height: 780 } });
  await settled(page);
  await page.getByRole('link', { name: 'Set hours' }).click();
  await page.getByRole('group', { name: 'Week' }).getByRole('radio', { name: 'Own hours' }).check();
  await page.getByLabel('Start, Monday').fill('04:30');
  await page.getByRole('button', { name: 'Copy the hours of Monday to the days below' }).click();
  await page.getByRole('button', { name: 'Remove these hours of Sunday' }).click();
  await page.getByRole('button', { name: 'Add dates' }).click();
  await page.getByLabel('Name').fill('Stocktaking');
  await expectToFit(page);
  await expectAccessible(page, 'opening hours, edited', ['light', 'dark']);
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page).toHaveURL(/\/show$/);
  const part = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Opening hours' }) });
  await expect(part).toContainText('Monday to Saturday');
  await expect(part).toContainText('04:30–19:00');
  await expect(part).toContainText('Stocktaking');
  await expect(part).toContainText('Public holidays: France');
  await expectToFit(page);
  await expectAccessible(page, 'opening hours of a structure', ['light', 'dark']);
});

test('STR-02 a person who may neither create nor edit structures is redirected to ‘not granted’', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@levain.test');
  const [structure] = membersOf<StructureView>(await admin.get('/structures?q=Bellecour'));
  const page = await openAs('limited@levain.test', { at: '/structures/create' });
  await expect(page).toHaveURL(/#\/not-granted$/);
  await go(page, `/structures/${structure?.id}/show`);
  await expect(page.getByRole('heading', { level: 1, name: 'Lyon Bellecour' })).toBeVisible();
  // The names of structures above are hidden from this user.
  await expect(page.getByRole('navigation', { name: 'Place dans l’arborescence' })).not.toContainText('Lyon');
  await expect(page.getByRole('button', { name: 'Supprimer' })).toHaveCount(0);
});

async function pick(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(option);
  await page.getByRole('option', { name: option }).click();
}
