import type { Page } from '@playwright/test';
import { expect, go, test } from '../kit/fixtures.ts';

test('GEN-05 GEN-09 GEN-10 unknown addresses say ‘Page not found.’, retired ones lead home, and reload and Back stay on the page', async ({
  openAs,
}) => {
  const page = await openAs('user@levain.test', { at: '/nowhere/at/all' });
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible();
  await go(page, '/rollouts');
  await expect(page.getByRole('heading', { level: 1, name: /^Rollouts/ })).toBeVisible();
  await go(page, '/rollouts/one/too-deep');
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible();
  for (const old of ['/errors', '/program_machines']) {
    await page.goto(`/#${old}`);
    await expect(page.getByRole('heading', { name: 'Hello Karim Haddad' })).toBeVisible();
    expect(hashOf(page)).toBe('#/');
  }
  await page.getByRole('link', { name: 'Tags' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await page.getByRole('link', { name: 'Structures' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});

test('GEN-09 a page that cannot check the reader’s rights says so, and opens once it can', async ({ openAs }) => {
  const page = await openAs('user@levain.test', { expected: /Failed to load|ERR_FAILED|Failed to fetch|TypeError/ });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The reader's cached rights expire at the moment at which the server cannot be asked.
  await page.route('**/api/profile', (route) => route.abort());
  await go(page, '/tags');
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = '#/authentication-error';
  });
  await expect(page.getByRole('alert')).toContainText('Try again');
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}
