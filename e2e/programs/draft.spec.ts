import type { ProgramView } from '@fournil/contract/programs/program';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, go, test } from '../kit/fixtures.ts';

test('WIZ-01 PRG-02 a reload of the wizard keeps the input, and a double click on Save creates one program', async ({
  openAs,
}) => {
  const name = 'Written twice, saved once';
  const api = await apiFor('user@levain.test');
  const found = async () => membersOf<ProgramView>(await api.get(`/programs?q=${encodeURIComponent(name)}`));
  for (const { id } of await found()) await api.send('DELETE', `/programs/${id}`);
  const page = await openAs('user@levain.test', { at: '/programs/create/2' });
  // The address of a later step leads to the first incomplete one.
  await expect(page.getByRole('radio', { name: /^Deck oven/ })).toBeVisible();
  await page.getByRole('radio', { name: /^Convection oven/ }).check();
  await page.getByRole('button', { name: 'Next: identification' }).click();
  await page.getByLabel('Name', { exact: true }).fill(`${name}${'!'.repeat(40)}`);
  await page.getByLabel('Description').fill('For the test of a reload.');
  await page.getByRole('button', { name: 'Next: settings' }).click();
  await expect(page.getByText('Must be 40 characters or less')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await expect(page.getByLabel('Description')).toHaveValue('For the test of a reload.');
  await page.getByRole('button', { name: 'Next: settings' }).click();
  await page.getByRole('textbox', { name: 'Step 1: Set to (°C)' }).fill('180');
  const duration = page.getByRole('textbox', { name: 'Step 1: Duration (min:s)' });
  await duration.fill('25');
  await duration.press('Enter');
  await expect(page.getByRole('button', { name: 'Next: save' })).toBeEnabled();
  await page.reload();
  await expect(duration).toHaveValue('25:00');
  await expect(page.getByRole('textbox', { name: 'Step 1: Set to (°C)' })).toHaveValue('180');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.goBack();
  await expect(duration).toHaveValue('25:00');
  await page.getByRole('button', { name: 'Next: save' }).click();
  await page.getByRole('radio', { name: /^No, not yet/ }).check();
  await page.getByRole('button', { name: 'Save the program' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const made = await found();
  expect(made).toHaveLength(1);
  expect(made[0]?.approved).toBe(false);
  // The draft is deleted after it was saved.
  await go(page, '/programs/create');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});
