import type { Page } from '@playwright/test';
import { expect, go, settled, test } from '../kit/fixtures.ts';

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
    const onScreenOnly = '.button, .icon-button, .row-action, .chip--add, .pager, .checkbox, .search, .presets';
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
