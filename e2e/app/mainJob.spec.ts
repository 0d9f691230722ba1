import type { ActivityView, MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { Locator, Page } from '@playwright/test';
import { type Api, apiFor, atOven, call, membersOf, ovenOf, startOven, untilOven } from '../kit/api.ts';
import { expect, go, rowOf, searchFor, settled, test } from '../kit/fixtures.ts';
import { calm, machinesOf, type Pick } from '../kit/fleet.ts';
import { killAndStartAgain, mailbox, until } from '../kit/product.ts';

/** The main task from beginning to end: from the view of the fleet to the data after a kill of the server. */
test.describe.configure({ mode: 'serial' });

const programName = 'Tourte du parcours';
/** A new one for a second try, because the oven of the first try still exists. */
const plate = { serialNumber: `FS-E2E-${Date.now()}`, pin: '4821', model: 'sole-3-12' };
const newMachine = 'Four à sole du parcours';
/**
 * An oven whose first attempt to connect fails, or that has just lost its link, waits longer before the next attempt.
 */
const reconnected = { timeout: 60_000 };
/** A connected oven shows its fault instead, and simulated ovens have faults at their own pace. */
const connected = /Connectée|En panne/;

let admin: Api;
let decks: [Pick, Pick, Pick];
let programId = '';
let newMachineId = '';

test.beforeAll(async () => {
  admin = await apiFor('admin@levain.test');
  await clearAway();
  const [first, second, third] = await machinesOf(admin, 'deck');
  if (!first || !second || !third) throw new Error('The demonstration has too few deck ovens.');
  decks = [first, second, third];
  for (const one of decks) await calm(admin, one);
});

test('AUT-01 HOM-01 HOM-03 MAC-01 LNK-04 the state of the fleet is shown live', async ({ visit }) => {
  const page = await visit({ at: '/login', locale: 'fr-FR' });
  await page.getByLabel('E-mail').fill('admin@levain.test');
  await page.getByLabel('Mot de passe', { exact: true }).fill('fournil-demo');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByRole('heading', { name: 'Bonjour Claire Levain' })).toBeVisible();
  await expect(page.getByText(/\d+ machines sur 41 sont connectées, \d+ au travail\./)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'À traiter' })).toBeVisible();
  await expect(page.getByText(/Four à sole 2 – Grenoble, appairée( ·|,|$)/)).toBeVisible();

  await page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link', { name: 'Machines' }).click();
  await expect(page.getByRole('button', { name: /^Toutes/ })).toContainText('41');
  await expect(page.getByText('1–30 sur 41')).toBeVisible();
  const [{ machine }] = decks;
  await searchFor(page, machine.serialNumber);
  const row = rowOf(page, machine.name);
  await expect(row).toContainText(machine.structureName ?? '');
  await expect(row).toContainText(connected);
  await atOven(machine.serialNumber, 'power', { on: false });
  await expect(row).toContainText('Absente');
  await atOven(machine.serialNumber, 'power', { on: true });
  await untilOven(machine.serialNumber, 'is connected again', (oven) => oven.connected);
  await expect(row).toContainText(connected, reconnected);
});

test('WIZ-01 WIZ-03 WIZ-04 PHA-01 PHA-03 PHA-09 a program is created in four steps and drawn while it is edited', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/programs' });
  await page.getByRole('link', { name: 'Créer un programme' }).click();
  await page.getByRole('radio', { name: /^Four à sole/ }).check();
  await page.getByRole('button', { name: 'Suite : identification' }).click();

  await page.getByRole('button', { name: 'Suite : réglages' }).click();
  await expect(page.getByText('Champ requis')).toBeVisible();
  await page.getByLabel('Nom', { exact: true }).fill(programName);
  await page.getByLabel('Description').fill('Seigle et froment, deux kilos.');
  await page.getByRole('button', { name: 'Suite : réglages' }).click();

  const next = page.getByRole('button', { name: 'Suite : enregistrement' });
  await expect(next).toBeDisabled();
  await fillCell(page, 'Étape 1 : Consigne (°C)', '250');
  await fillCell(page, 'Étape 1 : Durée (min:s)', '12');
  await page.getByRole('button', { name: 'Ajouter après 1 (Chauffe)' }).click();
  await fillCell(page, 'Étape 2 : Consigne (°C)', '240');
  await fillCell(page, 'Étape 2 : Durée (min:s)', '8');
  const drawing = page.locator('.drawing--live');
  await expect(drawing.getByRole('option', { name: /^Étape 1 sur 2, 250 °C de 0.min à 12.min/ })).toBeAttached();
  await expect(drawing.getByRole('option', { name: /^Étape 2 sur 2, 240 °C de 12.min à 20.min/ })).toBeAttached();

  await fillCell(page, 'Turbine 1 : Vitesse (%)', '20');
  await expect(page.getByText('La vitesse est 0, ou de 30 à 100 %')).toBeVisible();
  await expect(next).toBeDisabled();
  await fillCell(page, 'Turbine 1 : Vitesse (%)', '60');
  await expect(next).toBeEnabled();
  await page.getByRole('button', { name: 'Ajouter (Buée)' }).click();
  await fillCell(page, 'Buée 1 : À (min:s)', '1:00');
  await fillCell(page, 'Buée 1 : Volume (cl)', '8');
  await page.getByRole('button', { name: 'Ajouter (Oura)' }).click();
  await fillCell(page, 'Oura 1 : Dès (min:s)', '15:00');
  await fillCell(page, 'Oura 1 : Ouvert (min:s)', '4');
  await expect(drawing.getByRole('option', { name: /^Buée 1 sur 1, 8 cl à 1.min/ })).toBeAttached();
  await expect(drawing.getByRole('option', { name: /^Oura 1 sur 1,.* de 15.min à 19.min/ })).toBeAttached();
  await next.click();

  await page.getByRole('radio', { name: /^Oui, l’approuver/ }).check();
  await page.getByRole('button', { name: 'Enregistrer et approuver' }).click();
  await expect(page.getByRole('heading', { level: 1, name: programName })).toBeVisible();
  await expect(page.getByRole('img', { name: /20.min.*250 °C/ })).toBeVisible();
  programId = /programs\/([0-9a-f-]{36})\/show/.exec(page.url())?.[1] ?? '';
  expect(programId).not.toBe('');
});

test('PRG-05 LNK-06 a program is installed on three ovens, and one that is switched off receives it when it is on again', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines' });
  const [first, second, dark] = decks;
  // Disconnected for a moment, so that "pending" can be checked.
  for (const { machine } of [first, second]) await atOven(machine.serialNumber, 'link', { on: false });
  await atOven(dark.machine.serialNumber, 'power', { on: false });
  await searchFor(page, 'Four à sole');
  for (const { machine } of decks)
    await page.getByRole('checkbox', { name: `Sélectionner ${machine.name}`, exact: true }).check();
  await expect(page.getByText(/^3 sur \d+ dans la sélection$/)).toBeVisible();
  await page.getByRole('button', { name: 'Installer des programmes…' }).click();
  const dialog = page.getByRole('dialog');
  await chooseProgram(dialog);
  await dialog.getByRole('button', { name: 'Installer 1 programme' }).click();
  await expect(page.getByRole('region', { name: 'Actions en cours' })).toContainText(`Installer « ${programName} »`);
  await expect(page.getByRole('region', { name: 'Actions en cours' })).toContainText('pour 3 fours');

  for (const { machine } of [first, second]) {
    await go(page, `/machines/${machine.id}/show`);
    await expect(installedRow(page)).toContainText('En attente');
    await atOven(machine.serialNumber, 'link', { on: true });
    await expect(installedRow(page)).toContainText('Synchronisé', reconnected);
  }
  await go(page, `/machines/${dark.machine.id}/show`);
  await expect(installedRow(page)).toContainText('En attente');
  await expect(installedRow(page)).toContainText('envoyé dès que le four sera de nouveau connecté');
  await atOven(dark.machine.serialNumber, 'power', { on: true });
  await expect(installedRow(page)).toContainText('Synchronisé', reconnected);
  expect((await ovenOf(dark.machine.serialNumber)).programs.map(({ name }) => name)).toContain(programName);
});

test('MAC-03 LNK-05 a bake is shown with its phase and remaining time, and then in the history with preheat, start and end', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test');
  const { machine } = decks[0];
  const { serialNumber, id } = machine;
  await go(page, `/machines/${id}/show`);
  const from = new Date().toISOString();
  await atOven(serialNumber, 'run', { programId });
  await expect(page.locator('.glass')).toContainText('Préchauffage à 250 °C');
  // Two minutes of the oven pass in each second until it is warm; then it is slow enough for the checks.
  await atOven(serialNumber, 'speed', { speed: 120 });
  await untilOven(serialNumber, 'bakes', ({ occupation }) => occupation === 'program');
  await atOven(serialNumber, 'speed', { speed: 10 });
  const glass = page.locator('.glass');
  await expect(glass).toContainText(programName);
  await expect(glass).toContainText(/Étape [12] sur 2/);
  await expect(glass.getByText('Temps restant')).toBeVisible();
  await expect(glass.getByRole('timer')).toHaveText(/^(\d+\smin( \d\d\ss)?|\d+\ss)$/);
  await page.getByRole('link', { name: 'Historique' }).click();
  const bake = page.locator('.day').getByRole('listitem').filter({ hasText: programName });
  await expect(bake.first()).toContainText('maintenant');
  await atOven(serialNumber, 'speed', { speed: 300 });
  const reportsOf = async () =>
    membersOf<ActivityView>(
      await admin.get(`/machines/${id}/activities?from=${encodeURIComponent(from)}&itemsPerPage=100`),
    );
  const ours = async () =>
    (await reportsOf()).filter(({ program }) => program?.name === programName).map(({ type }) => type);
  await until('the end of the program is told', async () => (await ours()).includes('ProgramEnd'));
  await atOven(serialNumber, 'speed', { speed: 1 });
  // At this speed it may have started the next one; ours is the oldest.
  await expect(bake.last()).not.toContainText('maintenant');
  await expect(page.getByRole('listitem').filter({ hasText: 'Préchauffage' }).first()).toBeVisible();
  expect((await ours()).slice(-2)).toEqual(['ProgramEnd', 'ProgramStart']);
  expect((await reportsOf()).map(({ type }) => type)).toEqual(expect.arrayContaining(['PreheatStart', 'PreheatEnd']));
});

test('MAC-03 PRO-06 a fault is shown until it ends, and sent by e-mail to those who ask for it, in their language', async ({
  openAs,
}) => {
  const pick = (await machinesOf(admin, 'rack', 'Lyon Bellecour')).find(({ oven }) => !oven.errors.includes('E03'));
  if (!pick) throw new Error('Lyon Bellecour has no rack oven that is well.');
  await calm(admin, pick);
  const { id, name, serialNumber } = pick.machine;
  // Three people see this oven; one of them has switched these mails off.
  const limited = await apiFor('limited@levain.test');
  await limited.send('PUT', '/profile', { notificationProblems: false });
  // The oven may have had the same fault before.
  const known = new Set(await mailbox());
  const readMails = async (pattern: RegExp) =>
    (await mailbox()).filter((mail) => !known.has(mail) && mail.includes(id) && pattern.test(mail));
  const french = await openAs('admin@levain.test', { at: `/machines/${id}/show/defaults` });
  const english = await openAs('user@levain.test', { at: `/machines/${id}/show/defaults` });

  await atOven(serialNumber, 'error', { code: 'E03', on: true });
  await expect(openFault(french)).toContainText('E03 Thermostat de sécurité');
  await expect(openFault(french)).toContainText('non résolu');
  await expect(openFault(english)).toContainText('E03 Security thermostat');
  await expect(openFault(english)).toContainText('not resolved');
  await go(french, '/');
  await expect(french.getByText(`${name} est en panne`)).toBeVisible();
  await until('both mails about the fault are there', async () => (await readMails(/E03/)).length === 2);
  expect(await readMails(/To: .*admin@levain\.test[\s\S]*signale E03/)).toHaveLength(1);
  expect(await readMails(/To: .*user@levain\.test[\s\S]*reports E03/)).toHaveLength(1);

  await atOven(serialNumber, 'error', { code: 'E03', on: false });
  await expect(openFault(english)).toHaveCount(0);
  await expect(english.locator('details.fault').filter({ hasText: 'E03' }).first()).toContainText('lasted');
  await until('both mails about its end are there', async () => (await readMails(/E03/)).length === 4);
  expect(await readMails(/To: .*admin@levain\.test[\s\S]*E03 a pris fin/)).toHaveLength(1);
  expect(await readMails(/To: .*user@levain\.test[\s\S]*E03 has ended/)).toHaveLength(1);
  await limited.send('PUT', '/profile', { notificationProblems: true });
});

test('MAC-02 LNK-02 a machine is entered, pairs, is approved and receives programs; a wrong PIN that is repeated counts as one attempt', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/machines/create' });
  await page.getByLabel('Nom', { exact: true }).fill(newMachine);
  await page.getByLabel('Numéro de série').fill(plate.serialNumber);
  await page.getByLabel('Code PIN').fill('48');
  await page.getByRole('button', { name: 'Ajouter la machine' }).click();
  await expect(page.getByText('Doit contenir 4 chiffres')).toBeVisible();
  await expect(page.getByText('La catégorie ne doit pas être vide')).toBeVisible();
  await expect(page.getByLabel('Nom', { exact: true })).toHaveValue(newMachine);
  await page.getByLabel('Code PIN').fill(plate.pin);
  await page.getByLabel('Catégorie').selectOption('deck');
  await page.getByRole('button', { name: 'Ajouter la machine' }).click();
  await expect(page.getByRole('heading', { level: 1, name: newMachine })).toBeVisible();
  newMachineId = /machines\/([0-9a-f-]{36})\/show/.exec(page.url())?.[1] ?? '';

  await page.getByRole('button', { name: 'Ouvrir à l’appairage' }).click();
  await expect(page.getByText(`Saisissez le numéro de série ${plate.serialNumber}`)).toBeVisible();
  for (let attempt = 1; attempt <= 5; attempt++) expect(await pairWith('0000')).toBe(403);
  await expect(page.getByRole('timer'), 'the window stays open').toBeVisible();
  await startOven(plate);
  await expect(page.getByText('Appairée. Elle attend l’approbation avant de recevoir des programmes.')).toBeVisible();
  await page.getByRole('switch', { name: 'Approuvée' }).click();
  await expect(page.getByRole('switch', { name: 'Approuvée' })).toBeChecked();
  await expect(page.locator('.machine__signs')).toContainText(connected, reconnected);
  await page.getByRole('button', { name: 'Ajouter un programme' }).click();
  await chooseProgram(page.getByRole('dialog'));
  await page.getByRole('button', { name: 'Installer 1 programme' }).click();
  await expect(page.getByRole('region', { name: 'Actions en cours' })).toContainText('pour 1 four');
  await expect(installedRow(page)).toContainText('Synchronisé', reconnected);
  await go(page, `/machines?filter=${encodeURIComponent(JSON.stringify({ q: plate.serialNumber }))}`);
  await expect(rowOf(page, newMachine)).toContainText(connected, reconnected);
});

test('PRG-03 HIS-01 LNK-06 a changed program reaches the ovens that hold it, and its history names who did what', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: `/programs/${programId}/show` });
  const { machine } = decks[0];
  // An oven that bakes this program installs its new revision when it has finished; one that was switched off bakes
  // nothing.
  await atOven(machine.serialNumber, 'power', { on: false });
  await atOven(machine.serialNumber, 'power', { on: true });
  await atOven(machine.serialNumber, 'link', { on: false });
  await page.getByRole('link', { name: 'Modifier les réglages' }).click();
  await fillCell(page, 'Étape 2 : Consigne (°C)', '235');
  await page.getByRole('button', { name: 'Enregistrer et envoyer à 4 fours', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: programName })).toBeVisible();
  await expect(page.getByText(/Révision 2/).first()).toBeVisible();
  const holding = (name: string) =>
    page.locator('.holding li').filter({ has: page.getByRole('link', { name, exact: true }) });
  await expect(holding(machine.name)).toContainText('En attente');
  for (const { machine: other } of decks.slice(1)) await expect(holding(other.name)).toContainText('Synchronisé');
  await atOven(machine.serialNumber, 'link', { on: true });
  await expect(holding(machine.name)).toContainText('Synchronisé', reconnected);
  const held = (await ovenOf(machine.serialNumber)).programs.find(({ id }) => id === programId);
  expect(held?.revision).toBe(2);

  const history = page.locator('.history');
  await expect(history).toContainText(`Claire Levain a modifié ${programName}`);
  await expect(history).toContainText(`Claire Levain a approuvé ${programName}`);
  await expect(history).toContainText(`Claire Levain a créé ${programName}`);
  for (const { machine: one } of decks)
    await expect(history).toContainText(`Claire Levain a installé ${programName} sur ${one.name}`);
});

test('RGT-04 RGT-05 RGT-06 other people see only what they have a right to, in the page and in the API', async ({
  openAs,
}) => {
  const limited = await apiFor('limited@levain.test');
  const seen = membersOf<MachineView>(await limited.get('/machines?itemsPerPage=100'));
  expect(seen).toHaveLength(6);
  expect(new Set(seen.map(({ structureName }) => structureName))).toEqual(new Set(['Lyon Bellecour']));
  const page = await openAs('limited@levain.test', { at: '/machines' });
  await expect(page.getByRole('button', { name: /^Toutes/ })).toContainText('6');
  await expect(page.getByRole('rowheader')).toHaveCount(6);
  await expect(page.getByRole('link', { name: 'Ajouter une machine' })).toHaveCount(0);
  await go(page, `/machines/${newMachineId}/show`);
  await expect(page.getByRole('heading', { name: 'Machine introuvable' })).toBeVisible();
  await go(page, '/programs');
  await expect(page.getByRole('link', { name: 'Créer un programme' })).toHaveCount(0);
  for (const refused of ['/programs/create', '/machines/create']) {
    await go(page, refused);
    await expect(page.getByRole('heading', { name: 'Accès refusé' })).toBeVisible();
    expect(new URL(page.url()).hash).toBe('#/not-granted');
  }
  expect((await limited.send('GET', `/machines/${newMachineId}`)).status).toBe(404);
  expect((await limited.send('GET', `/machines/${newMachineId}/errors`)).status).toBe(404);
  expect((await limited.send('POST', '/programs', {})).status).toBe(403);
  expect((await limited.send('POST', '/machines', {})).status).toBe(403);
  expect((await limited.send('DELETE', `/programs/${programId}`)).status).toBe(403);
  expect((await limited.send('PUT', `/programs/${programId}`, { approved: false })).status).toBe(403);

  const epi = await apiFor('admin@epi.test');
  const theirs = membersOf<MachineView>(await epi.get('/machines?itemsPerPage=100'));
  expect(theirs).toHaveLength(3);
  expect(membersOf<ProgramView>(await epi.get(`/programs?q=${encodeURIComponent(programName)}`))).toEqual([]);
  expect((await epi.send('GET', `/machines/${newMachineId}`)).status).toBe(404);
  expect((await epi.send('GET', `/programs/${programId}`)).status).toBe(404);
  expect((await epi.send('DELETE', `/programs/${programId}`)).status).toBe(404);
  const other = await openAs('admin@epi.test', { at: '/machines' });
  await expect(other.getByRole('rowheader')).toHaveCount(3);
  await go(other, `/programs/${programId}/show`);
  await expect(other.getByText(programName)).toHaveCount(0);
});

test('RUN-01 LNK-05 after a kill of the server all data is still there', async ({ openAs }) => {
  const bakes = async () => {
    const reported = membersOf<ActivityView>(
      await admin.get(`/machines/${decks[0].machine.id}/activities?itemsPerPage=100`),
    );
    return reported.filter(({ program }) => program?.name === programName).map(({ type, date }) => `${type} ${date}`);
  };
  const before = await bakes();
  expect(before.length).toBeGreaterThanOrEqual(2);
  await killAndStartAgain();
  const page = await openAs('admin@levain.test', { at: `/programs/${programId}/show` });
  await settled(page);
  await expect(page.getByRole('heading', { level: 1, name: programName })).toBeVisible();
  await expect(page.locator('.holding li')).toHaveCount(4);
  await expect(page.locator('.history')).toContainText(`Claire Levain a modifié ${programName}`);
  await go(page, `/machines/${newMachineId}/show`);
  await expect(page.getByRole('heading', { level: 1, name: newMachine })).toBeVisible();
  await expect(page.locator('.machine__signs')).toContainText(connected, reconnected);
  await expect(installedRow(page)).toContainText('Synchronisé', reconnected);
  // At its own pace it may have started another one meanwhile.
  expect((await bakes()).slice(-before.length)).toEqual(before);
  expect((await mailbox()).filter((mail) => /E03 a pris fin/.test(mail)).length).toBeGreaterThan(0);
});

// In a browser, because it checks page, server and oven together.
test('LNK-02 SEC-04 a machine that its owner releases is disconnected, and the page offers to pair it again', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: `/machines/${newMachineId}/show` });
  await page.getByRole('button', { name: 'Autres actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Libérer…' }).click();
  await expect(page.getByRole('dialog')).toContainText('Le four perd sa connexion et son approbation');
  await page.getByRole('dialog').getByRole('button', { name: 'Libérer', exact: true }).click();
  await expect(page.locator('.notice')).toContainText(`La machine ${newMachine} est libérée.`);
  await expect(page.getByRole('button', { name: 'Ouvrir à l’appairage' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Approuvée' })).not.toBeChecked();
  await untilOven(plate.serialNumber, 'is no longer connected', ({ connected }) => !connected);
});

/** Records that a first try has left behind. */
async function clearAway(): Promise<void> {
  for (const { id } of membersOf<MachineView>(await admin.get(`/machines?q=${encodeURIComponent(newMachine)}`)))
    await admin.send('DELETE', `/machines/${id}?deletePrograms=0`);
  for (const { id } of membersOf<ProgramView>(await admin.get(`/programs?q=${encodeURIComponent(programName)}`)))
    await admin.send('DELETE', `/programs/${id}`);
}

async function fillCell(page: Page, name: string, value: string): Promise<void> {
  const cell = page.getByRole('textbox', { name, exact: true });
  await cell.fill(value);
  await cell.press('Enter');
}

/** Once the list holds nothing else: a list that is being narrowed moves its rows away from the pointer. */
async function chooseProgram(dialog: Locator): Promise<void> {
  await dialog.getByRole('searchbox', { name: 'Trouver un programme' }).fill(programName);
  await expect(dialog.getByRole('checkbox')).toHaveCount(1);
  await dialog.getByRole('checkbox', { name: new RegExp(programName) }).check();
}

function installedRow(page: Page) {
  return page.locator('.installed__row').filter({ hasText: programName });
}

function openFault(page: Page) {
  return page.locator('details.fault[data-open]').filter({ hasText: 'E03' });
}

/** The pairing request of an oven; the certificate request is read only when the PIN is right. */
/** A request with a key that pairing accepts; whose it is does not matter here. */
const certificateRequest = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHKMHECAQAwDzENMAsGA1UEAwwEb3ZlbjBZMBMGByqGSM49AgEGCCqGSM49AwEH',
  'A0IABPZ8HUL41sFOTn2mFRpyPTegIprhR5+JFYXj56skBJa4kLk3AemwENQYUKE2',
  'PcKX9Z8+hsWglc4Q0LQIToKyIbWgADAKBggqhkjOPQQDAgNJADBGAiEAg87Pcmgk',
  'LjhkoEDyuhgWM+VZ8EzeeVZhzGK8ezo/qqMCIQCi1qYN+DFWc2O/H6zhAGeq5B/a',
  'bJqzRaTo2xpopk+eBA==',
  '-----END CERTIFICATE REQUEST-----',
].join('\n');

async function pairWith(pin: string): Promise<number> {
  const body = { serialNumber: plate.serialNumber, pin, model: plate.model, certificateRequest };
  return (await call('POST', '/machine-link/pair', { body })).status;
}
