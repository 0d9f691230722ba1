import { expectAccessible } from '../kit/accessible.ts';
import { password } from '../kit/api.ts';
import { expect, go, test } from '../kit/fixtures.ts';

test('AUT-04 when a session ends while a form is open, the page says so and restores the input for the same person', async ({
  openFresh,
}) => {
  const page = await openFresh('admin@epi.test');
  await go(page, '/tags/create');
  const name = page.getByLabel('Name');
  await name.fill('Half-typed tag');
  await page.getByLabel('Description').fill('Not to be lost');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } });
  // The page may notice it by itself before the click, when it reads something again.
  const ended = page.getByText('Your session has ended.');
  await page.getByRole('button', { name: 'Create a tag' }).or(ended).first().click();
  await expect(ended).toBeVisible();
  await expect(page.getByText('missing id')).toHaveCount(0);
  await expectAccessible(page, 'a session that has ended');
  await page.getByLabel('E-mail').fill('admin@epi.test');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your unsaved input has been restored.')).toBeVisible();
  expect(new URL(page.url()).hash).toBe('#/tags/create');
  await expect(name).toHaveValue('Half-typed tag');
  await expect(page.getByLabel('Description')).toHaveValue('Not to be lost');
  await page.getByRole('button', { name: 'Create a tag' }).click();
  await expect(page.getByRole('heading', { name: 'Half-typed tag' })).toBeVisible();
});

test('IMP-04 a second tab follows the start and the end of a control session in the first tab, and keeps its unsaved input', async ({
  openFresh,
}) => {
  const page = await openFresh('admin@levain.test');
  const other = await page.context().newPage();
  await go(other, '/tags/create');
  await other.getByLabel('Nom').fill('Encore Claire');
  await go(page, '/select-user');
  await page.getByRole('button', { name: 'Se connecter en tant que Karim Haddad' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click();
  // Waits for the notice to disappear by itself.
  await expect(other.getByText('Une autre personne a été connectée depuis un autre onglet.')).toBeVisible();
  for (const tab of [page, other]) await expect(tab.getByText('Vous agissez en tant que Karim Haddad')).toBeVisible();

  await other.getByRole('button', { name: 'Revenir à mon compte' }).click();
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { name: 'Bonjour Claire Levain' })).toBeVisible();
    await expect(tab.getByText('Vous agissez en tant que')).toHaveCount(0);
  }
  await go(other, '/tags/create');
  await expect(other.getByText('Votre saisie non enregistrée a été rétablie.')).toBeVisible();
  await expect(other.getByLabel('Nom')).toHaveValue('Encore Claire');
});

test('AUT-04 RGT-03 a draft of rights survives the end of the session and is not shown to the next person who signs in', async ({
  openFresh,
}) => {
  const page = await openFresh('admin@levain.test');
  const end = async () => {
    const token = await page.evaluate(() => localStorage.getItem('token'));
    await page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } });
    const ended = page.getByText('Votre session est terminée.');
    await page.getByRole('button', { name: 'Enregistrer les droits' }).or(ended).first().click();
    await expect(ended).toBeVisible();
  };
  const signInAs = async (username: string) => {
    await page.getByLabel('E-mail').fill(username);
    await page.getByLabel('Mot de passe', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Se connecter', exact: true }).click();
    await expect(page.getByRole('banner')).toBeVisible();
  };
  await go(page, '/users');
  await page.getByRole('link', { name: 'Karim Haddad', exact: true }).click();
  await page.getByRole('link', { name: 'Gérer les droits' }).first().click();
  const changed = page.locator('.rights__change li');
  await page.locator('.rights__main').getByRole('switch', { checked: true, disabled: false }).first().click();
  await expect(changed.first()).toBeVisible();
  const many = await changed.count();
  await end();
  await signInAs('admin@levain.test');
  await expect(page.getByText('Votre saisie non enregistrée a été rétablie.')).toBeVisible();
  await expect(changed).toHaveCount(many);
  const at = page.url();
  await end();
  await signInAs('admin@epi.test');
  await page.goto(at);
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(changed).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('typed')))).toEqual([]);
});
