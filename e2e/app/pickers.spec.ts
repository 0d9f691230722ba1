import { structureLimits } from '@fournil/contract/structures/structureLimits';
import type { Page } from '@playwright/test';
import { queryEmbedded } from '../../server/src/testing/queryEmbedded.ts';
import { type Api, apiWith, call } from '../kit/api.ts';
import { expect, go, settled, signIn, test } from '../kit/fixtures.ts';
import { runningProduct } from '../kit/product.ts';
import { ownPassword, registered } from '../kit/registered.ts';

/** More structures than one call returns, and one below the last of them. Inserted directly into the database. */
async function manyStructures(admin: Api, email: string): Promise<void> {
  await queryEmbedded(
    runningProduct().dataDir,
    `insert into structures (id, "organisationId", name)
     select gen_random_uuid(), "organisationId", 'Shop ' || n
     from users, generate_series(1, ${structureLimits.pickListSize}) n where email = '${email}'`,
  );
  const { body } = await admin.send('POST', '/structures', { name: 'Zone' });
  await admin.send('POST', '/structures', { name: 'Zouave', parent: (body as { id: string }).id });
}

/** In a form field: found by the server, shown with its path. */
async function chooseInField(page: Page, label: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.click();
  await expect(page.getByText('2 more: keep typing')).toBeVisible();
  await field.fill('zoua');
  await page.getByRole('option', { name: 'Zouave Zone' }).click();
  await expect(field).toHaveValue('Zone / Zouave');
}

/** In a dialog. */
async function chooseInDialog(page: Page, submit: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 more: keep typing')).toBeVisible();
  await dialog.getByRole('searchbox').fill('zoua');
  await dialog.getByLabel('Zouave Zone').check();
  await dialog.getByRole('button', { name: submit }).click();
  await expect(dialog.getByLabel('Zouave Zone')).toBeHidden();
}

async function filter(page: Page, at: string): Promise<void> {
  await go(page, at);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Structure' }).click();
  await chooseInDialog(page, 'Show only these');
  await expect(page.locator('.chip').filter({ hasText: 'Zouave' })).toBeVisible();
}

test('STR-05 every picker of structures finds one beyond the first 500, with its path', async ({ visit }) => {
  const email = await registered('pickers', 'EN');
  const { body } = await call('POST', '/login', { body: { username: email, password: ownPassword } });
  const admin = apiWith((body as { token: string }).token);
  await manyStructures(admin, email);
  const machine = { name: 'Oven', serialNumber: `PICK-${Date.now()}`, pin: '1234', category: 'deck' };
  expect((await admin.send('POST', '/machines', machine)).status).toBe(201);
  const page = await visit({ at: '/login' });
  await signIn(page, email, ownPassword);

  await go(page, '/machines/create');
  await chooseInField(page, 'Structure');
  await go(page, '/structures/create');
  await page.getByRole('button', { name: 'Leave' }).click();
  await settled(page);
  await chooseInField(page, 'Parent structure');
  await go(page, '/all-activity');
  await page.getByRole('button', { name: 'Leave' }).click();
  await settled(page);
  await chooseInField(page, 'Structure');

  for (const at of ['/machines', '/programs', '/users']) await filter(page, at);

  await go(page, '/machines?filter={}');
  await page.getByRole('checkbox', { name: 'Select Oven' }).check();
  await page.getByRole('button', { name: 'Move to a structure…' }).click();
  await chooseInDialog(page, 'Move to this structure');
  await expect(page.getByText('Structure: Zouave')).toBeVisible();

  await go(page, '/users/create');
  await page.getByRole('button', { name: 'Choose structures…' }).click();
  await chooseInDialog(page, 'Choose 1 structure');
  await expect(page.locator('.chip').filter({ hasText: 'Zouave' })).toBeVisible();
});

test('MAC-01 at 1280 px the names of a machine’s first three programs are readable in full', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { viewport: { width: 1280, height: 800 }, at: '/machines' });
  await settled(page);
  const names = page.locator('.programs__names');
  await expect(names.filter({ has: page.locator('span:nth-of-type(3)') }).first()).toBeVisible();
  const cut = await names.evaluateAll((all) =>
    all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent),
  );
  expect(cut).toEqual([]);
});
