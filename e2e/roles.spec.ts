import { type ProfileView, profileView } from '@fournil/contract/accounts/profile';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { type Action, can } from '@fournil/contract/rights/policy';
import { isRight } from '@fournil/contract/rights/rights';
import type { Page } from '@playwright/test';
import { apiFor, membersOf } from './api.ts';
import { expect, go, settled, test } from './fixtures.ts';

/** Who sees which menu (NAV-02, NAV-03), in their own language. */
const menus: Record<string, string[]> = {
  'super@fournil.test': ['Home', 'Technicians', 'Clients'],
  'tech@fournil.test': ['Accueil', 'Clients'],
  'admin@levain.test': ['Accueil', 'Utilisateurs', 'Structures', 'Étiquettes', 'Programmes', 'Machines'],
  'user@levain.test': ['Home', 'Structures', 'Tags', 'Programs', 'Machines'],
  'limited@levain.test': ['Accueil', 'Structures', 'Étiquettes', 'Programmes', 'Machines'],
  'admin@epi.test': ['Home', 'Users', 'Structures', 'Tags', 'Programs', 'Machines'],
};

for (const [username, labels] of Object.entries(menus)) {
  test(`NAV-01 NAV-02 NAV-03 GEN-09 RGT-04 ${username}: menu and addresses open as the policy says, and no other`, async ({ openAs }) => {
    const api = await apiFor(username);
    const profile = profileView.parse(await api.get('/profile'));
    const page = await openAs(username);
    await settled(page);
    await expect(page.locator('.top-bar__person')).toContainText(profile.fullName);
    const entries = page.locator('nav.rail').getByRole('link');
    await expect(entries).toHaveText(labels);
    for (const label of labels) {
      await entries.filter({ hasText: label }).click();
      await settled(page);
      expect(hashOf(page), label).not.toContain('not-granted');
    }
    for (const [address, action] of await addresses(username, profile)) {
      const isAllowed = action === null || can(actorOf(profile), action);
      await page.goto(`/#${address}`);
      await expect
        .poll(() => hashOf(page), { message: `${username} at ${address}`, intervals: [50] })
        .toContain(isAllowed ? address : '/not-granted');
      await settled(page);
      expect(hashOf(page), `${username} at ${address}`).toContain(isAllowed ? address : '/not-granted');
    }
  });
}

/** Every address with what it takes to open it; with things that this person sees, or, seeing none, with somebody else's. */
async function addresses(username: string, { kind }: ProfileView): Promise<[address: string, action: Action | null][]> {
  const api = await apiFor(kind === 'superAdmin' || kind === 'technician' ? 'admin@levain.test' : username);
  const [machine] = membersOf<MachineView>(await api.get('/machines?itemsPerPage=1'));
  const [program] = membersOf<ProgramView>(await api.get('/programs?itemsPerPage=1'));
  return [
    ['/', null],
    ['/profile', null],
    ['/activity', null],
    ['/machines', 'machines.list'],
    ['/machines/create', 'machines.create'],
    [`/machines/${machine?.id}/show`, 'machines.show'],
    [`/machines/${machine?.id}/show/history`, 'machines.show'],
    [`/machines/${machine?.id}`, 'machines.edit'],
    ['/programs', 'programs.list'],
    ['/programs/create', 'programs.create'],
    [`/programs/${program?.id}/show`, 'programs.show'],
    [`/programs/${program?.id}`, 'programs.edit'],
    [`/programs/${program?.id}/1`, 'programs.edit'],
    ['/structures', 'structures.open'],
    ['/tags', 'tags.open'],
    ['/users', 'users.list'],
    ['/client-admins', 'client-admins.list'],
    ['/fournil-technicians', 'technicians.list'],
  ];
}

function actorOf({ kind, rights, roles }: ProfileView) {
  return { kind, secondStepPending: false, rights: rights.filter(isRight), remoteParamsEdit: roles.includes('ROLE_REMOTE_PARAMS_EDIT') };
}

test('GEN-05 GEN-09 GEN-10 unknown addresses say so, old ones lead home, reload and back stay where one was', async ({ openAs }) => {
  const page = await openAs('user@levain.test', { at: '/nowhere/at/all' });
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible();
  for (const old of ['/errors', '/program_machines']) {
    await page.goto(`/#${old}`);
    await expect(page.getByRole('heading', { name: 'Hello Karim Haddad' })).toBeVisible();
    expect(hashOf(page)).toBe('#/');
  }
  await page.getByRole('link', { name: 'Tags' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await page.getByRole('link', { name: 'Structures' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Structures' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});

test('AUT-01 AUT-02 AUT-04 a refused sign-in says why in the reader’s language and keeps what was typed', async ({ visit }) => {
  for (const [locale, button, required, text, serverError] of [
    ['en-GB', 'Sign in', 'Required', 'Unknown email or password', 'Server Error'],
    ['fr-FR', 'Se connecter', 'Champ requis', 'Email ou mot de passe inconnus', 'Erreur du serveur'],
  ] as const) {
    // A failure of the network is logged.
    const page = await visit({ at: '/login', locale, expected: /Failed to fetch/ });
    const submit = page.getByRole('button', { name: button });
    await submit.click();
    await expect(page.getByText(required)).toHaveCount(2);
    for (const username of ['admin@epi.test', 'nobody@nowhere.test']) {
      await page.locator('input[name=username]').fill(username);
      await page.locator('input[name=password]').fill('not the password');
      await submit.click();
      await expect(page.getByText(text)).toBeVisible();
      await expect(page.locator('input[name=username]')).toHaveValue(username);
      await expect(page.locator('input[name=password]')).toHaveValue('not the password');
    }
    await page.route('**/api/login', (route) => route.abort());
    await submit.click();
    await expect(page.getByText(serverError).first()).toBeVisible();
    await expect(page.locator('input[name=password]')).toHaveValue('not the password');
  }
});

test('GEN-02 the language that was chosen stays, and goes back to the browser’s', async ({ visit, openAs }) => {
  const page = await visit({ at: '/login', locale: 'en-GB' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await page.getByRole('combobox').selectOption('fr');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await page.getByRole('button', { name: 'Celle de mon navigateur' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();

  const inside = await openAs('user@levain.test', { at: '/tags', locale: 'fr-FR' });
  await expect(inside.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await pickLanguage(inside, 'Français');
  await expect(inside.getByRole('heading', { level: 1, name: 'Étiquettes' })).toBeVisible();
  await inside.reload();
  await expect(inside.getByRole('heading', { level: 1, name: 'Étiquettes' })).toBeVisible();
  await pickLanguage(inside, 'English');
  await expect(inside.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});

test('AUT-03 AUT-04 after signing out the token opens nothing any more', async ({ visit, openFresh }) => {
  const page = await openFresh('admin@epi.test');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const profileWith = async () => (await page.request.get('/api/profile', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await profileWith()).toBe(200);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(page)).toContain('/login');
  expect(await profileWith()).toBe(401);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])).toEqual([null, null]);

  // Another tab that still holds the old token is led to the door too.
  const other = await visit({ at: '/login', locale: 'en-GB' });
  await other.evaluate((old) => localStorage.setItem('token', old ?? ''), token);
  await other.goto('/#/machines');
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(other)).toContain('/login');
});

test('WIZ-01 PRG-02 a reload in the middle keeps what was typed; a double click makes one program', async ({ openAs }) => {
  const name = 'Written twice, saved once';
  const page = await openAs('user@levain.test', { at: '/programs/create/2' });
  // An address before its time leads to the first step that is missing.
  await expect(page.getByRole('radio', { name: /^Deck oven/ })).toBeVisible();
  await page.getByRole('radio', { name: /^Convection oven/ }).check();
  await page.getByRole('button', { name: 'Next: identify' }).click();
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
  const duration = page.getByRole('textbox', { name: 'Step 1: For (min)' });
  await duration.fill('25');
  await duration.press('Enter');
  await expect(page.getByRole('button', { name: 'Next: save' })).toBeEnabled();
  await page.reload();
  await expect(duration).toHaveValue('25');
  await expect(page.getByRole('textbox', { name: 'Step 1: Set to (°C)' })).toHaveValue('180');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name);
  await page.goBack();
  await expect(duration).toHaveValue('25');
  await page.getByRole('button', { name: 'Next: save' }).click();
  await page.getByRole('radio', { name: /^No, not yet/ }).check();
  await page.getByRole('button', { name: 'Save the program' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const api = await apiFor('user@levain.test');
  const made = membersOf<ProgramView>(await api.get(`/programs?q=${encodeURIComponent(name)}`));
  expect(made).toHaveLength(1);
  expect(made[0]?.approved).toBe(false);
  // The draft is used up.
  await go(page, '/programs/create');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

async function pickLanguage(page: Page, language: string): Promise<void> {
  const stored = page.waitForResponse((response) => response.url().endsWith('/api/profile') && response.request().method() === 'PUT');
  await page.locator('button.language').click();
  await page.getByRole('menuitem', { name: language }).click();
  await stored;
}

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}
