import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, test } from '../kit/fixtures.ts';
import { runningProduct } from '../kit/product.ts';

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
let built: string;

// Only a browser can run this client: it builds its screens from the API's documentation.
test.beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'fournil-hydra-admin-'));
  await build({
    root: fileURLToPath(new URL('hydra-admin', import.meta.url)),
    base: '/hydra-admin/',
    configFile: false,
    logLevel: 'error',
    build: { outDir: built, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 20_000 },
  });
});
test.afterAll(() => rm(built, { recursive: true, force: true }));

test('INT-01 @api-platform/admin lists structures, and a client admin edits one', async ({ browser }) => {
  const username = 'admin@epi.test';
  const api = await apiFor(username);
  const mark = Date.now() % 1_000_000;
  const structure = (await api.send('POST', '/structures', { name: `Shop ${mark}` })).body as {
    id: string;
    name: string;
  };
  const context = await browser.newContext();
  const page = await context.newPage();
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.status() >= 400) broken.push(`${answer.status()} ${answer.url()}`);
  });
  await page.route('**/hydra-admin/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/hydra-admin/', '') || 'index.html';
    await route.fulfill({
      body: await readFile(join(built, name)),
      contentType: types[extname(name)] ?? 'application/octet-stream',
    });
  });
  const origin = runningProduct().environment['PUBLIC_URL'] ?? '';
  await page.goto(`${origin}/hydra-admin/?token=${api.token}#/structures`);

  const row = page.getByRole('row').filter({ hasText: structure.name });
  await page.getByRole('button', { name: /name/i }).first().click();
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: /edit/i }).click();
  const name = page.getByLabel(/^Name/);
  await expect(name).toHaveValue(structure.name);
  // The form begins anew when the record has been read a second time.
  await expect(async () => {
    await name.fill(`Bakery ${mark}`);
    await page.getByRole('button', { name: 'Save' }).click({ timeout: 2000 });
  }).toPass();
  await expect(page.getByRole('row').filter({ hasText: `Bakery ${mark}` })).toBeVisible();
  const changed = membersOf<{ name: string }>(await api.get(`/structures?id=${structure.id}`));
  expect(changed.map((one) => one.name)).toEqual([`Bakery ${mark}`]);
  expect(broken).toEqual([]);
  await context.close();
});
