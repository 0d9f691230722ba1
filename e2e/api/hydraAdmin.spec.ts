import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
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

interface Opened {
  page: Page;
  api: Api;
  /** What failed: errors of scripts, and calls that were refused. */
  broken: string[];
  go(address: string): Promise<void>;
}

async function openHydraAdmin(browser: Browser, username: string): Promise<Opened> {
  const api = await apiFor(username);
  const page = await (await browser.newContext()).newPage();
  const broken: string[] = [];
  page.on('pageerror', ({ message }) => broken.push(message));
  page.on('response', (answer) => {
    if (answer.url().includes('/api/') && answer.status() >= 400)
      broken.push(`${answer.request().method()} ${answer.url()} ${answer.status()} ${answer.request().postData()}`);
  });
  await page.route('**/hydra-admin/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace('/hydra-admin/', '') || 'index.html';
    await route.fulfill({
      body: await readFile(join(built, name)),
      contentType: types[extname(name)] ?? 'application/octet-stream',
    });
  });
  const origin = runningProduct().environment['PUBLIC_URL'] ?? '';
  // A document of its own for each address: the one before may be on its way to a list.
  const go = async (address: string) => {
    await page.goto('about:blank');
    await page.goto(`${origin}/hydra-admin/?token=${api.token}#${address}`);
  };
  return { page, api, broken, go };
}

/** Types the values into the inputs with these labels; a list into new entries of a list of inputs. */
async function fill(page: Page, values: Record<string, string | string[]>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    if (typeof value === 'string') {
      await inputOf(page, label).fill(value);
      continue;
    }
    const list = page.locator('.RaArrayInput-root').filter({ hasText: label });
    for (const one of value) {
      await list.getByRole('button', { name: 'Add' }).click();
      await list.getByRole('textbox').last().fill(one);
    }
  }
}

const inputOf = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click({ timeout: 2000 });

/** Edits the record through its form, and deletes it. */
async function editAndDelete({ page, api, broken, go }: Opened, kind: string, id: string, change: [string, string]) {
  const form = `/${kind}/${encodeURIComponent(`/api/${kind}/${id}`)}`;
  const [label, value] = change;
  const field = label.toLowerCase();
  // The form begins anew when the record has been read a second time.
  await expect(async () => {
    await go(form);
    await inputOf(page, label).fill(value, { timeout: 5000 });
    const sending = page.waitForRequest((request) => request.method() === 'PUT', { timeout: 3000 });
    const [sent] = await Promise.all([sending, save(page)]);
    expect(sent.postDataJSON()).toMatchObject({ [field]: value });
  }).toPass();
  const read = () => api.get(`/${kind}/${id}`) as Promise<Record<string, unknown>>;
  await expect.poll(async () => [(await read())[field], broken]).toEqual([value, []]);
  await expect(page).toHaveURL(new RegExp(`#/${kind}(\\?|$)`));
  await go(form);
  await expect(inputOf(page, label)).toHaveValue(value);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  const isGone = async () => {
    const { status, body } = await api.send('GET', `/${kind}/${id}`);
    return status === 404 || (body as { state?: string }).state === 'revoked';
  };
  await expect.poll(isGone).toBe(true);
}

test('INT-01 @api-platform/admin lists structures, and a client admin edits one', async ({ browser }) => {
  const opened = await openHydraAdmin(browser, 'admin@epi.test');
  const { page, api, broken, go } = opened;
  const mark = Date.now() % 1_000_000;
  const structure = (await api.send('POST', '/structures', { name: `Shop ${mark}` })).body as { id: string };
  await go('/structures');
  const row = page.getByRole('row').filter({ hasText: `Shop ${mark}` });
  await page.getByRole('button', { name: /name/i }).first().click();
  await expect(row).toBeVisible();
  await row.getByRole('link', { name: /edit/i }).click();
  await expect(inputOf(page, 'Name')).toHaveValue(`Shop ${mark}`);
  await editAndDelete(opened, 'structures', structure.id, ['Name', `Bakery ${mark}`]);
  expect(broken).toEqual([]);
  await page.context().close();
});

test('INT-01 @api-platform/admin makes, edits and deletes what a client admin may', async ({ browser }) => {
  const opened = await openHydraAdmin(browser, 'admin@epi.test');
  const { page, api, broken, go } = opened;
  const mark = String(Date.now() % 1_000_000);
  const [program] = membersOf<{ '@id': string; category: string }>(await api.get('/programs?approved=true'));
  const kinds: [string, Record<string, string | string[]>, [string, string]][] = [
    ['tags', { Name: mark, Description: 'Rye' }, ['Name', `${mark} b`]],
    ['structures', { Name: mark }, ['Name', `${mark} b`]],
    ['machines', { Name: mark, 'Serial number': mark, Pin: '4711', Category: 'deck' }, ['Name', `${mark} b`]],
    [
      'menus',
      { Name: mark, Category: program?.category ?? '', Programs: [program?.['@id'] ?? ''] },
      ['Name', `${mark} b`],
    ],
    ['webhooks', { Url: `https://receiver.invalid/${mark}`, Events: ['bake.began'] }, ['Description', mark]],
    ['api-tokens', { Name: mark, Rights: ['ROLE_TAG_ACCESS'], 'Ends at': inAMonth() }, ['Name', `${mark} b`]],
    [
      'users',
      {
        Email: `user-${mark}@epi.test`,
        'First name': 'Noé',
        'Last name': 'Petit',
        Society: 'Épi',
        Street: '1 rue du Four',
        City: 'Paris',
        Country: 'FR',
        Timezone: 'Europe/Paris',
        'Country code': 'FR',
        'Temperature unit preference': 'C',
      },
      ['City', 'Lyon'],
    ],
  ];
  for (const [kind, values, change] of kinds) {
    await go(`/${kind}/create`);
    await fill(page, values);
    const made = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await save(page);
    const { id } = (await (await made).json()) as { id?: string };
    expect([kind, broken, id]).toEqual([kind, [], expect.any(String)]);
    await expect(page).toHaveURL(new RegExp(`#/${kind}(\\?|$)`));
    await editAndDelete(opened, kind, id ?? '', change);
    broken.length = 0;
  }
  await page.context().close();
});

test('INT-01 @api-platform/admin edits and deletes a model as the super admin', async ({ browser }) => {
  const opened = await openHydraAdmin(browser, 'super@fournil.test');
  const code = `hydra-${Date.now() % 1_000_000}`;
  const both = { en: '1', fr: '1' };
  const made = await opened.api.send('POST', '/models', {
    ...{ code, category: 'deck', name: 'Hydra', type: 'gas', format: both, capacity: both },
    ...{ energyKilowatts: 10, steamTankCentilitres: 0, hardwareRevisions: [] },
  });
  expect(made.status).toBe(201);
  await editAndDelete(opened, 'models', code, ['Name', 'Hydra 2']);
  await opened.page.context().close();
});

function inAMonth(): string {
  return new Date(Date.now() + 30 * 86_400_000).toISOString();
}
