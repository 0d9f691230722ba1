import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { Page } from '@playwright/test';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, settled, test } from '../kit/fixtures.ts';

/** The beginning of a selector for the class. */
const ownRules = /(?<=^|[{},])\.([a-z][\w-]*)/g;

/** All classes for which any style sheet of the page has rules, loaded or not. */
function classesOfAll(): string[] {
  const assets = join(import.meta.dirname, '../../web/dist/assets');
  const text = globSync('*.css', { cwd: assets }).map((name) => readFileSync(join(assets, name), 'utf8'));
  return [...new Set(text.flatMap((sheet) => [...sheet.matchAll(ownRules)].map(([, name = '']) => name)))];
}

/** Classes that are used in the document without a loaded rule. */
async function bareClasses(page: Page, styled: readonly string[]): Promise<string[]> {
  return page.evaluate((known) => {
    const there = new Set(
      [...document.styleSheets].flatMap((sheet) =>
        [...sheet.cssRules].flatMap((rule) => rule.cssText.match(/\.[a-z][\w-]*/g) ?? []),
      ),
    );
    const shown = new Set([...document.querySelectorAll('[class]')].flatMap((element) => [...element.classList]));
    return known.filter((name) => shown.has(name) && !there.has(`.${name}`));
  }, styled);
}

/** The first record of a list of this person. */
async function firstOf(username: string, path: string): Promise<string> {
  return membersOf<{ id: string }>(await (await apiFor(username)).get(path))[0]?.id ?? '';
}

async function ofClients(username: string): Promise<string[]> {
  const [machine, program, structure, tag, person] = await Promise.all(
    ['machines?paired=true&', 'programs?approved=true&', 'structures?', 'tags?', 'users?kind=user&'].map((path) =>
      firstOf(username, `/${path}itemsPerPage=1`),
    ),
  );
  return [
    '/',
    '/machines',
    '/machines/create',
    ...['/show', '/show/history', '/show/defaults', '/show/stats', '', '/settings', '/contents'].map(
      (part) => `/machines/${machine}${part}`,
    ),
    '/differences',
    '/menus',
    '/menus/calendar',
    '/menus/create',
    '/programs',
    '/programs/create',
    ...['/show', '/show/revisions/1', '', '/1', '/bakes'].map((part) => `/programs/${program}${part}`),
    `/programs/compare?left=${program}&right=${program}`,
    '/structures',
    '/structures/create',
    ...['/show', ''].map((part) => `/structures/${structure}${part}`),
    '/tags',
    '/tags/create',
    '/rollouts',
    ...['/show', ''].map((part) => `/tags/${tag}${part}`),
    '/users',
    '/users/create',
    ...['/show', '/show/rights', '/show/activity', '/edit'].map((part) => `/users/${person}${part}`),
    '/profile',
    '/profile/edit',
    '/activity',
    '/all-activity',
    '/recycle-bin',
    '/not-granted',
    '/nowhere',
  ];
}

const ofSuperAdmin = [
  '/',
  '/client-admins',
  '/fournil-technicians',
  '/create-fournil-admin',
  '/create-fournil-tech',
  '/select-user',
  '/images-fournil',
  '/images-machines',
  '/models',
  '/models/create',
  '/models/sole-3-12',
  '/software-updates',
  '/software-updates/create',
  '/rollouts',
  '/all-activity',
];

const groups: [username: string, addresses: () => Promise<string[]>][] = [
  ['admin@levain.test', () => ofClients('admin@levain.test')],
  ['user@levain.test', async () => ['/', '/machines', '/programs', '/structures', '/tags', '/recycle-bin']],
  ['super@fournil.test', async () => ofSuperAdmin],
  [
    'tech@fournil.test',
    async () => ['/', '/client-admins', '/create-fournil-tech', '/shared-machines', '/select-user'],
  ],
];

for (const [username, addresses] of groups) {
  test(`every address has its styles when it is the first one opened: ${username}`, async ({ openAs }) => {
    // Some forty pages at one or two seconds each.
    test.setTimeout(480_000);
    const styled = classesOfAll();
    expect(styled.length).toBeGreaterThan(300);
    const page = await openAs(username);
    for (const [index, at] of (await addresses()).entries()) {
      // A new document, without the style sheets of other pages.
      await page.goto(`/?${index}#${at}`);
      await settled(page);
      expect.soft(await bareClasses(page, styled), at).toEqual([]);
    }
  });
}

test('PRG-05 a machine’s page offers the programs of its category that it does not hold, and says why others are left out', async ({
  openAs,
}) => {
  const username = 'admin@levain.test';
  const admin = await apiFor(username);
  const [machine] = membersOf<MachineView>(await admin.get('/machines?paired=true&category=deck&itemsPerPage=1'));
  const there = machine?.programs.map(({ name }) => name ?? '') ?? [];
  expect(there.length).toBeGreaterThan(0);
  const page = await openAs(username, { at: `/machines/${machine?.id}/show` });
  await page.getByRole('button', { name: 'Ajouter un programme' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('.install')).toHaveAttribute('aria-busy', 'false');
  expect(await bareClasses(page, classesOfAll())).toEqual([]);
  for (const name of there) await expect(dialog.getByLabel(name, { exact: true })).toHaveCount(0);
  await expect(dialog.locator('[data-off]')).toHaveCount(0);
  await expect(dialog.getByText(/y sont déjà\. .* sont écrits pour d’autres catégories\./)).toBeVisible();
});

test('MAC-07 the settings page of a deleted machine says so and links back to the machines', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/machines/01890000-0000-7000-8000-000000000000/settings' });
  await expect(page.getByText('Cette machine n’existe plus')).toBeVisible();
  await page.getByRole('link', { name: 'Retour aux machines' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Machines' })).toBeVisible();
});
