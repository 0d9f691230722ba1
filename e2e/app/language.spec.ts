import type { Page } from '@playwright/test';
import { apiFor } from '../kit/api.ts';
import { expect, test } from '../kit/fixtures.ts';

test('GEN-02 the chosen language is kept, and can be reset to the browser’s', async ({ visit, openAs }) => {
  const page = await visit({ at: '/login', locale: 'en-GB' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('combobox').selectOption('fr');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('button', { name: 'Celle de mon navigateur' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  await (await apiFor('user@levain.test')).send('PUT', '/profile', { countryCode: 'EN' });
  const inside = await openAs('user@levain.test', { at: '/tags', locale: 'fr-FR' });
  await expect(inside.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await pickLanguage(inside, 'Français');
  await expect(inside.getByRole('heading', { level: 1, name: 'Étiquettes' })).toBeVisible();
  await inside.reload();
  await expect(inside.getByRole('heading', { level: 1, name: 'Étiquettes' })).toBeVisible();
  await pickLanguage(inside, 'English');
  await expect(inside.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});

async function pickLanguage(page: Page, language: string): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/profile') && response.request().method() === 'PUT',
  );
  await page.locator('button.language').click();
  await page.getByRole('menuitem', { name: language }).click();
  await stored;
}
