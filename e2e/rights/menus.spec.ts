import { type ProfileView, profileAnswer } from '@fournil/contract/accounts/profile';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { MenuView } from '@fournil/contract/menus/menu';
import type { ProgramView } from '@fournil/contract/programs/program';
import { type Action, can } from '@fournil/contract/rights/policy';
import type { StructureView } from '@fournil/contract/structures/structure';
import type { TagView } from '@fournil/contract/tags/tag';
import type { Page } from '@playwright/test';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, settled, test } from '../kit/fixtures.ts';
import { actorOf } from './actor.ts';

/** The menu of each role (NAV-02, NAV-03), in the person's language. */
const menus: Record<string, string[]> = {
  'super@fournil.test': [
    'Home',
    'Technicians',
    'Clients',
    'Program images',
    'Machine images',
    'Models',
    'Software updates',
  ],
  'tech@fournil.test': ['Accueil', 'Clients'],
  'admin@levain.test': [
    'Accueil',
    'Utilisateurs',
    'Structures',
    'Étiquettes',
    'Programmes',
    'Gammes',
    'Machines',
    'Défauts',
    'Différences',
    'Déploiements',
  ],
  'user@levain.test': [
    'Home',
    'Structures',
    'Tags',
    'Programs',
    'Menus',
    'Machines',
    'Faults',
    'Differences',
    'Rollouts',
  ],
  'limited@levain.test': [
    'Accueil',
    'Structures',
    'Étiquettes',
    'Programmes',
    'Gammes',
    'Machines',
    'Défauts',
    'Différences',
    'Déploiements',
  ],
  'admin@epi.test': [
    'Home',
    'Users',
    'Structures',
    'Tags',
    'Programs',
    'Menus',
    'Machines',
    'Faults',
    'Differences',
    'Rollouts',
  ],
};

/**
 * For these two the addresses that open are checked as well; for the others only those that do not, because the pages
 * are the same.
 */
const walkEverything = ['admin@levain.test', 'limited@levain.test'];

for (const [username, labels] of Object.entries(menus)) {
  test(`NAV-01 NAV-02 NAV-03 GEN-09 RGT-04 ${username}: the menu and the addresses that open are exactly those of the policy`, async ({
    openAs,
  }) => {
    const api = await apiFor(username);
    const profile = profileAnswer.parse(await api.get('/profile')).profile;
    const page = await openAs(username);
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() === 403 && refused.push(answer.url()));
    await settled(page);
    await expect(page.locator('.top-bar__person')).toContainText(profile.fullName);
    const entries = page.locator('nav.rail').getByRole('link');
    await expect(entries).toHaveText(labels);
    for (const label of labels) {
      await entries.filter({ hasText: label }).click();
      await settled(page);
      expect(hashOf(page), label).not.toContain('not-granted');
    }
    for (const [address, action] of await addresses(username, profile)) {
      const isAllowed = action === null || can(actorOf(profile), action);
      if (isAllowed && !walkEverything.includes(username)) continue;
      await step(page, address);
      await expect
        .poll(() => hashOf(page), { message: `${username} at ${address}`, intervals: [50] })
        .toContain(isAllowed ? address : '/not-granted');
      await settled(page);
      expect(hashOf(page), `${username} at ${address}`).toContain(isAllowed ? address : '/not-granted');
    }
    expect(refused, 'no page asks the server for what its reader may not see').toEqual([]);
  });
}

/** Goes to an address within the page, as a bookmark does, and waits until the former page has been replaced. */
async function step(page: Page, address: string): Promise<void> {
  await page.evaluate(async (hash) => {
    location.hash = hash;
    for (let frame = 0; frame < 3; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
  }, address);
  await settled(page);
}

/** Every address with its row of the policy; with records that this person sees, or else with somebody else's. */
async function addresses(username: string, { kind }: ProfileView): Promise<[address: string, action: Action | null][]> {
  const api = await apiFor(kind === 'superAdmin' || kind === 'technician' ? 'admin@levain.test' : username);
  const [machine] = membersOf<MachineView>(await api.get('/machines?itemsPerPage=1'));
  const [program] = membersOf<ProgramView>(await api.get('/programs?itemsPerPage=1'));
  const [menu] = membersOf<MenuView>(await api.get('/menus?itemsPerPage=1'));
  const [structure] = membersOf<StructureView>(await api.get('/structures?itemsPerPage=1'));
  const [tag] = membersOf<TagView>(await api.get('/tags?itemsPerPage=1'));
  const [person] = membersOf<{ id: string }>(await (await apiFor('admin@levain.test')).get('/users?itemsPerPage=1'));
  // Technicians are sent home from it, as the documents say of software updates.
  const rollouts: [string, Action][] = kind === 'technician' ? [] : [['/rollouts', 'rollouts.list']];
  return [
    ...rollouts,
    ['/', null],
    ['/profile', null],
    ['/activity', null],
    ['/machines', 'machines.list'],
    ['/machines/create', 'machines.create'],
    [`/machines/${machine?.id}/show`, 'machines.show'],
    [`/machines/${machine?.id}/show/history`, 'machines.show'],
    [`/machines/${machine?.id}`, 'machines.edit'],
    ['/faults', 'machines.show'],
    ['/differences', 'programMachines.list'],
    [`/programs/${program?.id}/rollout`, 'programs.rollOut'],
    [`/menus/${menu?.id}/rollout`, 'menus.rollOut'],
    ['/programs', 'programs.list'],
    ['/programs/create', 'programs.create'],
    ['/menus', 'menus.list'],
    ['/menus/calendar', 'menus.list'],
    ['/menus/create', 'menus.create'],
    [`/menus/${menu?.id}/show`, 'menus.list'],
    [`/menus/${menu?.id}`, 'menus.change'],
    [`/programs/${program?.id}/show`, 'programs.show'],
    [`/programs/${program?.id}`, 'programs.edit'],
    [`/programs/${program?.id}/1`, 'programs.edit'],
    [`/machines/${machine?.id}/settings`, 'machines.readSettings'],
    ['/structures', 'structures.open'],
    ['/structures/create', 'structures.create'],
    [`/structures/${structure?.id}/show`, 'structures.show'],
    [`/structures/${structure?.id}`, 'structures.edit'],
    ['/tags', 'tags.open'],
    ['/tags/create', 'tags.create'],
    [`/tags/${tag?.id}/show`, 'tags.show'],
    [`/tags/${tag?.id}`, 'tags.edit'],
    ['/users', 'users.list'],
    ['/users/create', 'users.create'],
    [`/users/${person?.id}/show`, 'users.show'],
    [`/users/${person?.id}/show/rights`, 'users.show'],
    ['/create-fournil-admin', 'client-admins.create'],
    ['/create-fournil-tech', 'technicians.create'],
    ['/client-admins', 'client-admins.list'],
    ['/fournil-technicians', 'technicians.list'],
  ];
}

function hashOf(page: Page): string {
  return new URL(page.url()).hash;
}
