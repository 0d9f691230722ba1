import type { Page } from '@playwright/test';
import { expect, test } from '../kit/fixtures.ts';

test('AUT-01 AUT-02 AUT-04 a refused sign-in gives its reason in the reader’s language and keeps the input', async ({
  visit,
}) => {
  for (const [locale, button, required, text, serverError] of [
    ['en-GB', 'Sign in', 'Required', 'Unknown email or password', 'Server Error'],
    ['fr-FR', 'Se connecter', 'Champ requis', 'Email ou mot de passe inconnus', 'Erreur du serveur'],
  ] as const) {
    // The browser logs a network failure.
    const page = await visit({ at: '/login', locale, expected: /Failed to fetch/ });
    const submit = page.getByRole('button', { name: button });
    await submit.click();
    await expect(page.getByText(required)).toHaveCount(2);
    for (const username of ['admin@epi.test', 'nobody@nowhere.test']) {
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill('not the password');
      await submit.click();
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.locator('input[name=username]')).toHaveValue(username);
      await expect(page.locator('input[name=password]')).toHaveValue('not the password');
    }
    await page.route('**/api/login', (route) => route.abort());
    await submit.click();
    await expect(page.getByText(serverError).first()).toBeVisible();
    await expect(page.locator('input[name=password]')).toHaveValue('not the password');
  }
});

test('AUT-03 AUT-04 after sign-out the session’s token is refused', async ({ visit, openFresh }) => {
  const page = await openFresh('admin@epi.test');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const profileWith = async () =>
    (await page.request.get('/api/profile', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await profileWith()).toBe(200);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(page)).toContain('/login');
  expect(await profileWith()).toBe(401);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])).toEqual([
    null,
    null,
  ]);

  // Another tab with the old token is redirected to sign-in too.
  const other = await visit({ at: '/login', locale: 'en-GB' });
  await other.evaluate((old) => localStorage.setItem('token', old ?? ''), token);
  await other.goto('/#/machines');
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(other)).toContain('/login');
});

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}
