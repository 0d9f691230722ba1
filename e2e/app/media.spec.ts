import type { Locator, Page } from '@playwright/test';
import { expect, expectToFit, go, settled, test } from '../kit/fixtures.ts';

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

test('GEN-06 a larger text size in the browser enlarges the whole page, and a drag in the drawing still follows the pointer', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  await expect(page.getByRole('main').getByRole('table')).toBeVisible();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 24 } });
  // 1,440 pixels are as wide as 960 at the usual size: cards in place of the table.
  await expect(page.locator('.machine-cards')).toBeVisible();
  await expectToFit(page);
  const sizeOf = (locator: Locator) => locator.evaluate((one) => getComputedStyle(one).fontSize);
  expect(await sizeOf(page.locator('body'))).toBe('21px');

  await go(page, '/programs?q=napoletana');
  await page.getByRole('main').getByRole('link', { name: 'Pizza napoletana' }).click();
  await page.getByRole('link', { name: 'Modifier les réglages' }).click();
  await expectToFit(page);
  const heat = page.getByRole('row', { name: /^1 / }).first();
  await expect(heat).toContainText('0 min – 2 min');
  const edge = page.locator('.drawing__grip[data-axis="time"][data-chosen]').first();
  const box = await edge.boundingBox();
  if (!box) throw new Error('no handle');
  const oneMinute = await page
    .locator('.drawing--live text')
    .filter({ hasText: /^1\smin$/ })
    .boundingBox();
  const x = (oneMinute?.x ?? 0) + (oneMinute?.width ?? 0) / 2;
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
  await expect(heat).toContainText('0 min – 1 min');
});
