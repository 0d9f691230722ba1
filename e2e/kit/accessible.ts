import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Those of these standards' rules that look at colours. The two schemes differ in nothing else (web/src/app/theme.ts). */
const colourRules = ['color-contrast', 'link-in-text-block'];

export type Scheme = 'light' | 'dark';

/** No violation of WCAG 2.2 AA in the first scheme, and none by the colours of the others. */
export async function expectAccessible(
  page: Page,
  what: string,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  // What has been scrolled halfway under the top bar is there for whoever scrolls back: it is no target that is too
  // small.
  await page.evaluate(() => scrollTo(0, 0));
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = await axeIn(page);
    const { violations } = await (index === 0 ? axe.withTags(standards) : axe.withRules(colourRules)).analyze();
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
    );
    expect.soft(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** A document keeps axe from the first time that it is looked at: 600 kB need not be sent and compiled again. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // One frame is all there is: what the legacy mode leaves out is frames of other origins.
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
}
