import { expect, test } from '../kit/fixtures.ts';
import { runningProduct } from '../kit/product.ts';

test('GEN-03 an unsupported browser gets a notice in both languages instead of the app', async ({ browser }) => {
  const context = await browser.newContext({
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  });
  const page = await context.newPage();
  // The notice stops the loading of the page.
  await page.goto(runningProduct().url, { waitUntil: 'commit' });
  await expect(page.getByText('This browser is not supported.')).toBeVisible();
  await expect(page.getByText('Ce navigateur n’est pas pris en charge.')).toBeVisible();
  await expect(page.locator('#root')).toHaveCount(0);
  await expect(page.getByLabel('E-mail')).toHaveCount(0);
  await context.close();
});
