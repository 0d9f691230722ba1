import type { MachineView } from '@fournil/contract/machines/machine';
import type { MenuView } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { StructureView } from '@fournil/contract/structures/structure';
import type { TagView } from '@fournil/contract/tags/tag';
import type { Page } from '@playwright/test';
import { expectAccessible, type Scheme } from '../kit/accessible.ts';
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

/** Screens with an address of their own, each with a text that shows that it has loaded. */
async function screens(admin: Api): Promise<Record<string, string>> {
  const [machine] = membersOf<MachineView>(await admin.get('/machines?paired=true&itemsPerPage=1'));
  const [program, other] = membersOf<ProgramView>(await admin.get('/programs?approved=true&itemsPerPage=2'));
  const [structure] = membersOf<StructureView>(
    await admin.get('/structures?lvl=0&itemsPerPage=1&order[nbMachine]=desc'),
  );
  const [tag] = membersOf<TagView>(await admin.get('/tags?itemsPerPage=1'));
  const [menu] = membersOf<MenuView>(await admin.get('/menus?itemsPerPage=1'));
  const ofMachine = `/machines/${machine?.id}`;
  const ofProgram = `/programs/${program?.id}`;
  return {
    home: '/',
    machines: '/machines',
    'machine, programs': `${ofMachine}/show`,
    'machine, history': `${ofMachine}/show/history`,
    'machine, defaults': `${ofMachine}/show/defaults`,
    'machine, stats': `${ofMachine}/show/stats`,
    'machine, edit': ofMachine,
    'machine, settings': `${ofMachine}/settings`,
    'machine, contents': `${ofMachine}/contents`,
    'machine, create': '/machines/create',
    differences: '/differences',
    rollouts: '/rollouts',
    rollout: `/rollouts/${await aRollout(admin)}`,
    'rollout, of a program': `${ofProgram}/rollout?revision=1`,
    menus: '/menus',
    'menus, calendar': '/menus/calendar',
    'menu, create': '/menus/create',
    menu: `/menus/${menu?.id}/show`,
    'menu, edit': `/menus/${menu?.id}`,
    programs: '/programs',
    program: `${ofProgram}/show`,
    'program, identification': ofProgram,
    'program, settings': `${ofProgram}/1`,
    'program, bakes': `${ofProgram}/bakes`,
    'program, revision': `${ofProgram}/show/revisions/1`,
    'programs, compared': `/programs/compare?left=${program?.id}&right=${other?.id}`,
    'programs, nothing to compare': '/programs/compare',
    structures: '/structures',
    'structures, from a counter': `/structures?filter=${encodeURIComponent('{"withMachines":true}')}`,
    structure: `/structures/${structure?.id}/show`,
    'structure, edit': `/structures/${structure?.id}`,
    'structure, create': '/structures/create',
    tags: '/tags',
    tag: `/tags/${tag?.id}/show`,
    'tag, edit': `/tags/${tag?.id}`,
    'tag, create': '/tags/create',
    users: '/users',
    'users, from a counter': `/users?filter=${encodeURIComponent('{"active":true}')}`,
    'API tokens': '/api-tokens',
    'API token, create': '/api-tokens/create',
    webhooks: '/webhooks',
    'webhook, create': '/webhooks/create',
    activity: '/activity',
    profile: '/profile',
    'not granted': '/not-granted',
    'not found': '/nowhere',
  };
}

test.afterAll(async () => {
  // Other journeys expect French.
  await (await apiFor('admin@levain.test')).send('PUT', '/profile', { countryCode: 'FR' });
});

for (const size of sizes) {
  for (const { language, schemes } of languages) {
    const how = `${size.width} px, ${language}, ${schemes.join(' and ') || 'without the rules about colours'}`;
    test(`GEN-01 GEN-06 every screen is accessible at ${how}`, async ({ openAs, visit }) => {
      const look: Look = (screen, what) => lookAt(screen, what, size.width, schemes);
      // Some forty screens, each checked once or twice.
      test.setTimeout(360_000);
      const admin = await apiFor(username);
      await admin.send('PUT', '/profile', { countryCode: language });
      const page = await openAs(username, { viewport: size });
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language.toLowerCase());
      for (const [what, at] of Object.entries(await screens(admin))) {
        await go(page, at);
        await look(page, what);
      }
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
