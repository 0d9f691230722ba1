import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MenuView } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, expectToFit, settled, test } from '../kit/fixtures.ts';
import { machinesOf } from '../kit/fleet.ts';
import { killAndStartAgain, until } from '../kit/product.ts';

/** The date by which menus follow their seasons; the server is killed for it. */
const onDate = (date: string) => killAndStartAgain({ DEMO_DATE: date });
const today = () => new Date().toISOString().slice(0, 10);
const year = new Date().getFullYear() + 1;

/**
 * A journey, because only here the editor, the season, the server's start on another day and the ovens meet. Needs the
 * demonstration's ovens and its standing menu for convection ovens.
 */
test('MNU-01 the Christmas menu goes from the editor to the ovens, and leaves them in January', async ({ openAs }) => {
  test.slow();
  const admin = await apiFor('admin@levain.test');
  await admin.send('PUT', '/profile', { countryCode: 'FR' });
  const [pick] = await machinesOf(admin, 'convection', 'Villeurbanne');
  if (!pick) throw new Error('There is no convection oven in Villeurbanne.');
  const { machine } = pick;
  const held = async () =>
    membersOf<ProgramMachineView>(await admin.get(`/programMachines?machine=${machine.id}&order[position]=asc`));
  await onDate(`${year}-11-20`);
  await until('the oven holds its standing menu', async () => (await held()).filter(({ menu }) => menu).length >= 5);
  const before = (await held()).map(({ program }) => program.name);
  const [standing] = membersOf<MenuView>(await admin.get('/menus?seasonal=false'));
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=convection&approved=true&itemsPerPage=1'));
  const mark = Date.now() % 100_000;
  const [log, gingerbread, name] = [`Bûche ${mark}`, `Pain d’épices ${mark}`, `Noël ${mark}`];
  const ids: string[] = [];
  for (const program of [log, gingerbread]) {
    const { category, phaseGroups } = model as ProgramView;
    const made = await admin.send('POST', '/programs', { category, phaseGroups, name: program, approved: true });
    ids.push((made.body as ProgramView).id);
  }
  const [from, last] = [`${year}-12-10`, `${year + 1}-01-06`];
  let menuId = '';
  try {
    const page = await openAs('admin@levain.test', { at: '/menus', viewport: { width: 360, height: 780 } });
    await settled(page);
    await page.getByRole('link', { name: 'Créer une gamme' }).click();
    await page.getByRole('textbox', { name: 'Nom' }).fill(name);
    await page.getByRole('combobox', { name: 'Pour quels fours' }).selectOption({ label: 'Four ventilé' });
    await page.getByRole('button', { name: 'Ajouter des programmes' }).click();
    const dialog = page.getByRole('dialog');
    for (const program of [log, gingerbread]) {
      await dialog.getByRole('searchbox').fill(program);
      await dialog.getByRole('checkbox', { name: program }).check();
    }
    await dialog.getByRole('button', { name: 'Ajouter 2 programmes' }).click();
    // By keyboard: the second comes first.
    await page.getByRole('button', { name: `Monter ${gingerbread}` }).press('Enter');
    await expect(page.locator('.program-lines > li').first()).toContainText(gingerbread);
    await page.getByRole('radio', { name: 'Une fois, entre deux dates' }).check();
    await page.getByLabel('Du', { exact: true }).fill(from);
    await page.getByLabel('Au', { exact: true }).fill(last);
    await page.getByRole('button', { name: 'Ajouter des structures' }).click();
    const structures = page.getByRole('dialog');
    await structures.getByRole('searchbox').fill('Villeurbanne');
    await structures.getByRole('checkbox', { name: 'Villeurbanne' }).check();
    await structures.getByRole('button', { name: /^Choisir 1 structure/ }).click();
    // Shown as it will be on its first day, above what the oven holds then besides.
    const screen = page.locator('.oven-screen');
    await expect(screen).toContainText(machine.name);
    await expect(screen.locator('li').nth(0)).toContainText(gingerbread);
    await expect(screen.locator('li').nth(1)).toContainText(log);
    await expect(page.getByText('La liste de programmes ne changerait sur aucun four.')).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page, 'menu, new', ['light', 'dark']);
    await page.getByRole('button', { name: 'Enregistrer' }).click();
    await expect(page.getByText(`La gamme ${name} est créée.`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    menuId = /menus\/([0-9a-f-]{36})\/show/.exec(page.url())?.[1] ?? '';
    await until('the oven follows it', async () => {
      const [menu] = membersOf<MenuView>(await admin.get(`/menus?id=${menuId}`));
      return menu?.machineCount === 1;
    });
    expect((await held()).map(({ program }) => program.name)).toEqual(before);

    await page.context().close();
    await onDate(from);
    const isHeld = async (program: string) =>
      (await held()).find((one) => one.program.name === program)?.state === 'synchronised';
    await until('the oven holds both', async () => (await isHeld(log)) && (await isHeld(gingerbread)), 120);
    const desk = await openAs('user@levain.test', { at: `/machines/${machine.id}/show` });
    await settled(desk);
    const rows = desk.locator('.installed__row');
    await expect(rows.nth(0)).toContainText(gingerbread);
    await expect(rows.nth(0)).toContainText(`From the menu ${name}`);
    await expect(rows.nth(0)).toContainText('Synchronised');
    await expect(rows.nth(1)).toContainText(log);
    await expect(desk.locator('.oven-menus')).toContainText(`${name} given to Villeurbanne`);
    await expect(desk.locator('.oven-menus')).toContainText(`${standing?.name} given to Rhône-Alpes`);
    await expectAccessible(desk, 'machine, with menus', ['light', 'dark']);

    await desk.context().close();
    await onDate(`${year + 1}-01-08`);
    await until(
      'the oven holds what it held before',
      async () => (await held()).map(({ program }) => program.name).join() === before.join(),
      120,
    );
    await until('the oven says so', async () => (await held()).every(({ state }) => state === 'synchronised'), 120);
  } finally {
    await onDate(today());
    if (menuId) await admin.send('DELETE', `/menus/${menuId}`);
    for (const id of ids) await admin.send('DELETE', `/programs/${id}`);
  }
});
