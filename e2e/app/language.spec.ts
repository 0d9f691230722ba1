import { apiFor } from '../kit/api.ts';
import { expect, pickLanguage, test } from '../kit/fixtures.ts';

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

// In a browser, because it checks which files are loaded, and a load that fails.
test('GEN-01 GEN-02 a page loads the texts of one language; another one is shown when its texts are there', async ({
  openAs,
}) => {
  const reader = await apiFor('user@levain.test');
  await reader.send('PUT', '/profile', { countryCode: 'EN' });
  const page = await openAs('user@levain.test', { at: '/tags/create', locale: 'en-GB' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(...(/words-\w\w(?=-)/.exec(request.url()) ?? [])));
  await page.reload();
  const description = page.getByLabel('Description');
  await description.fill('What is sold at the market');
  expect(asked).toEqual(['words-en']);

  await page.route(/words-fr-/, (route) => route.abort());
  await pickLanguage(page, 'Français');
  await expect(page.getByText('Cannot load the translations for the specified language').first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute(/words-fr-/);

  const slow = Promise.withResolvers<void>();
  await page.route(/words-fr-/, (route) => slow.promise.then(() => route.continue()));
  await pickLanguage(page, 'Français');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create a tag');
  slow.resolve();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(description).toHaveValue('What is sold at the market');
  await reader.send('PUT', '/profile', { countryCode: 'EN' });
});
