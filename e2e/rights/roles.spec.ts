import { type ProfileView, profileAnswer } from '@fournil/contract/accounts/profile';
import { type Action, can } from '@fournil/contract/rights/policy';
import type { Locator, Page } from '@playwright/test';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, go, test } from '../kit/fixtures.ts';
import { actorOf } from './actor.ts';
import { type Attempt, type Offer, resources } from './offers.ts';

for (const username of ['admin@levain.test', 'user@levain.test', 'limited@levain.test', 'admin@epi.test']) {
  test(`RGT-04 BLK-01 ${username}: list, page and bulk bar offer exactly the allowed actions, and the API refuses the others`, async ({
    openAs,
  }) => {
    const api = await apiFor(username);
    const profile = profileAnswer.parse(await api.get('/profile')).profile;
    const may = (act: Action) => can(actorOf(profile), act);
    const page = await openAs(username);
    const main = page.getByRole('main');
    for (const { name, list, show, menu, bar, attempts } of resources) {
      await go(page, `/${name}`);
      await expectOffers(main, profile, list);
      await main.getByRole('row').getByRole('checkbox').nth(1).check();
      await expectBar(page.locator('.bulk-bar'), profile, bar);
      const [one] = membersOf<{ id: string }>(await api.get(`/${name}?itemsPerPage=1`));
      const id = one?.id ?? '';
      await go(page, `/${name}/${id}/show`);
      await expectOffers(main, profile, show);
      if (menu) await expectMenu(page, profile, menu);
      await expectRefused(
        api,
        id,
        attempts.filter(({ act }) => !may(act)),
      );
      await api.get(`/${name}/${id}`);
    }
  });
}

/** The API refuses what the page does not offer. */
async function expectRefused(api: Api, id: string, attempts: readonly Attempt[]): Promise<void> {
  for (const { method, path, body } of attempts) {
    const sent: unknown = body && JSON.parse(JSON.stringify(body).replace('{id}', id));
    const { status } = await api.send(method, path.replace('{id}', id), sent);
    expect(status, `${method} ${path} ${JSON.stringify(sent)}`).toBe(403);
  }
}

/** Buttons and links are shown only to those who may use them, or are disabled with the reason in their title. */
async function expectOffers(within: Locator, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  for (const { act, words } of offers) {
    const name = words[profile.countryCode];
    const offered = within
      .getByRole('button', { name, exact: true })
      .or(within.getByRole('link', { name, exact: true }))
      .and(within.locator(':not(:disabled[title])'));
    await expect(offered, `${act}: ${name}`).toHaveCount(can(actorOf(profile), act) ? 1 : 0);
  }
}

async function expectMenu(page: Page, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  await page.getByRole('button', { name: { EN: 'More actions', FR: 'Autres actions' }[profile.countryCode] }).click();
  for (const { act, words } of offers) {
    const offered = page.getByRole('menuitem', { name: words[profile.countryCode], exact: true });
    await expect(offered, act).toHaveCount(can(actorOf(profile), act) ? 1 : 0);
  }
  await page.keyboard.press('Escape');
}

/** In the bar over selected rows they are always shown, and disabled for those who may not use them. */
async function expectBar(bar: Locator, profile: ProfileView, offers: readonly Offer[]): Promise<void> {
  for (const { act, words } of offers)
    await expect(bar.getByRole('button', { name: words[profile.countryCode], exact: true }), act).toBeEnabled({
      enabled: can(actorOf(profile), act),
    });
}
