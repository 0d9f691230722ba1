import { expect, test } from '../kit/fixtures.ts';

// Only a browser applies the content security policy under which the page's library has to work.
test('INT-03 the page of the API shows its calls, and sends one in the name of the person who is signed in', async ({
  openAs,
}) => {
  const page = await openAs('admin@epi.test', { at: '/' });
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  page.on('console', (line) => line.type() === 'error' && broken.push(line.text()));
  await page.goto('/api/docs');
  await page.getByRole('heading', { name: /^Tags/ }).click();
  await page.locator('#operations-Tags-listTags .opblock-summary-control').click();
  await expect(page.getByText('For client admins, and users with')).toBeVisible();
  await page.getByRole('button', { name: 'Execute' }).click();
  const answer = page.locator('.live-responses-table');
  await expect(answer).toContainText('200');
  await expect(answer).toContainText('hydra:Collection');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(broken).toEqual([]);
});
