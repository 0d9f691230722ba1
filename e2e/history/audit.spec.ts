import type { TagView } from '@fournil/contract/tags/tag';
import { apiFor } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

const mark = `${Date.now() % 1_000_000}`;
const username = 'admin@epi.test';

// One journey for both pages, because a deletion on one page has to appear on two others, and be restorable there.
test('AUD-01 AUD-03 what a person deletes is in the recycle bin and in the record of all activity, and can be restored', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const tag = (await admin.send('POST', '/tags', { name: `Market ${mark}` })).body as TagView;
  const page = await openAs(username, { at: `/tags/${tag.id}/show` });
  await settled(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('It can be restored from the recycle bin for 30 days.');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/#\/tags$/);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Recycle bin' }).click();
  const row = page.getByRole('row').filter({ hasText: `Market ${mark}` });
  await expect(row).toContainText('Tag');
  await row.getByRole('button', { name: `Restore Market ${mark}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Market ${mark}` })).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'All activity' }).click();
  await page.getByLabel('Search by name').fill(`Market ${mark}`);
  await expect(page).toHaveURL(/q=Market/);
  const lines = page.locator('.history > li');
  await expect(lines).toHaveCount(3);
  await expect(lines.first()).toContainText(`restored Market ${mark}`);
  await page.getByLabel('Kind of event').selectOption('deletion');
  await expect(lines).toHaveCount(1);
  // The address contains the chosen filter.
  await page.reload();
  await expect(lines).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(page).toHaveURL(/#\/all-activity$/);
});

test('AUD-01 a user has no page of all activity, and sees in their own activity where each call came from', async ({
  openAs,
}) => {
  const page = await openAs('user@levain.test', { at: '/all-activity' });
  await expect(page).toHaveURL(/not-granted/);
  await go(page, '/activity');
  await expect(page.locator('.history > li').first()).toBeVisible();
});
