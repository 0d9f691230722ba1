import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import { phaseGroupsOf, settingsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { RolloutView } from '@fournil/contract/rollouts/rollout';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf, ovenOf } from '../kit/api.ts';
import { expect, expectToFit, settled, test } from '../kit/fixtures.ts';
import { calm, machinesOf } from '../kit/fleet.ts';
import { killAndStartAgain, until } from '../kit/product.ts';

/** More water than the tank of any deck oven holds, so that each of them refuses it. */
const tooMuchSteam = Array.from({ length: 24 }, (_, index) => ({ startSeconds: index * 30, volumeCentilitres: 10 }));

/**
 * A journey, because only here an oven itself refuses what it is given, and the page, the engine and the oven meet.
 */
test('MNU-03 a rollout whose first oven refuses it stops by itself, and is taken back with one click', async ({
  openAs,
}) => {
  test.slow();
  const admin = await apiFor('admin@levain.test');
  await admin.send('PUT', '/profile', { countryCode: 'FR' });
  const picks = (await machinesOf(admin, 'deck')).slice(0, 2);
  expect(picks).toHaveLength(2);
  for (const pick of picks) await calm(admin, pick);
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  const settings = { ...settingsOf((model as ProgramView).phaseGroups), steam: [] };
  const name = `Fougasse ${Date.now() % 100_000}`;
  const body = { category: 'deck', name, phaseGroups: phaseGroupsOf(settings), approved: true };
  const program = (await admin.send('POST', '/programs', body)).body as ProgramView;
  const held = async () =>
    membersOf<ProgramMachineView>(await admin.get(`/programMachines?program=${program.id}`)).map(
      ({ state, wantedRevision, reportedRevision }) => ({ state, wantedRevision, reportedRevision }),
    );
  const hold = (revision: number) => ({ state: 'synchronised', wantedRevision: revision, reportedRevision: revision });
  try {
    for (const { machine } of picks)
      await admin.send('POST', '/programMachines', { machine: machine.id, program: program.id });
    await until('both ovens hold it', async () => (await held()).every(({ state }) => state === 'synchronised'), 120);
    const steamed = phaseGroupsOf({ ...settings, steam: tooMuchSteam });
    await admin.send('PUT', `/programs/${program.id}`, { phaseGroups: steamed, draft: true });

    const page = await openAs('admin@levain.test', {
      at: `/programs/${program.id}/show`,
      viewport: { width: 360, height: 780 },
    });
    await settled(page);
    await page.getByRole('link', { name: 'Déployer par paliers…' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    await page.getByRole('button', { name: 'Retirer le palier 2' }).click();
    await page.getByRole('button', { name: 'Essai à blanc' }).click();
    await expect(page.getByRole('heading', { name: 'Machines qui la recevraient' })).toBeVisible();
    await expectToFit(page);
    await expectAccessible(page, 'rollout, new', ['light', 'dark']);
    await page.getByRole('button', { name: 'Commencer…' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Commencer' }).press('Enter');
    await expect(page).toHaveURL(/#\/rollouts\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('status').filter({ hasText: /interrompu\s:\splus de/ })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.locator('.rollout__machines')).toContainText('réservoir');
    expect(await held()).toContainEqual(hold(1));
    await expectToFit(page);
    await expectAccessible(page, 'rollout, stopped by itself', ['light', 'dark']);
    const address = page.url().split('#')[1] ?? '';
    await page.context().close();

    const desk = await openAs('user@levain.test', { at: address });
    await settled(desk);
    await desk.getByRole('button', { name: 'Take all back…' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Back to revision 1' }).click();
    await expect(desk.getByRole('status').filter({ hasText: /every oven has again what it had before/ })).toBeVisible();
    await until(
      'both ovens hold revision 1 again',
      async () => JSON.stringify(await held()) === JSON.stringify([hold(1), hold(1)]),
      120,
    );
    await expectAccessible(desk, 'rollout, taken back', ['light', 'dark']);
  } finally {
    await admin.send('DELETE', `/programs/${program.id}`);
  }
});

/**
 * A journey, because only here are ovens whose memories can be read, and a server that can be killed. `bench/chain.ts`
 * does the same with ten thousand ovens.
 */
test('MNU-05 when the server is killed three times during a rollout, no oven is left out, and each holds what the console says', async () => {
  test.slow();
  const admin = await apiFor('admin@levain.test');
  const picks = await machinesOf(admin, 'deck');
  expect(picks.length).toBeGreaterThanOrEqual(3);
  for (const pick of picks) await calm(admin, pick);
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  const { category, phaseGroups } = model as ProgramView;
  const body = { category, phaseGroups, name: `Miche ${Date.now() % 100_000}`, approved: true };
  const program = (await admin.send('POST', '/programs', body)).body as ProgramView;
  const said = async () => membersOf<ProgramMachineView>(await admin.get(`/programMachines?program=${program.id}`));
  try {
    for (const { machine } of picks)
      await admin.send('POST', '/programMachines', { machine: machine.id, program: program.id });
    await until('the ovens hold it', async () => (await said()).every(({ state }) => state === 'synchronised'), 120);
    await admin.send('PUT', `/programs/${program.id}`, { name: `${body.name} bis`, draft: true });
    const rings = [
      { name: 'Premier', sharePercent: 1 },
      { name: 'Moitié', sharePercent: 50 },
      { name: 'Tous', sharePercent: 100 },
    ];
    const started = await admin.send('POST', `/programs/${program.id}/rollouts`, { revision: 2, rings });
    const { id } = started.body as RolloutView;
    const now = async () => (await admin.get(`/rollouts/${id}`)) as RolloutView;
    for (const [ring] of rings.entries()) {
      await killAndStartAgain();
      await until(
        `ring ${ring} has it`,
        async () => {
          const { size, counts } = (await now()).rings[ring] ?? { size: 0, counts: { done: -1 } };
          return counts.done === size;
        },
        120,
      );
    }
    await until('the rollout is done', async () => (await now()).state === 'done');
    const { rings: ended } = await now();
    expect(ended.reduce((sum, { counts }) => sum + counts.done, 0)).toBe(picks.length);
    await until('all are told', async () => (await said()).every(({ state }) => state === 'synchronised'), 120);
    const told = await said();
    expect(told).toHaveLength(picks.length);
    for (const { machine } of picks) {
      const held = (await ovenOf(machine.serialNumber)).programs.find((one) => one.id === program.id);
      expect(held).toMatchObject({ revision: 2, state: 'applied' });
      expect(told.find((one) => one.machineName === machine.name)?.reportedRevision).toBe(2);
    }
  } finally {
    await admin.send('DELETE', `/programs/${program.id}`);
  }
});
