import { readFile } from 'node:fs/promises';
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { ProgramRevisionView } from '@fournil/contract/programs/revision';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../kit/accessible.ts';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

/** Programs after their creation: files, copies, revisions, their position on a machine, two editors at once. */
const name = `Pain du voyage ${Date.now() % 100_000}`;
const copy = `${name} (copie)`;

// Each test continues from the state that the previous one has left.
test.describe.configure({ mode: 'serial' });

let admin: Api;

test.beforeAll(async () => {
  admin = await apiFor('admin@levain.test');
  await admin.send('PUT', '/profile', { countryCode: 'FR' });
});
test.afterAll(async () => {
  for (const { id } of await named('Pain du voyage')) await admin.send('DELETE', `/programs/${id}`);
});

async function named(text: string): Promise<ProgramView[]> {
  return membersOf<ProgramView>(await admin.get(`/programs?q=${encodeURIComponent(text)}&itemsPerPage=50`));
}

async function theProgram(): Promise<ProgramView> {
  const found = (await named(name)).find((program) => program.name === name);
  if (!found) throw new Error(`${name} was not imported.`);
  return found;
}

/** The text of a program file, as the console writes it. */
async function exported(page: Page, programId: string): Promise<string> {
  await go(page, `/programs/${programId}/show`);
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Exporter' }).click();
  const file = await arriving;
  expect(file.suggestedFilename()).toMatch(/\.prog$/);
  return readFile(await file.path(), 'utf8');
}

test('PRG-04 of two imported files the invalid one is refused with its line; an export equals the file that was imported', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/programs' });
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  await admin.send('POST', '/programs', { ...pick(model), name });
  const good = await exported(page, (await theProgram()).id);
  await admin.send('DELETE', `/programs/${(await theProgram()).id}`);
  const line = good.split('\n').findIndex((text) => /"temperature": /.test(text)) + 1;
  const bad = good.replace(/"temperature": [\d.]+/, '"temperature": 900');

  await go(page, '/programs');
  await page.getByRole('button', { name: 'Importer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles([
    { name: 'good.prog', mimeType: 'application/json', buffer: Buffer.from(good) },
    { name: 'hot.prog', mimeType: 'application/json', buffer: Buffer.from(bad) },
  ]);
  await expect(dialog).toContainText('1 programme peut être importé');
  await expect(dialog).toContainText('1 fichier est refusé');
  await expect(dialog.locator('li', { hasText: 'hot.prog' })).toContainText(`Ligne ${line}`);
  await expect(dialog.locator('li', { hasText: 'hot.prog' })).toContainText(/entre 0 et 250|somme de contrôle/i);
  await dialog.getByRole('button', { name: 'Importer 1 programme' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('rowheader', { name })).toBeVisible();
  expect(await exported(page, (await theProgram()).id)).toBe(good);
});

test('PRG-01 a program is duplicated, and an unfinished draft is overwritten only after a confirmation', async ({
  openAs,
}) => {
  const { id } = await theProgram();
  const page = await openAs('admin@levain.test', { at: `/programs/${id}/show` });
  await settled(page);
  await page.getByRole('button', { name: 'Autres actions' }).click();
  await page.getByRole('menuitem', { name: 'Dupliquer' }).click();
  await expect(page.locator('input[name=name]')).toHaveValue(copy);
  await go(page, '/programs');
  await page.getByRole('checkbox', { name: `Sélectionner ${name}` }).check();
  await page.getByRole('button', { name: 'Dupliquer' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText(`« ${copy} » n’est pas encore enregistré`.replace(/ (?=»)|(?<=«) /g, ' '));
  await question.getByRole('button', { name: 'Remplacer le brouillon' }).click();
  await page.locator('.wizard__go button').click();
  await expect(page.locator('.drawing--live')).toBeVisible();
  await page.locator('.wizard__go button').click();
  await page.locator('.wizard__go button').click();
  await expect(page.getByRole('heading', { level: 1, name: copy })).toBeVisible();
});

test('PRG-01 PRG-03 revisions and programs are compared on one time axis, and an older revision is restored', async ({
  openAs,
}) => {
  const before = await theProgram();
  const phaseGroups = before.phaseGroups.map((group) =>
    group.phaseGroupType === 'heat'
      ? {
          ...group,
          phases: group.phases.map((phase, index) =>
            index === 0 ? { ...phase, values: { ...phase.values, temperature: 123 } } : phase,
          ),
        }
      : group,
  );
  await admin.send('PUT', `/programs/${before.id}`, { phaseGroups });
  const page = await openAs('admin@levain.test', { at: `/programs/${before.id}/show` });
  await settled(page);
  await page.getByRole('link', { name: 'Comparer la révision 1 à l’actuelle' }).click();
  await settled(page);
  expect(page.url()).toContain(`/programs/compare?left=${before.id}@1&right=${before.id}`);
  const table = page.locator('.comparison');
  await expect(table.getByRole('row', { name: /^Étape 1/ }).locator('mark')).toHaveText([/°C/, '123 °C']);
  await expect(page.locator('.drawing__differs-bar').first()).toBeAttached();
  await expectAccessible(page, 'comparison', ['light']);

  await go(page, `/programs/${before.id}/show/revisions/1`);
  await page.getByRole('button', { name: 'Rétablir ces réglages' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rétablir', exact: true }).click();
  // The dialog already names revision 3.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Révision 3').first()).toBeVisible();
  const third = (await admin.get(`/programs/${before.id}/revisions/3`)) as ProgramRevisionView;
  expect(third.phaseGroups).toEqual(before.phaseGroups);

  await go(page, '/programs');
  await page.getByRole('checkbox', { name: `Sélectionner ${name}`, exact: true }).check();
  await page.getByRole('button', { name: 'Comparer' }).press('Enter');
  await expect(page.getByText('Sélectionnez exactement deux programmes').first()).toBeVisible();
  await page.getByRole('checkbox', { name: `Sélectionner ${copy}` }).check();
  await page.getByRole('button', { name: 'Comparer' }).click();
  await settled(page);
  await expect(page.locator('.compare__sides')).toContainText(copy);
  await expect(table.getByRole('row', { name: /^Nom/ }).locator('mark')).toHaveCount(2);
});

test('PRG-05 programs on a machine are reordered by pointer and by keyboard, and a refusal restores their order', async ({
  openAs,
}) => {
  const { body } = await admin.send('POST', '/machines', {
    name: 'Four à ranger',
    serialNumber: `FS-${Date.now()}`,
    pin: '1234',
    category: 'deck',
  });
  const { id: machine } = body as { id: string };
  const programs = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=4')).map(
    ({ id }) => id,
  );
  for (const program of programs) await admin.send('POST', '/programMachines', { machine, program });
  const order = async () =>
    membersOf<ProgramMachineView>(await admin.get(`/programMachines?machine=${machine}`)).map(({ program }) =>
      programs.indexOf(program.id),
    );
  const start = await order();
  const page = await openAs('admin@levain.test', { at: `/machines/${machine}/show` });
  await settled(page);
  const grips = page.locator('.order__grip');
  await grips.first().hover();
  await page.mouse.down();
  await grips.nth(2).hover();
  await page.mouse.move(...below(await grips.nth(2).boundingBox()));
  await page.mouse.up();
  await expect.poll(order).toEqual([start[1], start[2], start[0], start[3]]);
  await expect(page.locator('.installed').getByRole('status')).toHaveText(/est maintenant en position 3 sur 4/);
  await grips.nth(2).press('Home');
  await expect.poll(order).toEqual(start);
  await expect(page.getByRole('button', { name: /^Monter/ }).first()).toBeDisabled();
  await expect(page.getByRole('button', { name: /^Descendre/ }).last()).toBeDisabled();

  const names = page.locator('.installed__name');
  const first = String(await names.first().textContent());
  await page.route('**/api/programMachines/*', (route) =>
    route.fulfill({ status: 409, json: { status: 409, detail: 'Pas maintenant.' } }),
  );
  await page
    .getByRole('button', { name: /^Descendre/ })
    .first()
    .click();
  await expect(page.locator('.notice')).toContainText('Pas maintenant.');
  await expect(names.first()).toHaveText(first);
  await page.unroute('**/api/programMachines/*');
  await admin.send('DELETE', `/machines/${machine}?deletePrograms=0`);
});

test('API-06 PRG-01 the second of two editors of a program sees the first one’s changes by field, and saves only their own', async ({
  openAs,
}) => {
  const { id } = await theProgram();
  const page = await openAs('admin@levain.test', { at: `/programs/${id}` });
  await settled(page);
  await page.locator('textarea[name=description]').fill('Second');
  await admin.send('PUT', `/programs/${id}`, { name: `${name} bis` });
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  const conflict = page.locator('.form-notice');
  await expect(conflict).toContainText('Quelqu’un d’autre a fait une modification entre-temps');
  await expect(conflict).toBeFocused();
  await expect(conflict.locator('del')).toHaveText([name]);
  await expect(conflict.locator('ins')).toHaveText([`${name} bis`]);
  await conflict.getByRole('button', { name: 'La remplacer par la mienne' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name} bis` })).toBeVisible();
  const saved = (await admin.get(`/programs/${id}`)) as ProgramView;
  expect([saved.name, saved.description]).toEqual([`${name} bis`, 'Second']);
});

test('PRG-03 a program without approval says so to a reader who may not see it, in the machine’s list and at its address', async ({
  openAs,
}) => {
  const limited = await apiFor('limited@levain.test');
  const standing = membersOf<{ id: string; name: string }>(
    await limited.get('/machines?category=deck&itemsPerPage=1'),
  )[0];
  const { body } = await admin.send('POST', '/programs', { ...pick(await theOne()), name: 'Pain du voyage secret' });
  const { id } = body as ProgramView;
  await admin.send('POST', '/programMachines', { machine: standing?.id, program: id });
  const page = await openAs('limited@levain.test', {
    at: `/machines/${standing?.id}/show`,
    expected: /introuvable|Accès restreint/,
  });
  await settled(page);
  const row = page.locator('.installed__row').filter({ hasText: 'Accès restreint aux programmes non approuvés' });
  await expect(row.last().locator('.installed__name')).toHaveAttribute('title', /attend l’approbation/);
  await expect(page.locator('body')).not.toContainText('voyage secret');
  await go(page, `/programs/${id}/show`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Accès restreint aux programmes non approuvés');
  await go(page, '/programs/01999999-0000-7000-8000-000000000000/show');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ce programme est introuvable');
});

test('PRG-01 a program prints on one page', async ({ openAs }) => {
  const { id } = await theOne();
  const page = await openAs('admin@levain.test', { at: `/programs/${id}/show` });
  await settled(page);
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

async function theOne(): Promise<ProgramView> {
  const [one] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  if (!one) throw new Error('The demonstration has no program for a deck oven.');
  return one;
}

function pick(program: ProgramView | undefined) {
  return {
    category: program?.category,
    description: program?.description,
    phaseGroups: program?.phaseGroups,
    tags: program?.tags.map(({ id }) => id),
  };
}

/** Just below the middle of a handle: far enough to place the dragged row after it. */
function below(box: { x: number; y: number; width: number; height: number } | null): [number, number] {
  if (!box) throw new Error('The grip is not on the page.');
  return [box.x + box.width / 2, box.y + box.height];
}
