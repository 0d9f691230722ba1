import { profileAnswer } from '@fournil/contract/accounts/profile';
import { fleetInfos } from '@fournil/contract/home/homeInfos';
import type { Page } from '@playwright/test';
import { apiFor } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

for (const username of ['admin@levain.test', 'user@levain.test', 'limited@levain.test', 'admin@epi.test']) {
  test(`HOM-01 HOM-03 ${username}: every number on the home page equals the length of its list and has the right plural`, async ({
    openAs,
  }) => {
    const profile = profileAnswer.parse(await (await apiFor(username)).get('/profile')).profile;
    const page = await openAs(username);
    await settled(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(profile.fullName);
    await expect(page.locator('.home__aside')).toContainText(/\d{4} \d{4}/);
    const counters = page.locator('.counters').getByRole('link');
    await expect(counters).toHaveCount(profile.kind === 'clientAdmin' ? 5 : 4);
    for (let index = 0; index < (await counters.count()); index += 1) {
      // Ovens connect and disconnect meanwhile.
      await expect(async () => {
        await go(page, '/');
        const figure = Number(
          await counters
            .nth(index)
            .locator('.counters__figure')
            .evaluate((element) => element.firstChild?.textContent),
        );
        const label = (await counters.nth(index).locator('.counters__label').textContent())?.trim();
        expect(label).toBe(labels[profile.countryCode][index]?.[isOne(profile.countryCode, figure) ? 0 : 1]);
        await counters.nth(index).click();
        await expect(page).not.toHaveURL(/#\/$/);
        await settled(page);
        expect(await totalOf(page), label).toBe(figure);
      }).toPass({ timeout: 20_000 });
    }
  });
}

for (const username of ['super@fournil.test', 'tech@fournil.test']) {
  test(`HOM-04 RGT-06 ${username}: the home page shows the fleet in numbers and no client’s objects`, async ({
    openAs,
  }) => {
    const api = await apiFor(username);
    const fleet = fleetInfos.parse(await api.get('/home/fleet'));
    const page = await openAs(username);
    await settled(page);
    const figures = page.locator('.counters__figure');
    await expect(figures).toHaveCount(5);
    await expect(figures.nth(0)).toHaveText(String(fleet.organisations));
    await expect(figures.nth(1)).toHaveText(String(fleet.machines));
    await expect(page.locator('.versions dt')).toHaveText(fleet.softwareVersions.map(({ version }) => version));
    await expect(page.locator('.home__aside')).toHaveCount(0);
    for (const path of ['/home', '/machines', '/programs', '/structures', '/tags'])
      expect((await api.send('GET', path)).status, path).toBe(403);
    // The only number for which the maker has a list.
    const links = page.locator('.counters').getByRole('link');
    await expect(links).toHaveCount(1);
    await links.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Clients' })).toBeVisible();
    await settled(page);
    await expect.poll(() => totalOf(page)).toBe(fleet.organisations);
  });
}

const labels: Record<'EN' | 'FR', [one: string, several: string][]> = {
  EN: [
    ['machine connected', 'machines connected'],
    ['approved program', 'approved programs'],
    ['machine to approve', 'machines to approve'],
    ['structure with machines', 'structures with machines'],
    ['user', 'users'],
  ],
  FR: [
    ['machine connectée', 'machines connectées'],
    ['programme approuvé', 'programmes approuvés'],
    ['machine à approuver', 'machines à approuver'],
    ['structure avec des machines', 'structures avec des machines'],
    ['utilisateur', 'utilisateurs'],
  ],
};

/** In French the number zero is singular. */
function isOne(language: 'EN' | 'FR', figure: number): boolean {
  return figure === 1 || (language === 'FR' && figure === 0);
}

/** The number of rows in the list, over all its pages. */
async function totalOf(page: Page): Promise<number> {
  const range = page.locator('.pager__range');
  if ((await range.count()) === 0) return 0;
  return Number((await range.textContent())?.match(/\d+$/)?.[0]);
}
