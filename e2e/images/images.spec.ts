import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ProgramImageView } from '@fournil/contract/images/images';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, go, pickLanguage, settled, test } from '../kit/fixtures.ts';

const maker = 'super@fournil.test';
const mark = `${Date.now() % 1_000_000}`;
const file = (path: string) => fileURLToPath(new URL(`../../server/src/${path}`, import.meta.url));
const pizza = file('demo/pictures/programs/pizza.png');
const kouglof = file('demo/pictures/programs/kouglof.png');
const noPicture = file('images/index.ts');
const heic = file('images/fixtures/halves.heic');

/** Simulates a drop over the page. */
async function drop(zone: Locator, path: string, name: string, type: string): Promise<void> {
  const base64 = readFileSync(path).toString('base64');
  const dataTransfer = await zone.page().evaluateHandle(
    async ([content, fileName, fileType]) => {
      const bytes = Uint8Array.from(atob(content ?? ''), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName ?? '', { type: fileType ?? '' }));
      return transfer;
    },
    [base64, name, type],
  );
  await zone.dispatchEvent('drop', { dataTransfer });
}

async function choose(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a picture' }).click();
  await (await chooser).setFiles(path);
}

/** The sides of the largest file at an address, as a browser decodes it. */
async function sideOf(page: Page, imageUrl: string): Promise<number> {
  return page.evaluate(
    async (url) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      return image.naturalWidth;
    },
    imageUrl.replace('-320.jpg', '-full.jpg'),
  );
}

const square = (page: Page) => page.getByRole('dialog', { name: 'Crop the picture to a square' });
const thisPart = (page: Page) => square(page).getByRole('button', { name: 'Use this part' });

/** Waits until the dialog has closed, because it captures the keyboard. */
async function useIt(page: Page): Promise<void> {
  await thisPart(page).click();
  await expect(square(page)).toHaveCount(0);
}

test('IMG-01, IMG-04 a picture is dropped, cropped by keyboard, replaced and deleted, and the confirmation names the programs that lose it', async ({
  openAs,
}) => {
  const api = await apiFor(maker);
  const found = async (name: string) =>
    membersOf<ProgramImageView>(await api.get(`/images/fournil?q=${encodeURIComponent(name)}`))[0];
  const page = await openAs(maker, { at: '/images-fournil' });
  await settled(page);
  const listed = page
    .getByRole('main')
    .locator('li', { has: page.locator('img') })
    .first();
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width;
  expect(await widthOf(listed.locator('img')), 'a picture is as wide as its cell').toBe(await widthOf(listed));
  await page.getByRole('link', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Add to the library' }).click();
  await expect(page.getByText('Choose a picture first.')).toBeVisible();
  await expect(page.getByText('Required')).toBeVisible();

  const zone = page.locator('.drop-zone');
  await drop(zone, noPicture, 'renamed.png', 'image/png');
  await expect(page.getByText('Only GIF, PNG, JPEG and HEIC pictures are accepted')).toBeVisible();
  // As scanners name pictures.
  await drop(zone, pizza, 'scan', '');
  const dialog = square(page);
  await expect(thisPart(page)).toBeEnabled();
  await expectAccessible(page, 'the square', ['light']);
  await dialog.getByRole('slider', { name: 'Zoom' }).focus();
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('application').focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('ArrowLeft');
  await useIt(page);
  await page.getByLabel('Name').fill(`Slice ${mark}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The picture is saved.')).toBeVisible();
  const added = await found(`Slice ${mark}`);
  const side = await sideOf(page, added?.imageUrl ?? '');
  expect(side).toBeGreaterThanOrEqual(256);
  expect(side).toBeLessThan(512);

  const admin = await apiFor('admin@epi.test');
  const [program] = membersOf<ProgramView>(await admin.get('/programs?itemsPerPage=1&order[name]=asc'));
  expect((await admin.send('PUT', `/programs/${program?.id}`, { avatar: added?.avatar })).status).toBe(200);
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('searchbox').fill(mark);
  await expect(page.locator('.images li')).toHaveCount(1);
  await expect(page.locator('.images li')).toContainText('1 program in 1 organisation');
  await page.getByRole('button', { name: `Edit Slice ${mark}` }).click();
  await choose(page, kouglof);
  await useIt(page);
  await page.getByRole('dialog').getByLabel('Name').fill(`Cake ${mark}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Cake ${mark}`)).toBeVisible();
  const replaced = await found(`Cake ${mark}`);
  expect(replaced?.imageUrl).not.toBe(added?.imageUrl);
  expect(await sideOf(page, replaced?.imageUrl ?? '')).toBe(512);

  await page.getByRole('button', { name: `Delete Cake ${mark}` }).click();
  await expect(page.getByRole('dialog')).toContainText(
    '1 program in 1 organisation. It will show its heat curve again.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No picture with this name')).toBeVisible();
  expect((await admin.get(`/programs/${program?.id}`)) as ProgramView).toMatchObject({ avatar: null, imageUrl: null });
  await admin.send('PUT', `/programs/${program?.id}`, { avatar: program?.avatar });
});

test('IMG-02, IMG-03 a machine’s picture is made from a phone’s HEIC file, and its code cannot be changed', async ({
  openAs,
}) => {
  const api = await apiFor(maker);
  await api.send('DELETE', '/images/machines', { machineCode: 'brise-5' });
  const page = await openAs(maker, { at: '/images-machines/add' });
  await settled(page);
  await choose(page, heic);
  await useIt(page);
  await page.getByLabel('Machine code').fill('brise-5');
  await page.getByLabel('Description').fill('Small convection oven');
  await page.getByRole('button', { name: 'Add to the library' }).click();
  await expect(page.getByText('The picture is saved.')).toBeVisible();
  await go(page, '/images-machines');
  await page.getByRole('link', { name: 'Edit brise-5' }).click();
  await expect(page.getByLabel('Machine code')).toBeDisabled();
  await expect(page.getByText('300 × 300 pixels')).toBeVisible();
  await choose(page, pizza);
  await useIt(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The picture is replaced.')).toBeVisible();
  await expect(page.getByText('512 × 512 pixels')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('brise-5 is deleted.')).toBeVisible();
  await go(page, '/images-machines/brise-5');
  await expect(page.getByText('Error, we cannot retrieve this image metadata')).toBeVisible();
  expect((await api.send('GET', '/images/machines/metadata/brise-5')).status).toBe(404);
});

test('PRG-02 a client admin chooses a picture for a program, and the list shows it', async ({ openAs }) => {
  const username = 'admin@epi.test';
  const admin = await apiFor(username);
  const [program] = membersOf<ProgramView>(await admin.get('/programs?itemsPerPage=1&order[name]=desc'));
  const page = await openAs(username, { at: `/programs/${program?.id}` });
  await settled(page);
  await page.getByRole('radio', { name: 'Kouglof' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.program__head img')).toBeVisible();
  const saved = (await admin.get(`/programs/${program?.id}`)) as ProgramView;
  expect(saved).toMatchObject({ revision: program?.revision, approved: program?.approved });
  await go(page, '/programs');
  await expect(page.locator(`img[src="${saved.imageUrl?.replace('-320', '-96')}"]`).first()).toBeVisible();
  await admin.send('PUT', `/programs/${program?.id}`, { avatar: program?.avatar });
});

test('PRO-05 a person’s picture is uploaded on the profile, shown in the top bar, and deleted', async ({ openAs }) => {
  const page = await openAs('admin@epi.test', { at: '/profile', expected: /Failed to fetch|ERR_FAILED/ });
  await settled(page);
  await choose(page, kouglof);
  // A failed upload keeps the chosen part, with the reason, until it is sent again.
  await page.route('**/api/image/update', (route) => route.abort(), { times: 1 });
  await thisPart(page).click();
  await expect(square(page).getByText('Server Error')).toBeVisible();
  await useIt(page);
  await expect(page.getByText('The picture is saved.')).toBeVisible();
  await expect(page.locator('.top-bar__person img')).toBeVisible();
  await expectAccessible(page, 'the profile with a picture', ['dark']);
  await page.getByRole('button', { name: 'Delete the picture' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the picture' }).click();
  await expect(page.locator('.top-bar__person img')).toHaveCount(0);
});

test('IMG-05 a person who does not manage the library is redirected', async ({ openAs }) => {
  const technician = await openAs('tech@fournil.test', { at: '/manage-images' });
  await expect(technician).toHaveURL(/#\/select-user$/);
  await go(technician, '/images-fournil');
  await expect(technician).toHaveURL(/#\/not-granted$/);
  const page = await openAs(maker, { at: '/manage-images' });
  await expect(page).toHaveURL(/#\/images-fournil$/);
});

test('GEN-06 the image libraries fit a phone in French, in both themes', async ({ openAs }) => {
  const page = await openAs(maker, { viewport: { width: 360, height: 740 } });
  await settled(page);
  await pickLanguage(page, 'Français');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  for (const at of ['/images-fournil', '/images-fournil/add', '/images-machines', '/images-machines/deck']) {
    await go(page, at);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(360);
    await expectAccessible(page, at);
  }
  await pickLanguage(page, 'English');
});
