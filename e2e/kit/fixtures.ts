import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test as plain,
} from '@playwright/test';
import { password } from './api.ts';
import { runningProduct } from './product.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

interface OpenOptions extends Pick<BrowserContextOptions, 'viewport' | 'locale' | 'colorScheme'> {
  /** The first address: what follows the #. */
  at?: string;
  /** Console messages that are expected in this browser. */
  expected?: RegExp;
}

interface Fixtures {
  /** A new browser without a session. */
  visit: (options?: OpenOptions) => Promise<Page>;
  /** A new browser in which this person is signed in. */
  openAs: (username: string, options?: OpenOptions) => Promise<Page>;
  /** The same with a session of its own, for tests that end the session. */
  openFresh: (username: string) => Promise<Page>;
}

/** The stored browser state by person: one sign-in each for all tests. */
const signedIn = new Map<string, StorageState>();

/** For a test that ends this person's sessions: the next one signs in again. */
export function forgetSession(username: string): void {
  signedIn.delete(username);
}

export const test = plain.extend<Fixtures>({
  visit: async ({ browser }, use) => {
    const opened = openings(browser);
    await use((options = {}) => opened.open(options));
    await opened.close();
  },
  openFresh: async ({ visit }, use) => {
    await use(async (username) => {
      const page = await visit({ at: '/login' });
      await signIn(page, username);
      return page;
    });
  },
  openAs: async ({ browser }, use) => {
    const opened = openings(browser);
    await use(async (username, options = {}) => {
      const known = signedIn.get(username);
      const page = await opened.open(known ? options : { ...options, at: '/login' }, known);
      if (known) return page;
      await signIn(page, username);
      signedIn.set(username, await page.context().storageState());
      if (options.at) await go(page, options.at);
      return page;
    });
    await opened.close();
  },
});
export { expect };

function openings(browser: Browser) {
  const pages: { page: Page; troubles: string[] }[] = [];
  return {
    open: async ({ at = '/', expected, ...options }: OpenOptions, storageState?: StorageState) => {
      const context = await browser.newContext({
        ...options,
        ...(storageState ? { storageState } : {}),
        baseURL: runningProduct().url,
      });
      const page = await context.newPage();
      pages.push({ page, troubles: watchTroubles(page, expected) });
      await page.goto(`/#${at}`);
      return page;
    },
    close: async () => {
      for (const { page } of pages) await page.context().close();
      expect(
        pages.flatMap(({ troubles }) => troubles),
        'what the browser complained about',
      ).toEqual([]);
    },
  };
}

/** Everything that a browser's console would show in red, except the API's refusals (4xx). */
function watchTroubles(page: Page, expected = /^$/): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/^Failed to load resource/.test(text) && !expected.test(text))
      troubles.push(`console: ${text}`);
  });
  page.on('response', (response) => {
    const isAnswer = /\/api\//.test(response.url()) && response.status() < 500;
    const trouble = `${response.status()} ${response.url()}`;
    if (response.status() >= 400 && !isAnswer && !expected.test(trouble)) troubles.push(trouble);
  });
  return troubles;
}

/** AUT-01, through the form, in the displayed language. */
export async function signIn(page: Page, username: string, secret: string = password): Promise<void> {
  await page.locator('input[name=username]').fill(username);
  await page.locator('input[name=password]').fill(secret);
  await page.locator('button[type=submit]').click();
  await expect(page.locator('header.top-bar')).toBeVisible();
}

/** Opens an address of the page and waits until it has loaded. */
export async function go(page: Page, at: string): Promise<void> {
  await page.goto(`/#${at}`);
  await drawn(page);
  await settled(page);
}

/** Types into the search of a list and waits for its result, because rows hidden by a filter are deselected. */
export async function searchFor(page: Page, words: string): Promise<void> {
  await page.getByRole('main').getByRole('searchbox').fill(words);
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`"q":"${words}"`);
  await drawn(page);
  await settled(page);
}

/**
 * The page shows what its address says. The address changes first: React draws the new page when it has time, and until
 * then the former one is shown, in which a tick or a click would be lost. A browser whose window has changed its size
 * may never find itself idle.
 */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })));
}

/**
 * The page has loaded and shows no progress. Checked in the page at every frame, because the journeys wait some
 * thousand times.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(isSettled, undefined, { timeout: 30_000 }).catch(async (error: unknown) => {
    // Fails with the reason: no heading, or progress that is still shown.
    await expect(page.locator('h1').first()).toBeVisible({ timeout: 1000 });
    await expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0, { timeout: 1000 });
    throw error;
  });
}

/** Runs in the page. */
function isSettled(): boolean {
  const heading = document.querySelector('h1');
  const isShown = heading?.checkVisibility({ visibilityProperty: true }) === true && heading.offsetHeight > 0;
  return isShown && document.querySelector('[aria-busy=true], .skeleton') === null;
}

/** Clicks a switch and waits until it is saved: it moves at once, and a reload would call the request back. */
export async function clickSwitch(element: Locator): Promise<void> {
  await untilSaved(element.page(), () => element.click());
}

/** Chooses a language in the top bar, and waits until it is saved. */
export async function pickLanguage(page: Page, language: string): Promise<void> {
  await untilSaved(page, async () => {
    await page.locator('button.language').click();
    await page.getByRole('menuitemradio', { name: language }).click();
  });
}

async function untilSaved(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await act();
  await saved;
}

/** A machine of the list, by its name. */
export function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
}

/** No element is wider than the window. */
export async function expectToFit(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(content).toBeLessThanOrEqual(window ?? 0);
}
