import { expectAccessible } from '../kit/accessible.ts';
import { expect, expectToFit, go, test } from '../kit/fixtures.ts';
import { mailbox, until } from '../kit/product.ts';

test.describe.configure({ mode: 'serial' });

/** A new one for a second try, because the account of the first try still exists. */
const email = `petrin-${Date.now()}@parcours.test`;
const [first, second] = ['pétrir à la main', 'une autre fournée'];

/** The token of the newest mail to this address that has such a link. */
async function linkTo(path: string, after = 0): Promise<string> {
  const found = await until(`a mail with a link to ${path} has come`, async () => {
    const tokens = (await mailbox())
      .filter((mail) => mail.includes(email))
      .flatMap((mail) => new RegExp(`/#/${path}/([\\w-]{20,})`).exec(mail)?.[1] ?? []);
    return tokens.length > after ? tokens : null;
  });
  return found.at(-1) ?? '';
}

test('AUT-01 REG-01 REG-02 REG-03 REG-04 a baker registers on a phone, opens the link in the mail, and is signed in', async ({
  visit,
}) => {
  const page = await visit({ at: '/login', locale: 'fr-FR', viewport: { width: 360, height: 780 } });
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await expect(page.getByRole('heading', { name: 'Créer un compte' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(first);
  await page.getByLabel('Répétez le mot de passe').fill('autre chose');
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await expect(page.getByText('Erreur, les mots de passe sont différents')).toHaveCount(2);
  await expect(page.getByText('Champ requis').first()).toBeVisible();
  await page.getByLabel('Répétez le mot de passe').fill(first);
  for (const [label, value] of [
    ['Prénom', 'Aude'],
    ['Nom', 'Pétrin'],
    ['Société', 'Le Pétrin du parcours'],
    ['Rue et numéro', '1 rue du Four'],
    ['Code postal', '69001'],
    ['Ville', 'Lyon'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value);
  await expect(page.getByLabel('Pays')).toHaveValue('FR');
  await expect(page.getByLabel('Fuseau horaire')).toHaveValue('Europe/Paris');
  // The account speaks the language of the page on which it is made.
  await expect(page.getByLabel('Langue', { exact: true }).first()).toHaveValue('FR');
  await expect(page.getByRole('link', { name: 'Conditions d’utilisation' })).toHaveAttribute(
    'href',
    'https://maker.test/terms?of=use&for=all',
  );
  await expect(page.getByRole('link', { name: 'Protection des données personnelles' })).toHaveAttribute(
    'href',
    'https://maker.test/privacy',
  );
  await expectToFit(page);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await expect(page.locator('.notice')).toContainText(`Un e-mail a été envoyé à ${email}`);
  // Signing in before the link was opened offers to send its mail again.
  await expect(page.getByLabel('E-mail')).toHaveValue(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Le compte de l’utilisateur n’est pas activé')).toBeVisible();
  await linkTo('activate');
  await page.getByRole('button', { name: 'Le renvoyer' }).click();
  await expect(page.locator('.notice').last()).toContainText('Renvoyé.');
  await expectToFit(page);
  await expectAccessible(page, 'sign-in of an account that is not activated');

  await page.goto(`/#/activate/${await linkTo('activate', 1)}`);
  await expect(page.getByText('Votre compte est actif : connectez-vous.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(first);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Aude Pétrin' })).toBeVisible();
});

test('AUT-01 the sign-in page redirects a person who is signed in to the home page', async ({ openAs }) => {
  const page = await openAs('user@levain.test', { at: '/login' });
  await go(page, '/machines');
  await page.goto('/#/login');
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(page).toHaveURL(/#\/$/);
});

test('AUT-03 AUT-04 every address of the console redirects a person who is not signed in to the sign-in page, once', async ({
  visit,
}) => {
  for (const at of ['/', '/machines', '/authenticate', '/nowhere']) {
    const page = await visit({ at: '/reset' });
    const before = await page.evaluate(() => window.history.length);
    await page.goto(`/#${at}`);
    await page.reload();
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    // Long enough to detect an endless redirect.
    await page.waitForTimeout(1000);
    expect(await page.evaluate(() => window.history.length)).toBeLessThanOrEqual(before + 1);
    await page.close();
  }
});

test('PWD-01 PWD-02 REG-05 a forgotten password is replaced by the link in a mail, and a used link says that it was used', async ({
  visit,
}) => {
  const page = await visit({ at: '/login', locale: 'en-GB' });
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If there is an account with this address')).toBeVisible();
  const token = await linkTo('reset-password');
  await page.goto(`/#/token-verification/${token}`);
  await expect(page).toHaveURL(new RegExp(`/reset-password/${token}`));
  await page.getByLabel('New password').fill('password');
  await page.getByLabel('Repeat the password').fill('password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Too many people use this password')).toBeVisible();
  await page.getByLabel('New password').fill(second);
  await page.getByLabel('Repeat the password').fill(second);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('The password is set: sign in with it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /Aude Pétrin/ })).toBeVisible();
  await page.goto(`/#/reset-password/${token}`);
  // After sign-in the profile's language applies.
  await expect(page.getByText('Ce lien n’est pas vérifié')).toBeVisible();
});

test('PWD-04 a person who is signed in changes the password by giving the present one', async ({ visit }) => {
  const page = await visit({ at: '/login', locale: 'fr-FR' });
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(second);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Aude Pétrin' })).toBeVisible();
  await page.goto('/#/profile');
  await page.getByRole('link', { name: 'Changer mon mot de passe' }).click();
  await page.getByLabel('Mot de passe actuel').fill('faux, faux');
  await page.getByLabel('Nouveau mot de passe').fill(first);
  await page.getByLabel('Répétez le mot de passe').fill(first);
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByText('Ce n’est pas votre mot de passe actuel')).toBeVisible();
  await expect(page.getByLabel('Mot de passe actuel')).toBeFocused();
  await page.getByLabel('Mot de passe actuel').fill(second);
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByText('Le mot de passe est changé.')).toBeVisible();
});

test('PRO-06 a visitor of the demonstration reads its mails on a page and follows their links', async ({ visit }) => {
  const page = await visit({ at: '/reset', viewport: { width: 360, height: 760 } });
  await page.getByRole('textbox').fill('tech@fournil.test');
  await page.locator('form button[type=submit]').click();
  await go(page, '/login');
  await page.getByRole('link', { name: 'E-mails of the demo' }).click();
  // The mail appears without a reload.
  await page
    .getByRole('button', { name: /tech@fournil\.test/ })
    .first()
    .click();
  await expect(
    page.getByRole('article').getByRole('heading', { name: 'Choisissez un nouveau mot de passe' }),
  ).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'All e-mails' }).click();
  await page
    .getByRole('button', { name: /tech@fournil\.test/ })
    .first()
    .click();
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toContain('#/reset-password/');
});
