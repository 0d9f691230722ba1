import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, signIn, test } from '../kit/fixtures.ts';
import { ownPassword, registered } from '../kit/registered.ts';

const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };

/** The controls that a notice covers, of those that must stay reachable. */
async function coveredBy(page: Page, over: Locator): Promise<string[]> {
  const box = await over.first().boundingBox();
  if (!box) throw new Error('There is no notice.');
  return page.evaluate(({ x, y, width, height }) => {
    // On a phone the title has a line of its own.
    const title = innerWidth < 600 ? 'main h1, ' : '';
    const inReach = document.querySelectorAll(
      `${title}.form-foot, .top-bar, .bar, .sign-in__brand, .sign-in form, .sign-in h1`,
    );
    const isUnder = (one: Element) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return right > x && left < x + width && bottom > y && top < y + height;
    };
    return [...inReach].filter(isUnder).map((one) => one.className || one.tagName);
  }, box);
}

test('GEN-04 GEN-06 a notice covers neither the title and buttons of a form nor the top bar, and disappears once the form is corrected', async ({
  openAs,
}) => {
  for (const viewport of [phone, { width: 768, height: 900 }, desk]) {
    const page = await openAs('admin@levain.test', { at: '/profile/edit', viewport });
    await settled(page);
    const notice = page.locator('.notice');
    const city = page.getByLabel('Ville');
    const next = `Lyon ${viewport.width}`;
    await page.getByLabel('Rue et numéro').fill('1 rue du Four');
    await page.getByLabel('Code postal').fill('69001');
    await page.getByLabel('Pays').selectOption('FR');
    await city.fill('');
    const save = page.getByRole('button', { name: 'Enregistrer' });
    await save.click();
    await expect(notice).toContainText(/n.est pas valide/);
    await page.evaluate(() => scrollTo(0, 0));
    expect(await coveredBy(page, notice), `${viewport.width} px`).toEqual([]);
    await city.fill(next);
    await save.click();
    await expect(page.getByRole('heading', { name: 'Mon profil' })).toBeVisible();
    await expect(notice.filter({ hasText: 'pas valide' })).toHaveCount(0, { timeout: 3000 });
    await expect(notice).toContainText('nregistré');
    await expect(page.getByRole('list', { name: 'Problèmes récents' })).toHaveCount(0);
  }
});

test('GEN-04 a notice that appears under a resting pointer disappears like any other', async ({ openAs }) => {
  const page = await openAs('admin@epi.test', { at: '/profile/edit' });
  await settled(page);
  const notice = page.locator('.notice');
  const send = async () => {
    await page.getByLabel('Street and number').fill('');
    await page.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Enter');
  };
  await send();
  const box = await notice.boundingBox();
  await expect(notice).toHaveCount(0);
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 20);
  await send();
  await expect(notice).toBeVisible();
  await expect(notice).toHaveCount(0);
});

test('GEN-04 a notice on the pages before sign-in covers only the picture', async ({ visit }) => {
  for (const viewport of [phone, desk]) {
    const page = await visit({ at: '/create-account', viewport, locale: 'fr-FR' });
    await page.getByRole('button', { name: 'Créer le compte' }).click();
    await expect(page.locator('.notice')).toBeVisible();
    await page.evaluate(() => scrollTo(0, 0));
    expect(await coveredBy(page, page.locator('.notice')), `${viewport.width} px`).toEqual([]);
  }
});

test('REG-01 leaving an unfinished registration asks for confirmation', async ({ visit }) => {
  const page = await visit({ at: '/login', locale: 'fr-FR', viewport: phone });
  await page.getByRole('link', { name: 'Créer un compte' }).click();
  await page.getByLabel('Société').fill('Le Pétrin');
  await page.getByRole('link', { name: 'Retour à la connexion' }).click();
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question at the gate');
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(page.getByLabel('Société')).toHaveValue('Le Pétrin');
  await page.getByRole('link', { name: 'Retour à la connexion' }).click();
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByRole('button', { name: 'Se connecter' }).first()).toBeVisible();
});

test('GEN-04 typing another address while a form is unsaved asks for confirmation, also when the page was opened by its address', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/structures/create' });
  await page.reload();
  const name = page.getByRole('textbox', { name: 'Nom' });
  await name.fill('Brouillon');
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  // Twice: choosing to stay must not change how the next attempt is handled.
  for (const _ of [1, 2]) {
    await page.evaluate(() => window.location.assign('#/tags'));
    await question.getByRole('button', { name: 'Rester' }).click();
    await expect(name).toHaveValue('Brouillon');
    expect(page.url()).toContain('/structures/create');
  }
  await page.evaluate(() => window.location.assign('#/tags'));
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page.getByRole('heading', { name: /^Étiquettes/ })).toBeVisible();
});

test('REG-04 REG-05 an expired activation link can be requested anew by keyboard, and an invalid address is named', async ({
  visit,
}) => {
  const page = await visit({ at: '/activate/abc', locale: 'fr-FR', viewport: phone });
  await expect(page.getByText('Ce lien n’est pas vérifié')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Envoyer un nouveau lien' })).toBeVisible();
  await expectAccessible(page, 'a dead activation link');
  const address = page.getByLabel('Votre adresse, pour un nouveau lien');
  await address.press('Enter');
  await expect(page.getByText('Champ requis')).toBeVisible();
  await address.fill('petrin');
  await address.press('Enter');
  await expect(address).toHaveAttribute('aria-invalid', 'true');
  await address.fill('nobody@parcours.test');
  await address.press('Enter');
  await expect(page.getByRole('status')).toContainText('un nouveau lien a été envoyé');
});

test('USR-05 the browser’s Back button asks before unsaved input is lost, also when the previous page was opened by its address', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/' });
  await settled(page);
  // Like a typed address: react-router has no index for such an entry.
  await page.evaluate(() => {
    window.location.hash = '#/users';
  });
  await settled(page);
  await page.getByRole('link', { name: 'Zoé Martin', exact: true }).click();
  await page.getByRole('link', { name: 'Gérer les droits' }).first().click();
  const right = page.getByRole('switch').first();
  await right.click();
  await expect(page.getByRole('button', { name: /Enregistrer/ })).toBeVisible();
  const at = page.url();
  await page.evaluate(() => window.history.back());
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(page).toHaveURL(at);
  await expect(page.getByRole('button', { name: /Enregistrer/ })).toBeVisible();
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Quitter' }).click();
  await expect(page).toHaveURL(/#\/users$/);
  await expect(page.getByRole('link', { name: 'Zoé Martin', exact: true })).toBeVisible();
});

// In a browser, because it checks whether the router asks before the page is left.
test('PHA-06 GEN-04 a typed duration applies as soon as its cell is left, Save stays in sight, and leaving the page asks before it is lost', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@levain.test');
  const [program] = membersOf<{ id: string }>(await admin.get('/programs?category=deck&itemsPerPage=1'));
  const page = await openAs('admin@levain.test', { at: `/programs/${program?.id}/1` });
  const cell = page.getByRole('textbox', { name: 'Étape 1 : Durée (min:s)', exact: true });
  await cell.fill('77');
  await cell.press('Tab');
  await page.getByRole('heading', { name: 'Oura' }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: /^Enregistrer/ })).toBeInViewport({ ratio: 1 });
  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Machines' }).click();
  const question = page.getByRole('dialog', { name: 'Quitter sans enregistrer ?' });
  await question.getByRole('button', { name: 'Rester' }).click();
  await expect(cell).toHaveValue('77:00');
  await expect(page.getByRole('button', { name: 'Enregistrer' })).toBeEnabled();
});

test('NAV-01 GEN-06 on a phone the settings menu begins with the person’s name and role', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/', viewport: phone });
  await settled(page);
  await page.getByRole('button', { name: 'Réglages' }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toContainText('Claire Levain');
  await expect(menu).toContainText('Administrateur client');
  await expectAccessible(page, 'the settings menu');
  await page.keyboard.press('Escape');
  await go(page, '/machines');
});

// In a browser, because it checks whether a page is kept or rebuilt.
test('GEN-02 GEN-11 changing the language keeps the input and translates the refusal', async ({ visit }) => {
  const page = await visit({ at: '/login', locale: 'fr-FR' });
  await page.getByLabel('E-mail').fill('nobody@parcours.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill('not this one');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Email ou mot de passe inconnus')).toBeVisible();
  await page.getByLabel('Langue').selectOption('en');
  await expect(page.getByText('Unknown email or password')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@parcours.test');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not this one');
});

test('GEN-02 changing the language on a form behind the sign-in keeps the input', async ({ visit }) => {
  const email = await registered('langue', 'FR');
  const page = await visit({ at: '/login', locale: 'fr-FR' });
  await signIn(page, email, ownPassword);
  await go(page, '/tags/create');
  await page.getByLabel('Description').fill('Ce qui se vend au marché');
  await page.getByRole('button', { name: /Créer|Enregistrer/ }).click();
  await expect(page.getByText('Champ requis').first()).toBeVisible();
  await page.getByRole('button', { name: /^FR/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expect(page.getByText('Required').first()).toBeVisible();
  await expect(page.getByText('Champ requis')).toHaveCount(0);
  await expect(page.getByLabel('Description')).toHaveValue('Ce qui se vend au marché');
});
