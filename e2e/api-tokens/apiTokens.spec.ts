import { ageProofs } from '../accounts/ageProofs.ts';
import { expectAccessible } from '../kit/accessible.ts';
import { apiWith, password } from '../kit/api.ts';
import { expect, expectToFit, settled, test } from '../kit/fixtures.ts';

const phone = { viewport: { width: 360, height: 740 } };

test('INT-04 a client admin creates an API token on a phone, uses it, renames and revokes it', async ({ openAs }) => {
  const page = await openAs('admin@epi.test', { ...phone, at: '/api-tokens' });
  await settled(page);
  await expectToFit(page);
  await expectAccessible(page, 'no API token');
  await page.getByRole('link', { name: 'Create a token' }).click();
  await settled(page);
  await expectToFit(page);
  await expectAccessible(page, 'a new API token');
  await page.getByRole('button', { name: 'Create the token' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  const name = `ERP ${Date.now()}`;
  await page.getByLabel('Name').fill(name);
  await ageProofs();
  await page.getByRole('button', { name: 'Create the token' }).click();
  // After five minutes the page asks first whether it is still its owner.
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: `Copy the token “${name}” now` });
  await expect(made).toBeVisible();
  await expectAccessible(page, 'a token that was made');
  const token = await made.getByRole('textbox', { name: 'Token' }).inputValue();
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  await made.getByRole('button', { name: 'I have copied it' }).click();
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeVisible();
  await expect(page.getByText(token)).toHaveCount(0);

  const program = apiWith(token);
  expect((await program.send('GET', '/machines')).status).toBe(200);
  expect((await program.send('POST', '/tags', { name: 'x' })).status).toBe(403);

  await page.getByRole('button', { name: `Rename – ${name}` }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`${name} 2`);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`The token is now called ${name} 2.`)).toBeVisible();
  await page.getByRole('button', { name: `Revoke ${name} 2` }).click();
  await expectAccessible(page, 'revoking a token');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText(`The token ${name} 2 is revoked.`)).toBeVisible();
  expect((await program.send('GET', '/machines')).status).toBe(401);
  await page.getByRole('button', { name: `Open ${name} 2` }).click();
  await expect(page.getByRole('link', { name: 'What it did' })).toBeVisible();
  await settled(page);
  await expectToFit(page);
});
