import { type ProfileView, profileAnswer } from '@fournil/contract/accounts/profile';
import { fleetInfos } from '@fournil/contract/home/homeInfos';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import { type Action, can } from '@fournil/contract/rights/policy';
import { isRight } from '@fournil/contract/rights/rights';
import type { StructureView } from '@fournil/contract/structures/structure';
import type { TagView } from '@fournil/contract/tags/tag';
import type { Locator, Page } from '@playwright/test';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';
import { type Attempt, type Offer, resources } from './offers.ts';

/** Who sees which menu (NAV-02, NAV-03), in their own language. */
const menus: Record<string, string[]> = {
  'super@fournil.test': ['Home', 'Technicians', 'Clients', 'Program images', 'Machine images', 'Software updates'],
  'tech@fournil.test': ['Accueil', 'Clients'],
  'admin@levain.test': ['Accueil', 'Utilisateurs', 'Structures', 'Étiquettes', 'Programmes', 'Machines'],
  'user@levain.test': ['Home', 'Structures', 'Tags', 'Programs', 'Machines'],
  'limited@levain.test': ['Accueil', 'Structures', 'Étiquettes', 'Programmes', 'Machines'],
  'admin@epi.test': ['Home', 'Users', 'Structures', 'Tags', 'Programs', 'Machines'],
};

/** These two open all that they may; the others' pages are the same ones, so what they may not open is enough. */
const walkEverything = ['admin@levain.test', 'limited@levain.test'];

for (const [username, labels] of Object.entries(menus)) {
  test(`NAV-01 NAV-02 NAV-03 GEN-09 RGT-04 ${username}: menu and addresses open as the policy says, and no other`, async ({
    openAs,
  }) => {
    const api = await apiFor(username);
    const profile = profileAnswer.parse(await api.get('/profile')).profile;
    const page = await openAs(username);
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
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
      if (isAllowed && !walkEverything.includes(username)) continue;
      await step(page, address);
      await expect
        .poll(() => hashOf(page), { message: `${username} at ${address}`, intervals: [50] })
        .toContain(isAllowed ? address : '/not-granted');
      await settled(page);
      expect(hashOf(page), `${username} at ${address}`).toContain(isAllowed ? address : '/not-granted');
    }
    expect(refused, 'no page asks the server for what its reader may not see').toEqual([]);
  });
}

/** From one address to another within the page, as a bookmark does; gone once the page has drawn it. */
async function step(page: Page, address: string): Promise<void> {
  await page.evaluate(async (hash) => {
    location.hash = hash;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, address);
  await settled(page);
}

/**
 * Every address with what it takes to open it; with things that this person sees, or, seeing none, with somebody
 * else's.
 */
async function addresses(username: string, { kind }: ProfileView): Promise<[address: string, action: Action | null][]> {
  const api = await apiFor(kind === 'superAdmin' || kind === 'technician' ? 'admin@levain.test' : username);
  const [machine] = membersOf<MachineView>(await api.get('/machines?itemsPerPage=1'));
  const [program] = membersOf<ProgramView>(await api.get('/programs?itemsPerPage=1'));
  const [structure] = membersOf<StructureView>(await api.get('/structures?itemsPerPage=1'));
  const [tag] = membersOf<TagView>(await api.get('/tags?itemsPerPage=1'));
  const [person] = membersOf<{ id: string }>(await (await apiFor('admin@levain.test')).get('/users?itemsPerPage=1'));
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
    [`/machines/${machine?.id}/settings`, 'machines.readSettings'],
    ['/structures', 'structures.open'],
    ['/structures/create', 'structures.create'],
    [`/structures/${structure?.id}/show`, 'structures.show'],
    [`/structures/${structure?.id}`, 'structures.edit'],
    ['/tags', 'tags.open'],
    ['/tags/create', 'tags.create'],
    [`/tags/${tag?.id}/show`, 'tags.show'],
    [`/tags/${tag?.id}`, 'tags.edit'],
    ['/users', 'users.list'],
    ['/users/create', 'users.create'],
    [`/users/${person?.id}/show`, 'users.show'],
    [`/users/${person?.id}/show/rights`, 'users.show'],
    ['/create-fournil-admin', 'client-admins.create'],
    ['/create-fournil-tech', 'technicians.create'],
    ['/client-admins', 'client-admins.list'],
    ['/fournil-technicians', 'technicians.list'],
  ];
}

function actorOf({ kind, rights, roles }: ProfileView) {
  return {
    kind,
    secondStepPending: false,
    rights: rights.filter(isRight),
    remoteParamsEdit: roles.includes('ROLE_REMOTE_PARAMS_EDIT'),
  };
}

for (const username of ['admin@levain.test', 'user@levain.test', 'limited@levain.test', 'admin@epi.test']) {
  test(`RGT-04 BLK-01 ${username}: list, page and bar offer what may be done; what may not is refused too`, async ({
    openAs,
  }) => {
    const api = await apiFor(username);
    const profile = profileAnswer.parse(await api.get('/profile')).profile;
    const may = (act: Action) => can(actorOf(profile), act);
    const page = await openAs(username);
    const main = page.getByRole('main');
    for (const { name, list, show, menu, bar, attempts } of resources) {
      await go(page, `/${name}`);
      await expectOffers(main, profile, list);
      await main.getByRole('row').getByRole('checkbox').nth(1).check();
      await expectBar(page.locator('.bulk-bar'), profile, bar);
      const [one] = membersOf<{ id: string }>(await api.get(`/${name}?itemsPerPage=1`));
      const id = one?.id ?? '';
      await go(page, `/${name}/${id}/show`);
      await expectOffers(main, profile, show);
      if (menu) await expectMenu(page, profile, menu);
      await expectRefused(
        api,
        id,
        attempts.filter(({ act }) => !may(act)),
      );
      await api.get(`/${name}/${id}`);
    }
  });

  test(`HOM-01 HOM-03 ${username}: every number of the home page is how much the list behind it holds, in the right plural`, async ({
    openAs,
  }) => {
    const profile = profileAnswer.parse(await (await apiFor(username)).get('/profile')).profile;
    const page = await openAs(username);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(profile.fullName);
    await expect(page.locator('.home__aside')).toContainText(/\d{4} \d{4}/);
    const counters = page.locator('.counters').getByRole('link');
    await expect(counters).toHaveCount(profile.kind === 'clientAdmin' ? 5 : 4);
    for (let index = 0; index < (await counters.count()); index += 1) {
      // Ovens come and go meanwhile.
      await expect(async () => {
        await go(page, '/');
        const figure = Number(
          await counters
            .nth(index)
            .locator('.counters__figure')
            .evaluate((element) => element.firstChild?.textContent),
        );
        const label = (await counters.nth(index).locator('.counters__label').textContent())?.trim();
        expect(label).toBe(labels[profile.countryCode][index]?.[isOne(profile.countryCode, figure) ? 0 : 1]);
        await counters.nth(index).click();
        await expect(page).not.toHaveURL(/#\/$/);
        await settled(page);
        expect(await totalOf(page), label).toBe(figure);
      }).toPass({ timeout: 20_000 });
    }
  });
}

for (const username of ['super@fournil.test', 'tech@fournil.test']) {
  test(`HOM-04 RGT-06 ${username}: the fleet in numbers, and nobody’s things`, async ({ openAs }) => {
    const api = await apiFor(username);
    const fleet = fleetInfos.parse(await api.get('/home/fleet'));
    const page = await openAs(username);
    await settled(page);
    const figures = page.locator('.counters__figure');
    await expect(figures).toHaveCount(5);
    await expect(figures.nth(0)).toHaveText(String(fleet.organisations));
    await expect(figures.nth(1)).toHaveText(String(fleet.machines));
    await expect(page.locator('.versions dt')).toHaveText(fleet.softwareVersions.map(({ version }) => version));
    await expect(page.locator('.home__aside')).toHaveCount(0);
    for (const path of ['/home', '/machines', '/programs', '/structures', '/tags'])
      expect((await api.send('GET', path)).status, path).toBe(403);
    // The one number of which the maker has a list.
    const links = page.locator('.counters').getByRole('link');
    await expect(links).toHaveCount(1);
    await links.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await settled(page);
    await expect.poll(() => totalOf(page)).toBe(fleet.organisations);
  });
}

const labels: Record<'EN' | 'FR', [one: string, several: string][]> = {
  EN: [
    ['machine connected', 'machines connected'],
    ['approved program', 'approved programs'],
    ['machine to approve', 'machines to approve'],
    ['structure with machines', 'structures with machines'],
    ['user', 'users'],
  ],
  FR: [
    ['machine connectée', 'machines connectées'],
    ['programme approuvé', 'programmes approuvés'],
    ['machine à approuver', 'machines à approuver'],
    ['structure avec des machines', 'structures avec des machines'],
    ['utilisateur', 'utilisateurs'],
  ],
};

/** French counts nothing in the singular. */
function isOne(language: 'EN' | 'FR', figure: number): boolean {
  return figure === 1 || (language === 'FR' && figure === 0);
}

/** What the page does not offer is not accepted by the API either. */
async function expectRefused(api: Api, id: string, attempts: readonly Attempt[]): Promise<void> {
  for (const { method, path, body } of attempts) {
    const sent: unknown = body && JSON.parse(JSON.stringify(body).replace('{id}', id));
    const { status } = await api.send(method, path.replace('{id}', id), sent);
    expect(status, `${method} ${path} ${JSON.stringify(sent)}`).toBe(403);
  }
}

/** How much the list holds, over all its pages. */
async function totalOf(page: Page): Promise<number> {
  const range = page.locator('.pager__range');
  if ((await range.count()) === 0) return 0;
  return Number((await range.textContent())?.match(/\d+$/)?.[0]);
}

/** As buttons or links: there for those who may, and for nobody else. */
async function expectOffers(within: Locator, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  for (const { act, words } of offers) {
    const name = words[profile.countryCode];
    const offered = within
      .getByRole('button', { name, exact: true })
      .or(within.getByRole('link', { name, exact: true }));
    await expect(offered, `${act}: ${name}`).toHaveCount(can(actorOf(profile), act) ? 1 : 0);
  }
}

async function expectMenu(page: Page, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  await page.getByRole('button', { name: { EN: 'More actions', FR: 'Autres actions' }[profile.countryCode] }).click();
  for (const { act, words } of offers) {
    const offered = page.getByRole('menuitem', { name: words[profile.countryCode], exact: true });
    await expect(offered, act).toHaveCount(can(actorOf(profile), act) ? 1 : 0);
  }
  await page.keyboard.press('Escape');
}

/** In the bar over selected rows they are always there, and grey for those who may not. */
async function expectBar(bar: Locator, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  for (const { act, words } of offers)
    await expect(bar.getByRole('button', { name: words[profile.countryCode], exact: true }), act).toBeEnabled({
      enabled: can(actorOf(profile), act),
    });
}

test('GEN-05 GEN-09 GEN-10 unknown addresses say so, old ones lead home, reload and back stay where one was', async ({
  openAs,
}) => {
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

test('AUT-01 AUT-02 AUT-04 a refused sign-in says why in the reader’s language and keeps what was typed', async ({
  visit,
}) => {
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

  await (await apiFor('user@levain.test')).send('PUT', '/profile', { countryCode: 'EN' });
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
  const profileWith = async () =>
    (await page.request.get('/api/profile', { headers: { authorization: `Bearer ${token}` } })).status();
  expect(await profileWith()).toBe(200);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Disconnect' }).click();
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(page)).toContain('/login');
  expect(await profileWith()).toBe(401);
  expect(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('role')])).toEqual([
    null,
    null,
  ]);

  // Another tab that still holds the old token is led to the door too.
  const other = await visit({ at: '/login', locale: 'en-GB' });
  await other.evaluate((old) => localStorage.setItem('token', old ?? ''), token);
  await other.goto('/#/machines');
  await other.reload();
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible();
  expect(hashOf(other)).toContain('/login');
});

test('WIZ-01 PRG-02 a reload in the middle keeps what was typed; a double click makes one program', async ({
  openAs,
}) => {
  const name = 'Written twice, saved once';
  const api = await apiFor('user@levain.test');
  const found = async () => membersOf<ProgramView>(await api.get(`/programs?q=${encodeURIComponent(name)}`));
  for (const { id } of await found()) await api.send('DELETE', `/programs/${id}`);
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
  const made = await found();
  expect(made).toHaveLength(1);
  expect(made[0]?.approved).toBe(false);
  // The draft is used up.
  await go(page, '/programs/create');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
});

async function pickLanguage(page: Page, language: string): Promise<void> {
  const stored = page.waitForResponse(
    (response) => response.url().endsWith('/api/profile') && response.request().method() === 'PUT',
  );
  await page.locator('button.language').click();
  await page.getByRole('menuitem', { name: language }).click();
  await stored;
}

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}

test('GEN-09 a page that cannot ask whether it may be opened says so, and opens once it can', async ({ openAs }) => {
  const page = await openAs('user@levain.test', { expected: /Failed to load|ERR_FAILED|Failed to fetch|TypeError/ });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What is known of the reader has expired in the very moment in which the server cannot be asked.
  await page.route('**/api/profile', (route) => route.abort());
  await go(page, '/tags');
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  await page.evaluate(() => {
    window.location.hash = '#/authentication-error';
  });
  await expect(page.getByRole('alert')).toContainText('Try again');
  await page.unroute('**/api/profile');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
});
