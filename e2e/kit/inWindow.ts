import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { coveredByNotices, cramped, cutOff, feet, misplaced, toOpen } from './places.ts';

const widths = [1440, 1280];
const height = 900;
/** The page may still be drawing, so each look is repeated until it finds nothing wrong, for no longer than this. */
const patience = { timeout: 5000, intervals: [50] };
/** For what is there: a longer wait would end the whole journey before it says what is missing. */
const click = { timeout: 10_000 };

/**
 * Nothing is cut off or cramped; each menu, list of options and dialog opens whole and uncovered, closes with Escape
 * and gives the focus back; a notice covers no buttons. The menus of the top bar are the same on every page, and are
 * opened at the home page; those of a page are opened in the narrower window only, where they have less room.
 */
export async function expectInWindow(page: Page, at: string): Promise<void> {
  const isHome = at === '/';
  for (const width of widths) {
    const where = `${at} at ${width} px`;
    await page.setViewportSize({ width, height });
    await expectNothing(page, cutOff, where);
    await expectNothing(page, cramped, where);
    await select(page, where);
    if (isHome || width === Math.min(...widths)) await openEach(page, isHome ? 'body' : 'main', where);
  }
  // Elsewhere notices have one place, at the bottom, where nothing else is.
  if (isHome || (await page.locator(`main :is(form, ${feet})`).count()) > 0) await showNotice(page, at);
}

async function expectNothing(page: Page, look: (feet: string) => string[], what: string): Promise<void> {
  await expect.soft(async () => expect(await page.evaluate(look, feet)).toEqual([]), what).toPass(patience);
}

async function openEach(page: Page, within: string, where: string): Promise<void> {
  const selector = `${within} :is([aria-haspopup], [role=combobox])`;
  for (const { index, name } of await page.evaluate(toOpen, selector)) {
    const what = `${where}, ${name}`;
    await openAndClose(page, selector, index, what).catch((error: unknown) => {
      throw new Error(what, { cause: error });
    });
  }
}

/** A click fails when something covers the button. */
async function openAndClose(page: Page, selector: string, index: number, what: string): Promise<void> {
  const opener = page.locator(selector).nth(index);
  const opened = page.locator('[role=menu], ul[role=listbox], [role=dialog]').filter({ visible: true }).last();
  await opener.click(click);
  await opened.waitFor(click);
  await expect.soft(async () => expect(await opened.evaluate(misplaced)).toEqual([]), what).toPass(patience);
  await page.keyboard.press('Escape');
  await opened.waitFor({ ...click, state: 'hidden' });
  await expect.soft(opener, what).toBeFocused(click);
}

async function select(page: Page, where: string): Promise<void> {
  const row = page.locator('main tbody tr:first-child > td:first-child [type=checkbox]').first();
  if ((await row.count()) === 0) return;
  await row.check(click);
  await page.locator('.bulk-bar').waitFor(click);
  await expectNothing(page, cutOff, `${where}, with a selection`);
  await row.uncheck(click);
}

/** The notice of a language that could not be saved; it is looked at where the page begins and where it ends. */
async function showNotice(page: Page, at: string): Promise<void> {
  // Only for now, because a page with routes loads everything without the browser's cache.
  await page.route('**/api/profile', (route) => route.abort());
  await page.locator('button.language').dispatchEvent('click', undefined, click);
  await page.locator('[role=menuitemradio][aria-checked=true]').dispatchEvent('click', undefined, click);
  // A notice stays while it has the focus.
  await page.locator('.notice__close').focus(click);
  await page.unroute('**/api/profile');
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    for (const share of [0, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
      await expectNothing(page, coveredByNotices, `${at} at ${width} px`);
    }
  }
}
