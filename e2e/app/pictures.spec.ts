import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import type { StructureView } from '@fournil/contract/structures/structure';
import type { UserView } from '@fournil/contract/users/user';
import type { Page } from '@playwright/test';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';
import { until } from '../kit/product.ts';

const username = 'admin@levain.test';
const viewport = { width: 1200, height: 750 };
/** Each language with the labels by which the page is operated. */
const languages = {
  en: { locale: 'en-GB', file: 'Import', selectPage: 'Select all on this page', approve: 'Approve' },
  fr: { locale: 'fr-FR', file: 'Importer', selectPage: 'Sélectionner toute la page', approve: 'Approuver' },
} as const;

/** Takes the pictures of README and guide when `PICTURES=on`; otherwise there is nothing to check here. */
if (process.env['PICTURES'] === 'on') {
  for (const [language, words] of Object.entries(languages)) {
    test(`pictures for README and guide are taken in ${language}`, async ({ openAs, visit }) => {
      test.slow();
      const folder = fileURLToPath(new URL(`../../docs/pictures/${language}/`, import.meta.url));
      mkdirSync(folder, { recursive: true });
      const take = (page: Page, name: string) => shoot(page, `${folder}${name}.png`);
      const admin = await apiFor(username);
      await admin.send('PUT', '/profile', { countryCode: language.toUpperCase() });

      const signIn = await visit({ at: '/login', locale: words.locale, viewport });
      await settled(signIn);
      await take(signIn, 'sign-in');

      const page = await openAs(username, { viewport });
      await settled(page);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await take(page, 'home');
      await go(page, '/structures');
      for (const branch of ['Rhône-Alpes', 'Lyon'])
        await page.getByRole('row').filter({ hasText: branch }).first().press('ArrowRight');
      await expect(page.getByRole('row').filter({ hasText: 'Lyon Bellecour' })).toBeVisible();
      await page.locator(':focus').blur();
      await take(page, 'structures');
      for (const [name, address] of Object.entries(await addresses(admin))) {
        await go(page, address);
        await take(page, name);
      }

      const baking = await until('an oven bakes', () => firstBaking(admin));
      for (const [name, tab, sign, height] of [
        ['machine', 'show', 'main li', 750],
        ['history', 'show/history', '.ribbon__day', 1000],
        ['machine-stats', 'show/stats', '.stats__wide', 1000],
        ['machine-settings', 'settings', 'main h2', 750],
      ] as const) {
        await page.setViewportSize({ ...viewport, height });
        await go(page, `/machines/${baking.id}/${tab}`);
        await expect(page.locator(sign).first()).toBeVisible();
        await settled(page);
        await take(page, name);
      }
      await page.setViewportSize(viewport);

      await go(page, `/programs/${(await program(admin)).id}/1`);
      await expect(page.locator('.drawing--live')).toBeVisible();
      await take(page, 'program-editor');

      await go(page, '/programs');
      await page.getByRole('button', { name: words.file, exact: true }).click();
      await page.locator('input[type=file]').setInputFiles(await files(page, admin));
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
      await take(page, 'programs-import');

      // Machines of which one can be approved, one cannot yet be, and the others are.
      await go(page, `/machines?filter=${encodeURIComponent(JSON.stringify({ q: ' 2 – ' }))}`);
      await page.getByRole('checkbox', { name: words.selectPage }).check();
      await page.locator('.bulk-bar').getByRole('button', { name: words.approve, exact: true }).click();
      await expect(page.getByRole('dialog').locator('.preview')).toBeVisible();
      await take(page, 'bulk-preview');

      // The preview of a withdrawn right, before it is saved.
      const [colleague] = membersOf<UserView>(await admin.get('/users?q=limited'));
      await page.setViewportSize({ ...viewport, height: 1000 });
      await go(page, `/users/${colleague?.id}/show/rights`);
      // The element itself, because after the click the locator would find another one.
      const box = await page
        .locator('.rights__main')
        .getByRole('switch', { checked: true, disabled: false })
        .last()
        .elementHandle({ timeout: 15_000 });
      await box?.click();
      await expect(page.locator('.rights__preview')).toBeVisible();
      await settled(page);
      await take(page, 'rights');
      await page.locator('.rights__save button').last().click();
      await page.setViewportSize(viewport);

      const phone = await openAs(username, { at: '/machines', viewport: { width: 360, height: 780 } });
      await settled(phone);
      await take(phone, 'machines-phone');
      await admin.send('PUT', '/profile', { countryCode: 'FR' });
    });
  }

  test('pictures of the maker’s pages are taken in both languages', async ({ openAs }) => {
    const maker = 'super@fournil.test';
    const api = await apiFor(maker);
    const update = membersOf<SoftwareUpdateView>(await api.get('/software_updates?q=4.3.0'))[0]?.id;
    const rings = [
      { name: 'Canary', sharePercent: 5 },
      { name: '25 %', sharePercent: 25 },
      { name: '100 %', sharePercent: 100 },
    ];
    const { body } = await api.send('POST', '/rollouts', { update, rings, abortAtPercent: 10 });
    const { id } = body as RolloutView;
    await until(
      'the last ring is open',
      async () => ((await api.get(`/rollouts/${id}`)) as RolloutView).rings[2]?.openedAt,
      100,
    );
    const page = await openAs(maker, { viewport });
    for (const language of ['en', 'fr']) {
      const folder = fileURLToPath(new URL(`../../docs/pictures/${language}/`, import.meta.url));
      await api.send('PUT', '/profile', { countryCode: language.toUpperCase() });
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await go(page, `/rollouts/${id}`);
      await shoot(page, `${folder}rollout.png`);
      await go(page, '/software-updates');
      await shoot(page, `${folder}versions.png`);
      await go(page, '/images-fournil');
      await expect(page.locator('main img').first()).toBeVisible();
      await shoot(page, `${folder}image-library.png`);
      await go(page, '/client-admins');
      await page.getByRole('row').filter({ hasText: 'Claire Levain' }).getByRole('button').first().click();
      await expect(page.getByText('limited@levain.test')).toBeVisible();
      await shoot(page, `${folder}clients.png`);
    }
    await api.send('PUT', '/profile', { countryCode: 'EN' });
  });
}

async function addresses(admin: Api): Promise<Record<string, string>> {
  const [structure] = membersOf<StructureView>(await admin.get('/structures?q=Dijon&itemsPerPage=1'));
  return {
    machines: '/machines?perPage=20',
    structure: `/structures/${structure?.id}/show`,
    tags: '/tags',
    users: '/users',
    profile: '/profile',
  };
}

async function program(admin: Api): Promise<ProgramView> {
  const [found] = membersOf<ProgramView>(await admin.get('/programs?q=Baguette%20de%20tradition&itemsPerPage=1'));
  if (!found) throw new Error('The demonstration has no such program.');
  return found;
}

/** One file that can be imported, and one with a mistake. */
async function files(page: Page, admin: Api) {
  const { id } = await program(admin);
  const answer = await page.request.get(`/api/programs/${id}/export`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const text = await answer.text();
  const spoilt = text.replace(/"duration": *\d+/i, '"duration": 999999');
  return [
    { name: 'baguette-de-tradition.prog', mimeType: 'application/json', buffer: Buffer.from(text) },
    {
      name: 'pain-de-seigle.prog',
      mimeType: 'application/json',
      buffer: Buffer.from(spoilt === text ? text.slice(0, -20) : spoilt),
    },
  ];
}

async function firstBaking(admin: Api): Promise<MachineView | undefined> {
  const machines = membersOf<MachineView>(
    await admin.get('/machines?connected=true&failing=false&category=deck&itemsPerPage=100'),
  );
  return machines.find(({ now }) => now.program !== null && now.program.elapsedSeconds < now.program.totalSeconds / 2);
}

async function shoot(page: Page, path: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
}
