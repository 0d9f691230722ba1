import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { UserView } from '@fournil/contract/users/user';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, forgetSession, go, test } from '../kit/fixtures.ts';
import { mailbox, until } from '../kit/product.ts';

/** IMP: support helps a client, who then sees what was done. */
test('IMP-01 IMP-04 IMP-05 NAV-01 USR-01 support signs in as a client with the security code, acts under both names, and returns', async ({
  openFresh,
}) => {
  const client = await apiFor('admin@levain.test');
  const { securityCode } = (await client.get('/home')) as HomeInfos;
  const page = await openFresh('tech@fournil.test');
  await page.getByRole('button', { name: /Réglages|Settings/ }).click();
  await page.getByRole('menuitem', { name: 'Se connecter en tant que…' }).click();
  await page.getByRole('button', { name: 'Se connecter en tant que Claire Levain' }).click();
  const code = page.getByRole('textbox', { name: 'Code de sécurité' });
  await code.fill('00000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Le code de sécurité saisi n’est pas valide')).toBeVisible();
  await code.fill(`${securityCode?.slice(0, 4)} ${securityCode?.slice(4)}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click();

  const banner = page.getByRole('status').filter({ hasText: 'Vous agissez en tant que Claire Levain, Maison Levain' });
  await expect(banner).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire Levain' })).toBeVisible();
  await expect(page.getByText('Masqué tant que vous agissez au nom d’une autre personne.')).toBeVisible();
  const [machine] = membersOf<MachineView>(await client.get('/machines?approved=true&itemsPerPage=1'));
  if (!machine) throw new Error('The demonstration has no machine.');
  await go(page, `/machines/${machine.id}`);
  await page.getByLabel('Description').fill('Réglé avec le support');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.history')).toContainText('Marc Tanguy (en tant que Claire Levain) a modifié');
  // Credentials can be changed by their owner only.
  for (const own of ['/change-password', '/profile/edit']) {
    await page.goto(`/#${own}`);
    await expect(page).toHaveURL(/#\/(not-granted|profile|)$/);
    await expect(page.locator('input[type=password], input[name=email]')).toHaveCount(0);
  }
  // A control session survives a reload and other pages; it ends by the button, or by itself.
  await page.reload();
  await page.getByRole('button', { name: 'Revenir à mon compte' }).click();
  await expect(page.getByText('Vous utilisez de nouveau votre propre compte.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bonjour Marc Tanguy' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await until('the client is told by e-mail', async () =>
    (await mailbox()).some((mail) => mail.includes('admin@levain.test') && /en votre nom/.test(mail)),
  );
  expect(((await client.get('/home')) as HomeInfos).securityCode).not.toBe(securityCode);
});

test('IMP-03 USR-01 USR-08 a client admin signs in as one of their own users', async ({ openFresh }) => {
  const page = await openFresh('admin@levain.test');
  await go(page, '/select-user');
  // USR-08: disabled and enabled from this list too.
  for (const [verb, next] of [
    ['Désactiver', 'Activer'],
    ['Activer', 'Désactiver'],
  ] as const) {
    // Exact: « Désactiver » contains « activer », so the button before the change would pass for the one after it.
    await page.getByRole('button', { name: `${verb} – Zoé Martin`, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    await expect(page.getByRole('button', { name: `${next} – Zoé Martin`, exact: true })).toBeVisible();
  }
  forgetSession('limited@levain.test');
  await page.getByRole('button', { name: 'Se connecter en tant que Zoé Martin' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Vous agissez en tant que Zoé Martin')).toBeVisible();
  await expect(
    page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Utilisateurs' }),
  ).toHaveCount(0);
  await page.getByRole('button', { name: 'Revenir à mon compte' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire Levain' })).toBeVisible();
});

test('USR-06 GEN-05 the address of a person opens their page', async ({ openAs }) => {
  const [person] = membersOf<UserView>(await (await apiFor('admin@epi.test')).get('/users?kind=user'));
  const page = await openAs('admin@epi.test', { at: `/users/${person?.id}` });
  await expect(page).toHaveURL(new RegExp(`/users/${person?.id}/show$`));
  await expect(page.getByRole('heading', { level: 1, name: person?.fullName ?? '' })).toBeVisible();
});
