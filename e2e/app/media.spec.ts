import type { Locator, Page } from '@playwright/test';
import { expect, go, settled, test } from '../kit/fixtures.ts';

/** Only a browser applies style sheets to paper and to forced colours. */
const printed = async (page: Page, at: string) => {
  await go(page, at);
  await page.emulateMedia({ media: 'print' });
};

test('a printed list shows its rows, without buttons, tick boxes, filters, menus and tint', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  for (const at of ['/machines', '/programs', '/users', '/structures', '/tags']) {
    await printed(page, at);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.locator('tbody tr').first()).toBeVisible();
    const onScreenOnly = '.button, .icon-button, .row-action, .chip--add, .checkbox, .search, .presets';
    const around = page.locator(`.rail, .top-bar, .bar, main :is(${onScreenOnly})`);
    await expect(around.filter({ visible: true })).toHaveCount(0);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(paper).toBe('rgb(255, 255, 255)');
    const head = page.locator('thead tr').last().locator('th, td').filter({ visible: true });
    const row = page.locator('tbody tr').first().locator('th, td').filter({ visible: true });
    expect(await row.count()).toBe(await head.count());
  }
});

test('MAC-01 a remaining time of more than an hour is on one line in the list of machines', async ({ openAs }) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await settled(page);
  const left = page.locator('.now__left').first();
  await left.evaluate((one) => {
    one.textContent = '1\u00a0h 21\u00a0min';
  });
  expect((await left.boundingBox())?.height).toBeLessThan(24);
});

test('GEN-06 with forced colours the current tab and menu entry, and what is pressed, differ from the others', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  const colourOf = (locator: Locator, property: 'borderColor' | 'backgroundColor') =>
    locator.first().evaluate((one, name) => getComputedStyle(one)[name], property);
  const expectToDiffer = async (selector: string, chosen: string, property: 'borderColor' | 'backgroundColor') => {
    const [is, others] = [page.locator(`${selector}${chosen}`), page.locator(`${selector}:not(${chosen})`)];
    await expect(is.first()).toBeVisible();
    expect(await colourOf(is, property), selector).not.toBe(await colourOf(others, property));
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await go(page, '/machines');
    await expectToDiffer('.rail a', '.active', 'borderColor');
    await expectToDiffer('.preset', '[aria-pressed="true"]', 'backgroundColor');
    await page.locator('tbody th a').first().click();
    await expectToDiffer('.tabs a', '.active', 'borderColor');
  }
});
