import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { ageProofs } from '../accounts/ageProofs.ts';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, password } from '../kit/api.ts';
import { expect, expectToFit, go, settled, test } from '../kit/fixtures.ts';

let receiver: Server;
let status = 200;
const received: { type: string; id: string }[] = [];
test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      received.push({ type: JSON.parse(body).type, id: String(request.headers['webhook-id']) });
      response.writeHead(status).end(status === 200 ? 'thanks' : 'down for repairs');
    });
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
});
test.afterAll(() => void receiver.close());

/** After five minutes the page asks first whether it is still its owner. */
async function confirm(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('INT-05 a client admin creates a webhook, tests it, sees why it fails, sends again and renews its secret', async ({
  openAs,
}) => {
  const page = await openAs('admin@epi.test', { at: '/webhooks' });
  await settled(page);
  await expectAccessible(page, 'the webhooks');
  await page.getByRole('link', { name: 'Create a webhook' }).click();
  await page.getByLabel('Address').fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await expect(page.getByText('Choose at least one event')).toBeVisible();
  await page.getByRole('checkbox', { name: /Program approved/ }).check();
  await ageProofs();
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await confirm(page);
  await expect(page.getByText('This address is not reachable from the internet')).toBeVisible();
  await expectAccessible(page, 'a new webhook');
  const { port } = receiver.address() as AddressInfo;
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
  const name = `ERP ${Date.now()}`;
  await page.getByLabel('Description').fill(name);
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await expect(page.getByRole('heading', { name })).toBeVisible();

  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(/^200 in/).first()).toBeVisible();
  expect(received.at(-1)?.type).toBe('webhook.test');
  status = 503;
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect(page.getByText(/^503 in/).first()).toBeVisible();
  await expect(page.getByText('This webhook is failing')).toBeVisible();
  await page.locator('details.delivery').first().locator('summary').click();
  await expect(page.getByText('down for repairs').first()).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'a webhook');
  status = 200;
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('This webhook is failing')).toHaveCount(0);
  const tests = received.slice(1);
  expect(new Set(tests.map(({ id }) => id)).size).toBe(1);

  const secretOf = async () => (await page.locator('.webhook__secret code').textContent()) ?? '';
  await ageProofs();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await confirm(page);
  await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible();
  const first = await secretOf();
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/=]{44}$/);
  await page.getByRole('button', { name: 'New secret…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click();
  await expect(page.getByText(/The former secret signs too until/)).toBeVisible();
  expect(await secretOf()).not.toBe(first);

  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Switched off').first()).toBeVisible();
});

test('INT-05 on a phone a webhook is changed and deleted', async ({ openAs }) => {
  const name = `Chat ${Date.now()}`;
  const input = { url: 'https://receiver.invalid/', description: name, events: ['program.approved'] };
  expect((await (await apiFor('admin@epi.test')).send('POST', '/webhooks', input)).status).toBe(201);
  const page = await openAs('admin@epi.test', { viewport: { width: 360, height: 740 }, at: '/webhooks' });
  await settled(page);
  await expectToFit(page);
  await page.getByRole('link', { name }).click();
  await settled(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Change' }).click();
  await settled(page);
  await expectToFit(page);
  await page.getByRole('checkbox', { name: /Bake ends/ }).check();
  await ageProofs();
  await page.getByRole('button', { name: 'Save' }).click();
  await confirm(page);
  await expect(page.getByText('The webhook is saved.')).toBeVisible();
  await expect(page.getByText('Bake ends, Program approved')).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The webhook is deleted.')).toBeVisible();
  await go(page, '/webhooks');
  await settled(page);
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
