import type { UserDetail, UserView } from '@fournil/contract/users/user';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { clickSwitch, expect, expectToFit, go, settled, signIn, test } from '../kit/fixtures.ts';
import { linkFromMail } from '../kit/mails.ts';

const phone = { viewport: { width: 360, height: 740 } };

test('USR-05 USR-06 RGT-03 USR-08 on a phone a client admin creates a user and sets their rights', async ({
  openAs,
  visit,
}) => {
  const page = await openAs('admin@levain.test', { ...phone, at: '/users' });
  await settled(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Créer un utilisateur' }).click();
  await expectAccessible(page, 'a new user');
  await expectToFit(page);
  const email = `lucie.${Date.now()}@levain.test`;
  await page.getByLabel('Prénom').fill('Lucie');
  await page.getByLabel('Nom', { exact: true }).fill('Fournier');
  await page.getByLabel('E-mail').fill('limited@levain.test');
  // The organisation's address is filled in.
  await expect(page.getByLabel('Pays')).toHaveValue('FR');
  await page.getByLabel('Rue et numéro').fill('3 rue des Moulins');
  await page.getByLabel('Ville').fill('');
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click();
  await expect(page.getByText('Champ requis')).toBeVisible();
  await page.getByLabel('Ville').fill('Lyon');
  await page.getByRole('button', { name: /Choisir des structures/ }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Choisir 1/ })
    .click();
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click();
  await expect(page.getByText('Quelqu’un utilise déjà cette adresse e-mail')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  // The message is shown at the field, and the former one has disappeared.
  await expect(page.locator('.notice').filter({ hasText: 'Le formulaire n’est pas valide.' })).toHaveCount(0);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Créer un utilisateur' }).click();
  await expect(page.getByRole('heading', { name: 'Lucie Fournier' })).toBeVisible();
  await expect(page.getByText('Pas encore activé')).toBeVisible();
  await settled(page);
  await expectToFit(page);
  await expectAccessible(page, 'a user');

  // Only Lucie sets the password.
  const hers = await visit({ ...phone, locale: 'fr-FR', at: await linkFromMail(email, 'activate') });
  await hers.getByLabel('Mot de passe', { exact: true }).fill('la pâte lève bien');
  await hers.getByLabel('Répétez le mot de passe').fill('la pâte lève bien');
  await hers.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(hers.getByText('Votre compte est actif')).toBeVisible();
  await signIn(hers, email, 'la pâte lève bien');
  await go(hers, '/programs');
  await expect(hers.getByRole('heading', { name: /Programmes/ })).toBeVisible();

  await page.getByRole('link', { name: 'Gérer les droits' }).click();
  await settled(page);
  await page.reload();
  await settled(page);
  await page.getByRole('switch', { name: 'Voir les programmes' }).uncheck();
  await expect(page.getByRole('switch', { name: 'Approuver des programmes' })).toBeDisabled();
  const change = page.locator('.rights__change');
  await expect(change.getByRole('heading', { name: /Retirés/ })).toContainText('7');
  const preview = page.locator('.rights__preview');
  await expect(preview.getByRole('listitem').filter({ hasText: 'Programmes' })).toContainText('Rien du tout');
  await expectToFit(page);
  await expectAccessible(page, 'rights');
  await change.getByRole('button', { name: 'Enregistrer les droits' }).click();
  await expect(page.getByText('s’appliquent dès maintenant')).toBeVisible();
  // The change takes effect at once in a browser that is already open.
  await expect(
    hers.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Programmes' }),
  ).toHaveCount(0);
  await expect(hers.getByText('vous n’avez pas les droits nécessaires')).toBeVisible();
  await go(hers, '/programs');
  await expect(hers).toHaveURL(/not-granted/);

  await page.getByRole('link', { name: 'Activité' }).click();
  await expect(page.locator('.history')).toContainText('− Voir les programmes');
  await page.getByRole('button', { name: 'Désactiver' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Désactiver' }).click();
  await expect(page.getByText('Compte désactivé : Lucie Fournier')).toBeVisible();
  await go(hers, '/machines');
  await expect(hers).toHaveURL(/login/);
  await page.getByRole('button', { name: 'Supprimer' }).click();
  await expect(page.getByRole('dialog')).toContainText('Ce qui reste : tous les historiques');
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer' }).click();
  await expect(page).toHaveURL(/\/users$/);
});

test('USR-05 API-06 BLK-01 PWD-03 on a wide screen a client admin filters users, changes many at once, meets a second editor, and sends a password link', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/users' });
  await settled(page);
  await expectAccessible(page, 'users');
  await page.getByRole('button', { name: 'Filtrer' }).click();
  await page.getByRole('menuitem', { name: 'Connexion en deux étapes' }).click();
  await page.getByRole('menuitem', { name: 'oui', exact: false }).click();
  await expect(page.getByText('Personne ne correspond')).toBeVisible();
  await page.getByRole('button', { name: 'Montrer tout le monde' }).click();
  await page.getByRole('link', { name: 'Karim Haddad', exact: true }).click();
  await page.getByRole('button', { name: 'Envoyer un lien pour choisir un nouveau mot de passe' }).click();
  await page.getByRole('button', { name: 'Envoyer le lien', exact: true }).click();
  await expect(
    page.getByText('Un e-mail avec un lien pour choisir un nouveau mot de passe a été envoyé.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Modifier', exact: true }).click();
  await settled(page);
  await page.getByLabel('Société').fill('Maison Levain');
  await page.getByLabel('Rue et numéro').fill('1 quai du Blé');
  await page.getByLabel('Ville').fill('Lyon');
  await page.getByLabel('Pays').selectOption('FR');
  const admin = await apiFor('admin@levain.test');
  const [karim] = membersOf<UserView>(await admin.get('/users?q=user@levain.test'));
  const phoneNumber = `047800000${test.info().retry}`;
  await admin.send('PUT', `/users/${karim?.id}`, { phone: phoneNumber });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('alert')).toContainText(phoneNumber);
  await page.getByRole('button', { name: 'La remplacer par la mienne' }).click();
  await expect(page.getByRole('heading', { name: 'Karim Haddad' })).toBeVisible();
  await expect(page.getByText('1 quai du Blé')).toBeVisible();
  expect(((await admin.get(`/users/${karim?.id}`)) as UserDetail).phone).toBe(phoneNumber);

  await go(page, '/users');
  await page.getByRole('checkbox', { name: /Zoé Martin/ }).check();
  const bar = page.getByRole('region', { name: 'Actions sur les utilisateurs sélectionnés' });
  await bar.getByRole('button', { name: 'Affecter à des étiquettes…' }).click();
  await page.getByRole('dialog').getByRole('checkbox').first().check();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Affecter à 1 étiquette/ })
    .click();
  await expect(page.getByText('1 modification').first()).toBeVisible();
  await page.getByRole('checkbox', { name: /Zoé Martin/ }).check();
  await bar.getByRole('button', { name: 'Désactiver' }).click();
  await expect(page.getByRole('dialog')).toContainText('déconnectée aussitôt');
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler' }).click();
});

test('IMP-06 a client shares states and faults with support, and withdraws that', async ({ openAs }) => {
  await (await apiFor('admin@levain.test')).send('PUT', '/organisation', { assistanceSharing: false });
  const client = await openAs('admin@levain.test', { at: '/users' });
  const support = await openAs('tech@fournil.test', { at: '/shared-machines' });
  await expect(support.getByText('Rien n’est partagé')).toBeVisible();
  const sharing = client.getByRole('switch', { name: /Partager les états/ });
  await clickSwitch(sharing);
  await expect(sharing).toBeChecked();
  await client.reload();
  await expect(sharing).toBeChecked();
  await go(support, '/client-admins');
  await support.getByRole('link', { name: 'Machines partagées avec l’assistance' }).click();
  await settled(support);
  await support
    .getByRole('button', { name: /^Ouvrir/ })
    .first()
    .click();
  await settled(support);
  await expectAccessible(support, 'shared machines');
  await clickSwitch(sharing);
  await expect(sharing).not.toBeChecked();
  await go(support, '/client-admins');
  await go(support, '/shared-machines');
  await expect(support.getByText('Rien n’est partagé')).toBeVisible();
});

test('USR-02 USR-04 USR-10 TEC-01 TEC-02 TEC-03 the super admin creates, edits and deletes clients and technicians', async ({
  openAs,
  visit,
}) => {
  const page = await openAs('super@fournil.test', { at: '/client-admins' });
  await settled(page);
  const row = page.getByRole('row').filter({ hasText: 'Claire Levain' });
  const theirs = (await (await apiFor('admin@levain.test')).get('/machines?itemsPerPage=0')) as {
    'hydra:totalItems': number;
  };
  await expect(row.getByRole('cell', { name: String(theirs['hydra:totalItems']), exact: true })).toBeVisible();
  await row.getByRole('button', { name: 'Open Claire Levain' }).click();
  await expect(page.getByText('limited@levain.test')).toBeVisible();
  await expectAccessible(page, 'clients');

  await page.getByRole('link', { name: 'Create a client' }).click();
  await expectAccessible(page, 'a new client');
  // A new one at each try, because the records of a failed try still exist.
  const lastName = `Morel ${Date.now()}`;
  const email = `ines.${Date.now()}@pain.test`;
  await page.getByLabel('First name').fill('Inès');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Company').fill('Pains Morel');
  await page.getByLabel('Street and number').fill('2 place du Marché');
  await page.getByLabel('Town').fill('Lille');
  await page.getByLabel('Country').selectOption('FR');
  await page.getByRole('button', { name: 'Create a client' }).click();
  await expect(page.getByText(`Inès ${lastName} has an account`)).toBeVisible();
  const hers = await visit({ at: await linkFromMail(email, 'activate') });
  await hers.getByLabel('Password', { exact: true }).fill('tarte aux pommes');
  await hers.getByLabel('Repeat the password').fill('tarte aux pommes');
  await hers.getByRole('button', { name: 'Set the password' }).click();
  await signIn(hers, email, 'tarte aux pommes');

  await page.getByRole('button', { name: `Delete – Inès ${lastName}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 account');
  const remove = dialog.getByRole('button', { name: 'Delete' });
  await expect(remove).toBeDisabled();
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save everything as a file first' }).click();
  expect((await file).suggestedFilename()).toBe('Pains Morel.zip');
  await expectAccessible(page, 'a client’s end');
  await dialog.getByLabel(/Type the name/).fill('Pains Morel');
  await remove.click();
  await expect(page.getByText('The organisation Pains Morel is deleted.')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: lastName })).toHaveCount(0);
  await go(hers, '/users');
  await expect(hers).toHaveURL(/login/);

  await go(page, '/fournil-technicians');
  await expectAccessible(page, 'technicians');
  const technician = page.getByRole('row').filter({ hasText: 'Marc Tanguy' });
  await technician.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByLabel('Street and number')).toHaveCount(0);
  await page.getByRole('checkbox', { name: /settings of machines/ }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/fournil-technicians/);
  await expect(technician).toContainText('changes settings remotely');
  await technician.getByRole('link', { name: /^Edit/ }).click();
  await page.getByRole('checkbox', { name: /settings of machines/ }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(technician).not.toContainText('changes settings remotely');
});

test('USR-03 USR-07 TEC-02 on a phone a technician edits a client and creates a technician', async ({ openAs }) => {
  const page = await openAs('tech@fournil.test', { ...phone, at: '/client-admins' });
  await settled(page);
  await expectToFit(page);
  await expectAccessible(page, 'clients on a phone');
  const admin = await apiFor('admin@levain.test');
  const people = membersOf<UserView>(await admin.get('/users'));
  const idOf = (email: string) => people.find((one) => one.email === email)?.id ?? '';
  // Not a client admin: the page redirects to the list of clients.
  await page.goto(`/#/users/${idOf('user@levain.test')}/edit`);
  await expect(page).toHaveURL(/client-admins/);
  await settled(page);
  await page.getByRole('link', { name: 'Modifier – Claire Levain' }).click();
  await settled(page);
  await expectToFit(page);
  await expect(page.getByLabel('E-mail')).toBeDisabled();
  await page.getByLabel('Société').fill('Maison Levain');
  await page.getByLabel('Rue et numéro').fill('1 quai du Blé');
  await page.getByLabel('Ville').fill('Lyon');
  await page.getByLabel('Pays').selectOption('FR');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page).toHaveURL(/client-admins/);

  await page.getByRole('button', { name: 'Réglages' }).click();
  await page.getByRole('menuitem', { name: 'Créer un technicien' }).click();
  await expectToFit(page);
  await expectAccessible(page, 'a new technician');
  await page.getByLabel('E-mail').fill(`technicien.${Date.now()}@fournil.test`);
  await page.getByLabel('Premier mot de passe').fill('four à bois');
  await page.getByRole('button', { name: 'Créer un technicien' }).click();
  await expect(page.getByText('quand un super administrateur aura activé le compte')).toBeVisible();
  await go(page, '/fournil-technicians');
  await expect(page).toHaveURL(/not-granted/);
});

test('in a long form no field with the keyboard’s focus is covered by the form’s foot', async ({ openAs }) => {
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1440, height: 620 },
  ]) {
    const page = await openAs('admin@levain.test', { at: '/users/create', viewport });
    await settled(page);
    await page.locator('form input').first().focus();
    const hidden: string[] = [];
    let fields = 0;
    for (let presses = 0; presses < 60 && !(await page.locator('.form-foot :focus').count()); presses += 1) {
      await page.keyboard.press('Tab');
      fields += 1;
      const under = await page.evaluate(() => {
        const [focused, foot] = [document.activeElement, document.querySelector('.form-foot')];
        if (!focused || !foot || foot.contains(focused)) return null;
        const [field, edge] = [focused.getBoundingClientRect(), foot.getBoundingClientRect()];
        return field.bottom > edge.top && field.top < edge.bottom
          ? `${focused.getAttribute('name')} ends ${field.bottom - edge.top} px below`
          : null;
      });
      if (under) hidden.push(under);
    }
    expect(fields).toBeGreaterThan(10);
    expect(hidden, `${viewport.width} px`).toEqual([]);
  }
});
