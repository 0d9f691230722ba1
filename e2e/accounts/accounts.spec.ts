import type { Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { expectAccessible } from '../kit/accessible.ts';
import { expect, go, test } from '../kit/fixtures.ts';
import { runningProduct } from '../kit/product.ts';
import { linkFor, ownPassword, registered } from '../kit/registered.ts';

const phone = { width: 360, height: 780 };

async function enter(page: Page, email: string): Promise<void> {
  await page.locator('input[name=username]').fill(email);
  await page.locator('input[name=password]').fill(ownPassword);
  await page.locator('button[type=submit]').click();
}

/** A code works once: waits for the next one when this one was used. */
async function nextCode(secret: string, used: string[]): Promise<string> {
  for (;;) {
    const code = generateSync({ secret });
    if (!used.includes(code)) {
      used.push(code);
      return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

test('TFA-01 TFA-02 TFA-03 GEN-09 two-step sign-in is set up on a phone in French, required at the next sign-in, and replaced by a recovery code', async ({
  visit,
}) => {
  test.setTimeout(300_000);
  const email = await registered('deux-etapes', 'FR');
  const page = await visit({ at: '/login', locale: 'fr-FR', viewport: phone });
  await enter(page, email);
  await expect(page.locator('header.top-bar')).toBeVisible();
  await go(page, '/profile');
  await page.getByRole('button', { name: 'Activer la connexion en deux étapes' }).last().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Code QR pour votre application' })).toBeVisible();
  const secret = ((await dialog.locator('.two-step__secret').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByRole('button', { name: 'Activer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Champ requis');
  await dialog.getByLabel('Les six chiffres qu’elle affiche').fill('12');
  await dialog.getByRole('button', { name: 'Activer' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Six chiffres');
  await dialog.getByLabel('Les six chiffres qu’elle affiche').fill('000000');
  await dialog.getByRole('button', { name: 'Activer' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Ce code est incorrect');
  const used: string[] = [];
  await dialog.getByLabel('Les six chiffres qu’elle affiche').fill(await nextCode(secret, used));
  await dialog.getByRole('button', { name: 'Activer' }).click();
  await expect(dialog.getByRole('heading', { name: 'Vos codes de secours' })).toBeVisible();
  const codes = await dialog.locator('.recovery-codes li').allTextContents();
  expect(codes).toHaveLength(10);
  await expectAccessible(page, 'recovery codes');
  // They are shown only now, so the browser's Back asks first.
  await page.goBack();
  const asked = page.getByRole('dialog', { name: 'Quitter sans l’avoir conservé ?' });
  await asked.getByRole('button', { name: 'Rester ici' }).click();
  await dialog.getByRole('button', { name: 'Je les ai enregistrés' }).click();
  await expect(page.getByText('10 codes de secours restants.')).toBeVisible();
  await expectAccessible(page, 'profile on a phone');

  // The next sign-in stops at the second step, whatever address is opened.
  const elsewhere = await visit({ at: '/login', locale: 'fr-FR' });
  await enter(elsewhere, email);
  await expect(elsewhere.getByRole('heading', { name: 'Encore une étape' })).toBeVisible();
  await expect(elsewhere.getByRole('navigation')).toHaveCount(0);
  await elsewhere.goto('/#/machines');
  await expect(elsewhere.getByRole('heading', { name: 'Encore une étape' })).toBeVisible();
  await expectAccessible(elsewhere, 'second step');
  await elsewhere.getByRole('button', { name: 'Continuer' }).click();
  await expect(elsewhere.getByRole('alert')).toHaveText('Champ requis');
  await elsewhere.getByLabel('Code').fill(used[0] ?? '');
  await elsewhere.getByRole('button', { name: 'Continuer' }).click();
  await expect(elsewhere.getByRole('alert')).toContainText('a déjà servi');
  await elsewhere.getByLabel('Code').fill(codes[0] ?? '');
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('heading', { name: 'Bonjour Aude Pétrin' })).toBeVisible();

  // The list of sessions, from which the other one is ended.
  await page.reload();
  await page.getByRole('button', { name: 'Fermer toutes les autres' }).click();
  await expect(page.getByText('ce navigateur', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Fermer la session/ })).toHaveCount(0);
  await elsewhere.goto('/#/profile');
  await elsewhere.reload();
  await expect(elsewhere.getByRole('button', { name: 'Se connecter', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Désactiver la connexion en deux étapes' }).last().click();
  await dialog.getByLabel(/Un code de votre application/).fill(await nextCode(secret, used));
  await dialog.getByRole('button', { name: 'Désactiver' }).click();
  await expect(page.getByText('Désactivée : le mot de passe seul suffit pour se connecter.')).toBeVisible();
});

async function requireSecondStep(page: Page, requiresSecondStep: boolean): Promise<void> {
  const status = await page.evaluate(
    async (body) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/ld+json',
      };
      return (await fetch('/api/organisation', { method: 'PUT', headers, body: JSON.stringify(body) })).status;
    },
    { requiresSecondStep },
  );
  expect(status).toBe(200);
}

test('TFA-02 a passkey is added and signs in without a password', async ({ visit }) => {
  const email = await registered('passkey', 'EN');
  const page = await visit({ at: '/login', locale: 'en-GB' });
  // WebAuthn needs a host name, not an IP address.
  await page.goto(`${runningProduct().url.replace('127.0.0.1', 'localhost')}/#/login`);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await enter(page, email);
  await expect(page.locator('header.top-bar')).toBeVisible();
  await page.goto(`${page.url().split('#')[0]}#/profile`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByLabel('Name of this device').fill('The bakery’s phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('The bakery’s phone')).toBeVisible();
  await page.getByRole('button', { name: /Settings|Réglages/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.locator('header.top-bar')).toBeVisible();
  // The passkey is the only second step of this account.
  await requireSecondStep(page, true);
  await page.getByRole('button', { name: /Settings|Réglages/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await enter(page, email);
  await expect(page.getByText('Confirm with your passkey that it is you')).toBeVisible();
  await expect(page.getByLabel('Code')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectAccessible(page, 'authenticate by passkey');
  await page.reload();
  await expect(page.getByLabel('Code')).toHaveCount(0);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.locator('header.top-bar')).toBeVisible();
  await requireSecondStep(page, false);
  await page.goto(`${page.url().split('#')[0]}#/profile`);
  await page.getByRole('button', { name: /Remove the passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('The bakery’s phone')).toHaveCount(0);
  await page.getByRole('button', { name: /Settings|Réglages/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('The passkey did not open the account.').first()).toBeVisible();
});

test('PRO-01 PRO-02 PRO-03 PRO-04 a person edits their profile; a client admin’s e-mail address is fixed, and a user’s new one is confirmed by a link', async ({
  visit,
  openFresh,
}) => {
  const email = await registered('profil', 'EN');
  const page = await visit({ at: '/login', locale: 'en-GB' });
  await enter(page, email);
  await expect(page.locator('header.top-bar')).toBeVisible();
  await go(page, '/profile/edit');
  await expect(page.getByLabel('E-mail')).toBeDisabled();
  await page.getByLabel('First name').fill('');
  await page.getByLabel('Postcode').fill('123456789');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await expect(page.getByText('Must be 7 characters or less')).toBeVisible();
  await page.getByLabel('First name').fill('Aurore');
  await page.getByLabel('Postcode').fill('69002');
  await page.getByLabel('Company').fill('Le Pétrin d’Aurore');
  await page.getByLabel('Phone').fill('+33 4 72 00 00');
  await page.getByLabel('Description').fill('Bakes at night.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 rue du Four, 69002 Lyon, France')).toBeVisible();
  await expect(page.getByRole('main').getByText('Le Pétrin d’Aurore')).toBeVisible();
  await expectAccessible(page, 'profile');

  const technician = await openFresh('tech@fournil.test');
  await technician.goto('/#/profile/edit');
  await expect(technician.getByRole('heading', { level: 1 })).toContainText('Marc Tanguy');

  // A super admin may change their address: it applies when the link sent to it is opened.
  const superAdmin = await openFresh('super@fournil.test');
  await go(superAdmin, '/profile');
  await expect(superAdmin.getByRole('switch')).toHaveCount(0);
  await go(superAdmin, '/profile/edit');
  await superAdmin.locator('input[type=email]').fill('nouvelle@parcours.test');
  for (const [name, value] of [
    ['society', 'Fournil'],
    ['street', '2 rue du Four'],
    ['zipcode', '75001'],
    ['city', 'Paris'],
  ])
    await superAdmin.locator(`[name=${name}]`).fill(value ?? '');
  await superAdmin.locator('select[name=country]').selectOption('FR');
  await superAdmin.locator('button[type=submit]').click();
  await expect(superAdmin.getByText(/nouvelle@parcours\.test/)).toBeVisible();
  await expect(superAdmin.locator('input[name=username]')).toBeVisible();
  const token = await linkFor('nouvelle@parcours.test', 'confirm-email');
  await superAdmin.goto(`/#/confirm-email/${token}`);
  await expect(superAdmin.getByText(/nouvelle adresse est confirmée|new address is confirmed/)).toBeVisible();
  await superAdmin.locator('input[name=username]').fill('nouvelle@parcours.test');
  await superAdmin.locator('input[name=password]').fill('fournil-demo');
  await superAdmin.locator('button[type=submit]').click();
  await expect(superAdmin.locator('header.top-bar')).toBeVisible();
  // Changed back, because other tests sign in with the demonstration's address.
  await go(superAdmin, '/profile/edit');
  await superAdmin.locator('input[type=email]').fill('super@fournil.test');
  await superAdmin.locator('button[type=submit]').click();
  await expect(superAdmin.locator('input[name=username]')).toBeVisible();
  await superAdmin.goto(`/#/confirm-email/${await linkFor('super@fournil.test', 'confirm-email')}`);
  await expect(superAdmin.getByText(/nouvelle adresse est confirmée|new address is confirmed/)).toBeVisible();
});
