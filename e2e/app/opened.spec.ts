import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dayMilliseconds } from '@fournil/contract/kit/durations';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { Page } from '@playwright/test';
import { addressesFor } from '../kit/addresses.ts';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { aRollout } from '../kit/aRollout.ts';
import { expect, settled, test } from '../kit/fixtures.ts';
import { expectInWindow } from '../kit/inWindow.ts';

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

/** Records that the demonstration does not have. Answers with the paths at which some of them are deleted again. */
async function makeMissing(admin: Api): Promise<string[]> {
  await aRollout(admin);
  const endsAt = new Date(Date.now() + dayMilliseconds).toISOString();
  const inputs = {
    '/api-tokens': { name: 'Synchronisation nocturne', rights: ['ROLE_STRUCTURE_ACCESS'], endsAt },
    '/webhooks': { url: 'https://receiver.invalid/fournil', events: ['program.approved'] },
  };
  const made: string[] = [];
  for (const [path, input] of Object.entries(inputs)) {
    const { status, body } = await admin.send('POST', path, input);
    expect(status, `${path}: ${JSON.stringify(body)}`).toBe(201);
    made.push(`${path}/${(body as { id: string }).id}`);
  }
  return made;
}

/** What has been looked at for one person; of another one, only the home page and further pages are. */
const lookedAt = new Set<string>();

/**
 * Opens each address in a new document, without the style sheets of other pages, and then the tabs of the page. Answers
 * with the addresses that this person may open.
 */
async function openAll(page: Page, addresses: readonly string[], isLooked: boolean): Promise<Set<string>> {
  const styled = classesOfAll();
  expect(styled.length).toBeGreaterThan(300);
  const waiting = [...addresses];
  const seen = new Set<string>();
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (isLooked && at !== '/' && lookedAt.has(at)) continue;
    await page.goto(`/?${waiting.length}.${seen.size}#${at}`);
    await settled(page);
    const [path = ''] = at.split('?');
    if (new URL(page.url()).hash.split('?')[0] !== `#${path}`) continue;
    seen.add(at);
    if (isLooked) lookedAt.add(at);
    expect.soft(await bareClasses(page, styled), at).toEqual([]);
    if (isLooked) await expectInWindow(page, at);
    const tabs = await page.locator('main nav a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
    const next = tabs.flatMap((href) => (href?.startsWith(`#${path}/`) ? [href.slice(1)] : []));
    waiting.unshift(...next.filter((one) => !seen.has(one) && !waiting.includes(one)));
  }
  return seen;
}

/** Those without a look see pages of the others, with fewer buttons. */
const people: Record<string, { addresses: (api: Api) => Promise<string[]>; least: number; isLooked: boolean }> = {
  'admin@levain.test': { addresses: addressesFor, least: 50, isLooked: true },
  'user@levain.test': {
    addresses: async () => ['/', '/machines', '/programs', '/structures', '/tags', '/recycle-bin', '/nowhere'],
    least: 7,
    isLooked: false,
  },
  'super@fournil.test': { addresses: addressesFor, least: 15, isLooked: true },
  'tech@fournil.test': {
    addresses: async () => ['/', '/client-admins', '/create-fournil-tech', '/shared-machines', '/select-user'],
    least: 5,
    isLooked: false,
  },
};
const looks =
  'at 1280 and 1440 px nothing is cut off, menus open whole and uncovered and close with Escape, and notices cover no buttons';

// In a browser, because nothing else loads style sheets with pages, and computes where things are and what covers them.
for (const [username, { addresses, least, isLooked }] of Object.entries(people)) {
  const what = `each page has its styles when it is the first one opened${isLooked ? `, and ${looks}` : ''}`;
  test(`GEN-04 GEN-06 ${username}: ${what}`, async ({ openAs }) => {
    // Some sixty pages at two or three seconds each.
    test.setTimeout(600_000);
    const api = await apiFor(username);
    const made = username === 'admin@levain.test' ? await makeMissing(api) : [];
    try {
      const page = await openAs(username, { expected: /TypeError: Failed to fetch/ });
      const seen = await openAll(page, await addresses(api), isLooked);
      expect(seen.size).toBeGreaterThanOrEqual(least);
    } finally {
      for (const path of made) await api.send('DELETE', path);
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
  await expect(page.getByRole('heading', { name: 'Machine introuvable' })).toBeVisible();
  await page.getByRole('link', { name: 'Retour aux machines' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Machines' })).toBeVisible();
});
