import { expectAccessible } from '../kit/accessible.ts';
import { apiWith, call } from '../kit/api.ts';
import { expect, expectToFit, go, signIn, test } from '../kit/fixtures.ts';
import { linkFor, ownPassword, registered } from '../kit/registered.ts';
import { ageProofs } from './ageProofs.ts';

const phone = { width: 360, height: 780 };

/**
 * In a browser, because only a page shows it: every call of every page opens the same dialog, the form under it keeps
 * its input, and the call is repeated after the proof. The server's tests check which calls need a proof.
 */
test('SEC-01 a change of credentials asks for one confirmation of identity, keeps the unsaved input, and can be reverted', async ({
  visit,
}) => {
  const email = await registered('preuve', 'FR');
  const login = (await call('POST', '/login', { body: { username: email, password: ownPassword } })).body as {
    token: string;
  };
  const admin = apiWith(login.token);
  const place = {
    society: 'Le Pétrin',
    street: '1 rue du Four',
    city: 'Lyon',
    country: 'FR',
    timezone: 'Europe/Paris',
  };
  const hers = `lea.${Date.now()}@parcours.test`;
  const person = {
    email: hers,
    firstName: 'Léa',
    lastName: 'Martin',
    ...place,
    countryCode: 'FR',
    temperatureUnitPreference: 'C',
  };
  const { id } = (await admin.send('POST', '/users', person)).body as { id: string };

  const page = await visit({ at: '/login', locale: 'fr-FR', viewport: phone });
  await signIn(page, email, ownPassword);
  await go(page, `/users/${id}/edit`);
  await page.getByLabel('E-mail').fill(`nouvelle.${hers}`);
  await page.getByLabel('Prénom').fill('Léonie');
  await ageProofs();
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmez que c’est vous' });
  await expect(dialog.getByLabel('Mot de passe', { exact: true })).toBeFocused();
  await expectToFit(page);
  await expectAccessible(page, 'confirm it is you');
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('Rien n’a changé : il n’a pas été confirmé que c’est vous.').first()).toBeVisible();
  await expect(page.getByLabel('Prénom')).toHaveValue('Léonie');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill('pas celui-là');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Ce n’est pas votre mot de passe actuel')).toBeVisible();
  await dialog.getByLabel('Mot de passe', { exact: true }).fill(ownPassword);
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Léonie Martin' })).toBeVisible();
  await expect(page.getByText(`nouvelle.${hers}`).first()).toBeVisible();

  // The user changes it once more; the former address takes both changes back.
  const token = await linkFor(`nouvelle.${hers}`, 'activate');
  await call('POST', '/activate', { body: { token, newPassword: ownPassword } });
  const own = (await call('POST', '/login', { body: { username: `nouvelle.${hers}`, password: ownPassword } }))
    .body as { token: string };
  const thief = `voleur.${hers}`;
  await apiWith(own.token).send('PUT', '/profile', { email: thief });
  await call('POST', '/confirm-email', { body: { token: await linkFor(thief, 'confirm-email') } });
  const back = await visit({
    at: `/take-back-email/${await linkFor(`nouvelle.${hers}`, 'take-back-email')}`,
    locale: 'fr-FR',
    viewport: phone,
  });
  await expect(back.getByRole('heading', { name: 'Annuler le changement d’adresse' })).toBeVisible();
  await expectToFit(back);
  await expectAccessible(back, 'taking an address back');
  await back.getByRole('button', { name: 'Annuler ce changement' }).click();
  await expect(back.getByRole('heading', { name: 'Votre adresse est rétablie' })).toBeVisible();
  await go(back, `/reset-password/${await linkFor(`nouvelle.${hers}`, 'reset-password')}`);
  await back.getByLabel('Nouveau mot de passe').fill('une autre fournée');
  await back.getByLabel('Répétez le mot de passe').fill('une autre fournée');
  await back.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(back.getByText('Le mot de passe est enregistré')).toBeVisible();
});
