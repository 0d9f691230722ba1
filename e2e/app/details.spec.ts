import type { TagDetail } from '@fournil/contract/tags/tag';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

test('HOM-02 the home page describes the product and each resource in the reader’s language', async ({ openAs }) => {
  const french = await openAs('admin@levain.test', { at: '/' });
  await settled(french);
  const basics = french.locator('.basics');
  for (const name of ['Machines', 'Programmes', 'Structures', 'Étiquettes', 'Utilisateurs'])
    await expect(basics.getByRole('heading', { name })).toBeVisible();
  const english = await openAs('admin@epi.test', { at: '/' });
  await settled(english);
  await expect(english.locator('.basics')).toContainText('manages your connected ovens');
});

test('GEN-04 AUT-04 notices disappear by themselves; an error is announced once and stays readable to a screen reader', async ({
  openAs,
}) => {
  const page = await openAs('admin@epi.test', { at: '/', expected: /fetch|network|ERR_INTERNET/i });
  await settled(page);
  const notice = page.locator('.notice');
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect(notice).toContainText('The former code no longer works.');
  await expect(notice).toHaveCount(0);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Renew' }).click();
  await expect(notice).toContainText('No connection.');
  await expect(notice).toHaveCount(1);
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Earlier problems' })).toContainText('No connection.');
  await page.context().setOffline(false);
});

test('WIZ-02 a tag can be created inside the wizard, and needs a name', async ({ openAs }) => {
  const page = await openAs('admin@epi.test', { at: '/programs/create' });
  await settled(page);
  await page.getByRole('radio', { name: /Deck oven/ }).check({ force: true });
  await page.locator('.wizard__go button').click();
  await page.getByLabel('Name', { exact: true }).fill('Epiphany cake');
  const tag = `Epiphany ${Date.now() % 100_000}`;
  await page.getByLabel('Tags').fill(tag);
  await page.getByRole('option', { name: new RegExp(tag) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the tag').fill('');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toContainText('Required');
  await dialog.getByLabel('Name of the tag').fill(tag);
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('.chip', { hasText: tag })).toBeVisible();
  await go(page, '/tags');
  await expect(page.getByText(tag, { exact: true })).toBeVisible();
});

test('TAG-02 a double click on Save creates one tag', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/tags/create' });
  const name = `Deux fois ${Date.now()}`;
  await page.getByLabel('Nom').fill(name);
  await page.getByRole('button', { name: 'Créer une étiquette' }).dblclick();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  const admin = await apiFor('admin@levain.test');
  const made = membersOf<{ id: string }>(await admin.get(`/tags?q=${encodeURIComponent(name)}`));
  expect(made).toHaveLength(1);
  for (const { id } of made) await admin.send('DELETE', `/tags/${id}`);
});

test('API-06 the second of two editors sees what the first has changed, and overwrites only the fields they edited', async ({
  openAs,
}) => {
  const api = await apiFor('admin@epi.test');
  const { id } = (await api.send('POST', '/tags', { name: `Spring ${Date.now() % 100_000}` })).body as TagDetail;
  const page = await openAs('admin@epi.test', { at: `/tags/${id}` });
  await settled(page);
  await page.getByLabel('Description').fill('Asparagus and rhubarb');
  await api.send('PUT', `/tags/${id}`, { name: `Easter ${id.slice(-5)}` });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Someone else has changed this');
  await expect(notice.locator('ins')).toHaveText(`Easter ${id.slice(-5)}`);
  await page.getByRole('button', { name: 'Overwrite it with mine' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Easter ${id.slice(-5)}`);
  expect(await api.get(`/tags/${id}`)).toMatchObject({
    name: `Easter ${id.slice(-5)}`,
    description: 'Asparagus and rhubarb',
  });
  await api.send('DELETE', `/tags/${id}`);
});

test('TAG-02 at most five tags can be selected for programs, in the list of tags and in the dialog of programs', async ({
  openAs,
}) => {
  const page = await openAs('user@levain.test', { at: '/tags' });
  await settled(page);
  const give = page.getByRole('button', { name: 'Add to programs…' });
  const boxes = page.getByRole('main').getByRole('row').getByRole('checkbox');
  for (let index = 1; index <= 5; index += 1) await boxes.nth(index).check();
  await expect(give).toBeEnabled();
  await boxes.nth(6).check();
  await expect(give).toBeDisabled();
  await expect(give).toHaveAttribute('title', 'A program can have 5 tags at most: select fewer.');
  await go(page, '/programs');
  await boxes.nth(1).check();
  await page.getByRole('button', { name: 'Add tags…', exact: true }).click();
  const offered = page.getByRole('dialog').getByRole('checkbox');
  for (let index = 0; index < 5; index += 1) await offered.nth(index).check();
  await expect(offered.nth(5)).toBeDisabled();
  await expect(page.getByRole('dialog')).toContainText('5 at most.');
  await page.keyboard.press('Escape');
});
