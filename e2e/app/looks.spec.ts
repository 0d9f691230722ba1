import type { ProgramView } from '@fournil/contract/programs/program';
import type { Page } from '@playwright/test';
import { expectAccessible, type Scheme } from '../kit/accessible.ts';
import { addressesFor } from '../kit/addresses.ts';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { aRollout } from '../kit/aRollout.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
];
/** Colours are the same in both languages, so they are checked only in French, which has the longer texts. */
const languages = [
  { language: 'FR', schemes: ['light', 'dark'] },
  { language: 'EN', schemes: [] },
] as const;
const username = 'admin@levain.test';

type Look = (page: Page, what: string) => Promise<void>;

/** Screens that the table of pages does not name: tabs, steps, two programs, and lists as counters link to them. */
async function furtherScreens(admin: Api): Promise<string[]> {
  const [, other] = membersOf<ProgramView>(await admin.get('/programs?approved=true&itemsPerPage=2'));
  return [
    '/machines/:id/show/history',
    '/machines/:id/show/defaults',
    '/machines/:id/show/stats',
    '/programs/:id/1',
    '/programs/compare',
    `/programs/compare?left=:id&right=${other?.id}`,
    `/structures?filter=${encodeURIComponent('{"withMachines":true}')}`,
    `/users?filter=${encodeURIComponent('{"active":true}')}`,
    '/nowhere',
  ];
}

/** The addresses of the maker's people, and former ones: they lead to another page. */
const notForAdmins = [
  '/images-fournil',
  '/images-fournil/add',
  '/manage-images',
  // In a control session only.
  '/machines/:id/settings/rollout',
  '/models',
  '/models/create',
  '/models/:id',
  // The form, or the page of the person.
  '/users/:id',
  '/create-fournil-admin',
  '/create-fournil-tech',
  '/shared-machines',
  '/errors',
  '/program_machines',
];

test.afterAll(async () => {
  // Other journeys expect French.
  await (await apiFor('admin@levain.test')).send('PUT', '/profile', { countryCode: 'FR' });
});

for (const size of sizes) {
  for (const { language, schemes } of languages) {
    const how = `${size.width} px, ${language}, ${schemes.join(' and ') || 'without the rules about colours'}`;
    test(`GEN-01 GEN-06 every screen is accessible at ${how}`, async ({ openAs, visit }) => {
      const look: Look = (screen, what) => lookAt(screen, what, size.width, schemes);
      // Some sixty screens, each checked once or twice.
      test.setTimeout(360_000);
      const admin = await apiFor(username);
      await admin.send('PUT', '/profile', { countryCode: language });
      const page = await openAs(username, { viewport: size });
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase());
      await aRollout(admin);
      const elsewhere: string[] = [];
      for (const at of await addressesFor(admin, await furtherScreens(admin))) {
        await go(page, at);
        if (new URL(page.url()).hash.split('?')[0] === `#${at.split('?')[0]}`) await look(page, at);
        else elsewhere.push(at.replace(/(?<=^\/(machines|users|models)\/)(?!create$)[^/]+/, ':id'));
      }
      expect(elsewhere).toEqual(notForAdmins);
      await importDialog(page, look);
      await wizard(page, look);
      await admin.send('PUT', '/profile', { countryCode: 'FR' });
      const outside = await visit({ at: '/login', viewport: size, locale: language === 'FR' ? 'fr-FR' : 'en-GB' });
      await settled(outside);
      await look(outside, 'sign-in');
    });
  }
}

/** PRG-04: before files are chosen, and with the preview of the import. */
async function importDialog(page: Page, look: Look): Promise<void> {
  await go(page, '/programs');
  await page.locator('.program-tools__import').click();
  const dialog = page.getByRole('dialog');
  await look(page, 'import');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'broken.prog', mimeType: 'application/json', buffer: Buffer.from('{"format": 1}') });
  await expect(dialog.locator('.imported li')).toHaveCount(1);
  await look(page, 'import, refused');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

/** The four steps, each from a new draft. */
async function wizard(page: Page, look: Look): Promise<void> {
  await go(page, '/programs/create');
  await page.getByRole('radio').first().check();
  await look(page, 'wizard, category');
  await page.locator('.wizard__go button').click();
  await page.locator('input[name=name]').fill('Looks');
  await look(page, 'wizard, identify');
  await page.locator('.wizard__go button').click();
  await expect(page.locator('.drawing--live')).toBeVisible();
  await look(page, 'wizard, settings');
  await typeSettings(page);
  await page.locator('.wizard__go button').click();
  await look(page, 'wizard, save');
}

async function typeSettings(page: Page): Promise<void> {
  const [temperature, duration] = [0, 1].map((index) =>
    page.locator('[data-group=heat] .phases__row:not([data-preheat]) input').nth(index),
  );
  await temperature?.fill('220');
  await duration?.fill('20');
  await duration?.press('Enter');
  await expect(page.locator('.wizard__go button')).toBeEnabled();
}

async function lookAt(page: Page, what: string, width: number, schemes: readonly Scheme[]): Promise<void> {
  await settled(page);
  await expectAccessible(page, what, schemes);
  const widest = await page.evaluate(() => document.scrollingElement?.scrollWidth);
  expect.soft(widest, `${what} scrolls sideways`).toBeLessThanOrEqual(width);
}
