import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { ProgramView } from '@fournil/contract/programs/program';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, expectToFit, settled, test } from '../kit/fixtures.ts';
import { calm, machinesOf } from '../kit/fleet.ts';
import { runningProduct, until } from '../kit/product.ts';

/** Somebody lowers the first temperature of a program at the oven by 7 °C. */
async function changeAt(serialNumber: string, programId: string): Promise<void> {
  const response = await fetch(`${runningProduct().controlUrl}/ovens/${serialNumber}/change`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ programId }),
  });
  expect(response.status, await response.text()).toBe(200);
}

test('MNU-02 a baker’s change is found, compared, adopted', async ({ openAs }) => {
  const admin = await apiFor('admin@levain.test');
  await admin.send('PUT', '/profile', { countryCode: 'FR', temperatureUnitPreference: 'C' });
  // A program of its own, so that no other journey sees it change.
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  const { category, phaseGroups } = model as ProgramView;
  const name = `Miche du fournier ${Date.now() % 100_000}`;
  const made = await admin.send('POST', '/programs', { category, phaseGroups, name });
  const { id } = made.body as ProgramView;
  expect((await admin.send('PUT', `/programs/${id}`, { approved: true })).status).toBe(200);
  const [pick] = await machinesOf(admin, category);
  if (!pick) throw new Error('There is no deck oven.');
  await calm(admin, pick);
  const { machine } = pick;
  await admin.send('POST', '/programMachines', { machine: machine['@id'], program: `/api/programs/${id}` });
  const installed = async () =>
    membersOf<ProgramMachineView>(await admin.get(`/programMachines?program=${id}&machine=${machine.id}`))[0];
  try {
    await until('the oven holds the program', async () => (await installed())?.state === 'synchronised');
    await changeAt(machine.serialNumber, id);
    await until('the change is reported', async () => (await installed())?.change?.phaseGroups != null);

    const page = await openAs('admin@levain.test', { at: '/', viewport: { width: 360, height: 780 } });
    await settled(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Différences' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Différences/ })).toBeVisible();
    await page.getByRole('combobox', { name: 'Programme', exact: true }).fill(name);
    await page.getByRole('option', { name }).click();
    await settled(page);
    const row = page.locator('.differences__table tbody > tr', { hasText: name });
    await expect(row).toContainText(machine.name);
    const heat = phaseGroups.find((group) => group.phaseGroupType === 'heat');
    const before = heat?.phases[0]?.values.temperature ?? 0;
    await expect(row).toContainText(
      `étape 1 : ${before - 7} au lieu de ${before} °C`.replaceAll(/ (?=[:°])/g, '\u00a0'),
    );

    await page.getByRole('button', { name: `Comparer ${name} sur ${machine.name}` }).click();
    const panel = page.locator('.differences__panel');
    await expect(panel.getByRole('heading', { name: 'Approuvé, révision 1' })).toBeVisible();
    await expect(panel.getByRole('row', { name: /^Étape 1/ }).locator('mark')).toHaveText([
      `${before} °C`,
      `${before - 7} °C`,
    ]);
    await expectToFit(page);
    await expectAccessible(page, 'differences, compared', ['light', 'dark']);

    await panel.getByRole('button', { name: /^Reprendre celui du four/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(`Cela devient la révision 2 de ${name}, approuvée aussitôt`);
    await dialog.getByRole('textbox', { name: 'Raison' }).fill('Farine plus forte ce mois-ci');
    await expectAccessible(page, 'differences, adopting', ['light', 'dark']);
    await dialog.getByRole('button', { name: 'Reprendre' }).click();
    await expect(page.getByText('La révision 2 est approuvée et envoyée aux fours.')).toBeVisible();
    await expect(page.getByText('Aucune différence avec ces filtres')).toBeVisible();
    await until('the oven is synchronised', async () => {
      const now = await installed();
      return now?.state === 'synchronised' && now.reportedRevision === 2;
    });
    expect(JSON.stringify(await admin.get(`/history/program/${id}/full`))).toContain('Farine plus forte ce mois-ci');
  } finally {
    await admin.send('DELETE', `/programs/${id}`);
  }
});
