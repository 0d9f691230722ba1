import { createHash } from 'node:crypto';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import type { Page } from '@playwright/test';
import { type Api, apiFor, membersOf } from './api.ts';
import { expect, expectAccessible, go, settled, test } from './fixtures.ts';

const maker = 'super@fournil.test';
const minor = Date.now() % 1000;
const versionOf = (patch: number) => `9.${minor}.${patch}`;
const bytes = Buffer.alloc(5 * 1024 * 1024, 'oven');
const file = { name: 'oven.bin', mimeType: 'application/octet-stream', buffer: bytes };

async function findVersion(api: Api, version: string): Promise<SoftwareUpdateView | undefined> {
  return membersOf<SoftwareUpdateView>(await api.get(`/software_updates?q=${version}`)).find((update) => update.version === version);
}

async function choose(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(file);
}

test('SWU-02 a version is stored from the page: through a lost connection, with what is wrong under its field', async ({ openAs }) => {
  const page = await openAs(maker, { at: '/software-updates', expected: /Failed to fetch/ });
  await settled(page);
  await page.getByRole('link', { name: 'New version' }).click();
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('A file is required')).toBeVisible();
  await expect(page.getByText('Choose at least one model')).toBeVisible();
  await page.getByLabel('Version').fill('4.x');
  await page.getByRole('button', { name: 'All of them' }).click();
  await page.getByLabel('Description').fill('Steadier steam.');
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('Version should be valid')).toBeVisible();
  await expectAccessible(page, 'a version that is refused');

  let lost = 1;
  await page.route('**/api/software_updates/uploads/*?offset=2097152', (route) => (lost-- > 0 ? route.abort() : route.continue()));
  await choose(page);
  await expect(page.getByText('No connection. It goes on by itself')).toBeVisible();
  await expect(page.getByText('The whole file is here.')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(0));
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByRole('heading', { name: versionOf(0), level: 1 })).toBeVisible();
  await expect(page.getByText(createHash('sha256').update(bytes).digest('hex'))).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'a version');

  await go(page, '/software-updates/create');
  await choose(page);
  await expect(page.getByText('The whole file is here.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('oven.bin was begun: 100 % are here.')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(0));
  await page.getByRole('button', { name: 'All of them' }).click();
  await choose(page);
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('This is already taken')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(1));
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByRole('heading', { name: versionOf(1), level: 1 })).toBeVisible();
});

test('SWU-01, SWU-03 the list shows and filters; a description is edited and a version is revoked after a question', async ({ openAs }) => {
  const api = await apiFor(maker);
  const page = await openAs(maker, { at: '/software-updates' });
  await settled(page);
  await expect(page.getByRole('button', { name: 'With beta versions' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'With revoked versions' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'versions');
  await page.getByRole('link', { name: versionOf(1), exact: true }).click();
  await page.getByLabel('Description').fill('Withdrawn: fans stop.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke this version…' }).click();
  await expect(page.getByRole('dialog')).toContainText('This cannot be taken back.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('This version is revoked')).toBeVisible();
  expect(await findVersion(api, versionOf(1))).toMatchObject({ revoked: true, description: 'Withdrawn: fans stop.' });
  await go(page, '/software-updates');
  await page.getByRole('button', { name: 'With revoked versions' }).click();
  await expect(page.getByRole('link', { name: versionOf(1), exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: versionOf(0), exact: true })).toBeVisible();
});
