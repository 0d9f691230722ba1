import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules of these standards that check colours. The two schemes differ in nothing else (web/src/app/theme/theme.ts). */
const colourRules = ['color-contrast', 'link-in-text-block'];

export type Scheme = 'light' | 'dark';

/**
 * Checks all rules of WCAG 2.2 AA in the first scheme, and the rules about colours in the others; without schemes, all
 * rules but those about colours.
 */
export async function expectAccessible(
  page: Page,
  what: string,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  // A control that is partly scrolled under the top bar can be scrolled back; its visible part is not a target of
  // insufficient size.
  await page.evaluate(() => scrollTo(0, 0));
  if (schemes.length === 0) await expectNone(what, (await axeIn(page)).withTags(standards).disableRules(colourRules));
  for (const [index, colorScheme] of schemes.entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = await axeIn(page);
    await expectNone(`${what}, ${colorScheme}`, index === 0 ? axe.withTags(standards) : axe.withRules(colourRules));
  }
}

async function expectNone(what: string, axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`,
  );
  expect.soft(found, what).toEqual([]);
}

/** axe stays in the document, so that its 600 kB are sent and compiled only once. */
async function axeIn(page: Page): Promise<AxeBuilder> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // The page has one frame only; the legacy mode leaves out frames of other origins.
  return new AxeBuilder({ page, ...(isThere ? { axeSource: 'void 0' } : {}) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode(true);
}
