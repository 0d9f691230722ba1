import { createHash } from 'node:crypto';
import { hourMilliseconds } from '@fournil/contract/kit/durations';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { MachineUpdates } from '@fournil/contract/software-updates/machineUpdate';
import type { SoftwareUpdateView } from '@fournil/contract/software-updates/softwareUpdate';
import type { Page } from '@playwright/test';
import { makeSwu } from '../../server/src/testing/swu.ts';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor, atOven, membersOf, ovens } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';
import { runningProduct, until } from '../kit/product.ts';

// Each goes on with the versions and rollouts of those before it, so a second try begins with the first.
test.describe.configure({ mode: 'serial' });

const maker = 'super@fournil.test';
/** A `.swu` file of several pieces for the simulated ovens; not larger, because each is copied into the browser. */
const swuOf = (version: string) => makeSwu({ version, hardware: ['1.0', '2.0'], body: Buffer.alloc(900_000, version) });
const versionOf = (patch: number) => `9.${Number(new URL(runningProduct().url).port)}.${patch}`;
const fileOf = (version: string) => ({
  name: 'oven.swu',
  mimeType: 'application/octet-stream',
  buffer: swuOf(version),
});

async function findVersion(api: Api, version: string): Promise<SoftwareUpdateView | undefined> {
  return membersOf<SoftwareUpdateView>(await api.get(`/software_updates?q=${version}`)).find(
    (update) => update.version === version,
  );
}

async function choose(page: Page, file: ReturnType<typeof fileOf>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^(Choose a file|Another file)$/ }).click();
  await (await chooser).setFiles(file);
}

test('SWU-02 a version is uploaded over a connection that breaks, and each mistake is shown under its field', async ({
  openAs,
}) => {
  const page = await openAs(maker, { at: '/software-updates', expected: /Failed to fetch/ });
  await settled(page);
  await page.getByRole('link', { name: 'New version' }).click();
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('A file is required')).toBeVisible();
  await expect(page.getByText('Choose at least one model')).toBeVisible();
  await page.getByLabel('Version').fill('4.x');
  await page.getByRole('button', { name: 'All of them' }).click();
  await page.getByLabel('Description').fill('Steadier steam.');
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('Version should be valid')).toBeVisible();
  await expectAccessible(page, 'a version that is refused');

  let lost = 1;
  await page.route('**/api/software_updates/uploads/*?offset=*', (route) =>
    !route.request().url().endsWith('offset=0') && lost-- > 0 ? route.abort() : route.continue(),
  );
  await choose(page, { ...fileOf(versionOf(0)), buffer: Buffer.alloc(300_000, 7) });
  await expect(page.getByText('This is not a .swu file')).toBeVisible();
  await choose(page, fileOf(versionOf(0)));
  await expect(page.getByText(`The file says: version ${versionOf(0)}, for hardware 1.0, 2.0.`)).toBeVisible();
  await expect(page.getByText('No connection. The upload continues by itself')).toBeVisible();
  await expect(page.getByText('The whole file has been received.')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(0));
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByRole('heading', { name: versionOf(0), level: 1 })).toBeVisible();
  await expect(
    page.getByText(
      createHash('sha256')
        .update(swuOf(versionOf(0)))
        .digest('hex'),
    ),
  ).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'a version');

  await go(page, '/software-updates/create');
  await choose(page, fileOf(versionOf(1)));
  await expect(page.getByText('The whole file has been received.')).toBeVisible();
  await expect(page.getByLabel('Version')).toHaveValue(versionOf(1));
  await page.reload();
  await expect(page.getByText('The upload of oven.swu was interrupted: 100 % received.')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(0));
  await page.getByRole('button', { name: 'All of them' }).click();
  await choose(page, fileOf(versionOf(1)));
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByText('This is already taken')).toBeVisible();
  await page.getByLabel('Version').fill(versionOf(1));
  await page.getByRole('button', { name: 'Store this version' }).click();
  await expect(page.getByRole('heading', { name: versionOf(1), level: 1 })).toBeVisible();
});

test('SWU-05 a truncated file is refused with its reason; a version that was never offered is deleted, and its number can be used again', async ({
  openAs,
}) => {
  const page = await openAs(maker, { at: '/software-updates/create' });
  await settled(page);
  const whole = fileOf(versionOf(2));
  const store = async (file: ReturnType<typeof fileOf>) => {
    await choose(page, file);
    await expect(page.getByText('The whole file has been received.')).toBeVisible();
    await page.getByRole('button', { name: 'Store this version' }).click();
  };
  await page.getByRole('button', { name: 'All of them' }).click();
  await store({ ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) });
  await expect(page.getByText('The file is incomplete: its end is missing')).toBeVisible();
  await expectAccessible(page, 'a file that is refused');
  await store(whole);
  await expect(page.getByRole('heading', { name: versionOf(2), level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete this version…' }).click();
  await expect(page.getByRole('dialog')).toContainText('its number is free again');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`${versionOf(2)} is deleted.`)).toBeVisible();
  await expect(page.getByRole('link', { name: versionOf(2), exact: true })).toHaveCount(0);
  expect(await findVersion(await apiFor(maker), versionOf(2))).toBe(undefined);
  await go(page, '/software-updates/create');
  await page.getByRole('button', { name: 'All of them' }).click();
  await store(whole);
  await expect(page.getByRole('heading', { name: versionOf(2), level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Delete this version…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`${versionOf(2)} is deleted.`)).toBeVisible();
});

test('SWU-01, SWU-03 the list of versions is shown and filtered; a description is edited, and a version is revoked after a confirmation', async ({
  openAs,
}) => {
  const api = await apiFor(maker);
  const page = await openAs(maker, { at: '/software-updates' });
  await settled(page);
  await expect(page.getByRole('button', { name: 'With beta versions' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'With revoked versions' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'versions');
  await page.getByRole('link', { name: versionOf(1), exact: true }).click();
  await page.getByLabel('Description').fill('Withdrawn: fans stop.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await page.getByRole('button', { name: 'Revoke this version…' }).click();
  await expect(page.getByRole('dialog')).toContainText('This cannot be undone.');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke it' }).click();
  await expect(page.getByText('This version is revoked')).toBeVisible();
  expect(await findVersion(api, versionOf(1))).toMatchObject({ revoked: true, description: 'Withdrawn: fans stop.' });
  await go(page, '/software-updates');
  await page.getByRole('button', { name: 'With revoked versions' }).click();
  await expect(page.getByRole('link', { name: versionOf(1), exact: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: versionOf(0), exact: true })).toBeVisible();
});

/** Fills in a new rollout with one ring: the client L’Épi d’or, which has three ovens. */
async function oneRing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All at once' }).click();
  await page.getByRole('button', { name: 'Clients' }).click();
  await page.getByRole('dialog').getByLabel('L’Épi d’or').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Choose 1' }).click();
  await expect(page.getByRole('list', { name: 'Clients' })).toContainText('L’Épi d’or');
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('in all, in 1 ring.');
  await dialog.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Rollout of/ })).toBeVisible();
}

test('SWU-04 a rollout is tried as a dry run and started; a client sees it in advance; the maker pauses, resumes and stops it', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@epi.test');
  const [machine] = membersOf<MachineView>(await admin.get('/machines?paired=true&approved=true&itemsPerPage=1'));
  await admin.send('PUT', `/machines/${machine?.id}/updates`, { hours: null, betaAllowed: false });
  const client = await openAs('admin@epi.test', { at: `/machines/${machine?.id}/show` });
  await settled(client);
  await client.getByRole('button', { name: 'Change…' }).click();
  const hours = client.getByRole('dialog', { name: 'When may this oven update?' });
  await hours.getByLabel('Only between these hours').check();
  // Outside the present time: the hour that begins in twelve hours.
  const later = new Date(Date.now() + 12 * hourMilliseconds).toLocaleTimeString('en-GB', {
    timeZone: 'Europe/Paris',
    hour: '2-digit',
    minute: '2-digit',
  });
  // Computed on the clock's hour, because adding an hour in the night in which clocks go back gives the same hour.
  const end = later.replace(/^\d+/, (hour) => String((Number(hour) + 1) % 24).padStart(2, '0'));
  await hours.getByLabel('From').fill(later);
  await hours.getByLabel('To', { exact: true }).fill(later);
  await expect(hours).toContainText('The two times are the same.');
  await expectAccessible(client, 'hours of an oven');
  await hours.getByLabel('To', { exact: true }).fill(end);
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(client.getByText(`${later} to ${end}, the oven’s time`)).toBeVisible();

  const page = await openAs(maker, { at: '/software-updates' });
  await settled(page);
  await page.getByRole('link', { name: versionOf(0), exact: true }).click();
  await page.getByRole('link', { name: 'New rollout' }).click();
  await expectAccessible(page, 'a new rollout');
  await page.getByLabel('Share (%)').first().fill('0');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(page.getByText('Must be at least 1')).toBeVisible();
  await page.getByLabel('Share (%)').first().fill('1');
  await page.getByRole('button', { name: 'Dry run' }).click();
  const preview = page.locator('.preview');
  await expect(preview).toContainText('Pilot 1 machine');
  await expect(preview).toContainText('All the others');
  await expectAccessible(page, 'a dry run');
  await oneRing(page);
  await expect(preview).toContainText('The entries have changed since.');
  await page.getByRole('button', { name: 'Dry run' }).click();
  await expect(preview).toContainText(/\d+ are in no ring/);
  await start(page);
  await expect(page.getByText('All the others is running')).toBeVisible();

  // The page refreshes once a minute.
  await client.reload();
  await expect(client.getByText(`Update to ${versionOf(0)}`)).toBeVisible();
  await expect(client.getByText(/It begins .* at the earliest/)).toBeVisible();
  await expect(client.getByText('Steadier steam.')).toBeVisible();
  await expectAccessible(client, 'a machine with something coming');

  // SWU-06: a second rollout is refused by the page and by the API.
  const second = await apiFor(maker);
  const update = await findVersion(second, versionOf(0));
  const refused = await second.send('POST', '/rollouts', { update: update?.id, rings: [{ name: 'All' }] });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([
    409,
    expect.stringContaining(`Only one rollout of ${versionOf(0)}`),
  ]);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('paused by a person')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('All the others is running')).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'a rollout');
  await page.getByRole('button', { name: 'Stop…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByText('stopped by a person')).toBeVisible();
  await client.reload();
  await expect(client.getByText(`${versionOf(0)} called back`)).toBeVisible();
  await expect(client.getByText(`Update to ${versionOf(0)}`)).toHaveCount(0);
  await admin.send('PUT', `/machines/${machine?.id}/updates`, { hours: null });
});

test('SWU-04 a rollout with failing ovens stops by itself and says why, and its machines can be tried again', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@epi.test');
  const machines = membersOf<MachineView>(await admin.get('/machines?paired=true&approved=true'));
  const mine = new Set(machines.map(({ serialNumber }) => serialNumber));
  const simulated = (await ovens()).filter(({ serialNumber }) => mine.has(serialNumber));
  for (const { serialNumber } of simulated) await atOven(serialNumber, 'update', { luck: 'failed' });
  const comingTo = async ({ id }: MachineView) =>
    ((await admin.get(`/machines/${id}/updates`)) as MachineUpdates).coming;
  await until('they have let go of what was called back', async () =>
    (await Promise.all(machines.map(comingTo))).every((coming) => coming === null),
  );

  const api = await apiFor(maker);
  const update = await findVersion(api, versionOf(0));
  const page = await openAs(maker, { at: `/software-updates/${update?.id}/rollout` });
  await settled(page);
  await oneRing(page);
  await start(page);
  await expect(page.getByText('aborted: more than 2 % of a ring failed')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('cell', { name: /no room left/ }).first()).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'an aborted rollout');

  // The outcome of a download that an oven has begun is chosen already; called back, the oven drops it.
  await until('the ovens have dropped what was called back', async () =>
    (await ovens()).every(({ serialNumber, update }) => !mine.has(serialNumber) || update === null),
  );
  for (const { serialNumber } of simulated) await atOven(serialNumber, 'update', { luck: 'done' });
  await page.getByRole('button', { name: /^Retry/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('done, and offered to everybody since')).toBeVisible({ timeout: 100_000 });
  // The summary and the rows agree.
  await expect(page.getByRole('cell', { name: /offered|downloading|installing|restart pending/ })).toHaveCount(0, {
    timeout: 3000,
  });
  await until('the ovens run it', async () =>
    membersOf<MachineView>(await admin.get('/machines?paired=true&approved=true')).every(
      ({ softwareVersion }) => softwareVersion === versionOf(0),
    ),
  );
  await page.getByRole('link', { name: versionOf(0) }).click();
  await expect(page.getByText('For everybody').first()).toBeVisible();
});

test('NAV-02, HOM-04 the home page leads the super admin to the versions, and everybody else is redirected home', async ({
  openAs,
}) => {
  const page = await openAs(maker);
  await settled(page);
  await page.getByRole('link', { name: 'Software updates and rollouts' }).click();
  await expect(page).toHaveURL(/#\/software-updates$/);
  await expect(
    page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Software updates' }),
  ).toBeVisible();
  for (const username of ['tech@fournil.test', 'admin@epi.test']) {
    const other = await openAs(username);
    // A client has rollouts of its own (MNU-03).
    const forMaker = username.startsWith('tech') ? ['/rollouts'] : [];
    for (const at of ['/software-updates', '/software-updates/create', ...forMaker]) {
      await go(other, at);
      await expect(other).toHaveURL(/#\/$/);
    }
  }
});

test('GEN-06 versions and rollouts fit a phone in French, in both themes', async ({ openAs }) => {
  const api = await apiFor(maker);
  const update = await findVersion(api, versionOf(0));
  const [rollout] = membersOf<{ id: string }>(await api.get('/rollouts'));
  await api.send('PUT', '/profile', { countryCode: 'FR' });
  const page = await openAs(maker, { viewport: { width: 360, height: 740 } });
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  const of = `/software-updates/${update?.id}`;
  for (const at of [
    '/software-updates',
    '/software-updates/create',
    of,
    `${of}/rollout`,
    '/rollouts',
    `/rollouts/${rollout?.id}`,
  ]) {
    await go(page, at);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(360);
    await expectAccessible(page, at);
  }
  await api.send('PUT', '/profile', { countryCode: 'EN' });
});
