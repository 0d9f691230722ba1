import { readFile } from 'node:fs/promises';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor, atOven } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';
import { calm, machinesOf, type Pick } from '../kit/fleet.ts';

let admin: Api;
let chosen: Pick;

test.beforeAll(async () => {
  admin = await apiFor('admin@levain.test');
  const [first] = await machinesOf(admin, 'deck');
  if (!first) throw new Error('The demonstration has no deck oven.');
  chosen = first;
  await calm(admin, chosen);
});

const setting = (page: Page, param: string) => page.locator(`[data-param="${param}"]`);

test.afterAll(async () => {
  // Other journeys expect French.
  await (await apiFor('admin@levain.test')).send('PUT', '/profile', { countryCode: 'FR' });
});

test('MAC-07 support finds an oven by its serial number and changes its settings, and the oven accepts or refuses each change', async ({
  openAs,
}) => {
  const { machine } = chosen;
  const page = await openAs('super@fournil.test', { at: '/' });
  await settled(page);
  await page.getByLabel('Serial number, as on its plate').fill(machine.serialNumber);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('link', { name: new RegExp(machine.name) }).click();
  await expect(page.getByRole('heading', { name: `Settings of ${machine.name}` })).toBeVisible();
  await settled(page);

  // Confirmed by the oven.
  const brightness = setting(page, 'display.brightness');
  const before = Number(await brightness.getByRole('textbox').inputValue());
  const wanted = before === 42 ? 43 : 42;
  await brightness.getByRole('textbox').fill(String(wanted));
  await brightness.getByRole('button', { name: 'Send: Brightness' }).click();
  await expect(brightness).toContainText('Confirmed by the oven');
  await expect(brightness.getByRole('textbox')).toHaveValue(String(wanted));

  // Outside the limits that the oven reported: refused before it is sent.
  await brightness.getByRole('textbox').fill('101');
  await brightness.getByRole('textbox').press('Enter');
  await expect(brightness).toContainText('This value must be between 10 and 100');
  await brightness.getByRole('textbox').press('ArrowDown');
  await expect(brightness.getByRole('textbox')).toHaveValue('100');

  // Within the limits, but refused by the oven.
  const timezone = setting(page, 'clock.timezone');
  await timezone.getByRole('textbox').fill('Moon/Base');
  await timezone.getByRole('button', { name: /^Send/ }).click();
  await expect(timezone).toContainText('Refused by the oven: The oven does not know this timezone');
  await expectAccessible(page, 'settings, changed and refused');

  const changes = page.locator('.settings__history li');
  await expect(changes.first()).toContainText('Moon/Base');
  await expect(changes.nth(1)).toContainText(`${before} % → ${wanted} %`);
});

test('MAC-07 a change of a setting waits while the oven is away and reaches it when it reconnects', async ({
  openAs,
}) => {
  const { machine } = chosen;
  const page = await openAs('super@fournil.test', { at: `/machines/${machine.id}/settings` });
  await settled(page);
  await atOven(machine.serialNumber, 'link', { on: false });
  await expect(page.locator('.settings__notice')).toContainText('The oven is not connected', { timeout: 40_000 });
  const name = setting(page, 'display.name');
  await name.getByRole('textbox').fill(`Four ${Date.now() % 1000}`);
  await name.getByRole('button', { name: /^Send/ }).click();
  await expect(name).toContainText('Waiting for the oven since');
  await atOven(machine.serialNumber, 'link', { on: true });
  await expect(name).toContainText('Confirmed by the oven', { timeout: 40_000 });
});

test('MAC-07 a client admin reads the settings, and the page says who can change them', async ({ openAs }) => {
  await admin.send('PUT', '/profile', { countryCode: 'EN' });
  const page = await openAs('admin@levain.test', { at: `/machines/${chosen.machine.id}/show` });
  await settled(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.locator('.settings__notice')).toContainText('The maker’s staff can change them');
  await expect(setting(page, 'display.brightness')).toContainText(/Brightness\d+\s%/);
  await expect(page.locator('.setting').getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Send/ })).toHaveCount(0);
  const delegate = await openAs('limited@levain.test', { at: `/machines/${chosen.machine.id}/settings` });
  await expect(delegate).toHaveURL(/not-granted/);
});

test('MAC-08 MAC-03 usage data is downloaded as a file and shown as figures', async ({ openAs }) => {
  await admin.send('PUT', '/profile', { countryCode: 'EN' });
  const page = await openAs('admin@levain.test', { at: `/machines/${chosen.machine.id}/show/history` });
  await settled(page);
  const text = await extracted(page, 'Activities');
  const [head, ...lines] = text.split('\r\n');
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(head).toMatch(/^\ufeffMachine,Serial number,Date \([\w/]+\),/);
  expect(lines.length).toBeGreaterThan(20);
  expect(lines[0]).toContain(chosen.machine.serialNumber);
  await go(page, '/machines');
  const fleet = await extracted(page, 'Faults');
  expect(new Set(fleet.split('\r\n').map((line) => line.split(',')[1])).size).toBeGreaterThan(5);

  await go(page, `/machines/${chosen.machine.id}/show/stats`);
  const hours = page.getByRole('slider', { name: 'Hours by day' });
  await expect(hours).toHaveAttribute('aria-valuetext', /bakes?/);
  const today = await hours.getAttribute('aria-valuetext');
  await hours.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(hours).not.toHaveAttribute('aria-valuetext', String(today));
  await page.locator('summary', { hasText: 'As a table' }).first().click();
  await expect(page.locator('.stats__table tbody tr').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Programs by use' })).toBeVisible();
  await page.getByRole('button', { name: '365 days' }).click();
  // By weeks; the first may have a single day.
  await expect(
    page.locator('.stats__table tbody').getByRole('rowheader').filter({ hasText: ' to ' }).first(),
  ).toBeVisible();
  await expectAccessible(page, 'stats, as a table');
});

test('MAC-06 the confirmation of a deletion says how many programs it would delete', async ({ openAs }) => {
  await admin.send('PUT', '/profile', { countryCode: 'EN' });
  const page = await openAs('admin@levain.test', { at: `/machines/${chosen.machine.id}/show` });
  await settled(page);
  const { programs } = (await admin.get(`/machines/${chosen.machine.id}/deletion`)) as { programs: number };
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(
    programs === 1
      ? 'Delete the one that is on no other machine'
      : `Delete the ${programs} that are on no other machine`,
  );
  await expect(dialog.getByRole('radio').first()).toBeChecked();
  await expectAccessible(page, 'delete a machine');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const still = (await admin.get(`/machines/${chosen.machine.id}`)) as MachineView;
  expect(still.name).toBe(chosen.machine.name);
  await admin.send('PUT', '/profile', { countryCode: 'FR' });
});

/** The file that the dialog of this page downloads. */
async function extracted(page: Page, kind: 'Activities' | 'Faults'): Promise<string> {
  await page.getByRole('button', { name: 'Extract…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: kind }).check();
  await expectAccessible(page, 'extract', ['light']);
  const arriving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await expect(dialog).toBeHidden();
  return readFile(await file.path(), 'utf8');
}
