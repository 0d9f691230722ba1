import type { MachineView } from '@fournil/contract/machines/machine';
import type { Locator, Page, Route } from '@playwright/test';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, settled, test } from '../kit/fixtures.ts';

/** The failures of a change that is shown at once, and the page's message for each. */
const refusals: { what: string; answer: (route: Route) => Promise<void>; says: Record<'en' | 'fr', RegExp> }[] = [
  {
    what: '409',
    answer: (route) => route.fulfill({ status: 409, json: { status: 409, detail: 'Not now.' } }),
    says: { en: /Not now\./, fr: /Not now\./ },
  },
  {
    what: '422',
    answer: (route) => route.fulfill({ status: 422, json: { status: 422, detail: 'Not so.' } }),
    says: { en: /Not so\./, fr: /Not so\./ },
  },
  {
    what: '500',
    answer: (route) => route.fulfill({ status: 500, json: { status: 500, detail: 'inside' } }),
    says: { en: /unexpected error/, fr: /erreur inattendue/ },
  },
  { what: 'no network', answer: (route) => route.abort(), says: { en: /Server Error/, fr: /Erreur du serveur/ } },
];

const expected = /Failed to fetch|ERR_FAILED|^500 /;

/** The refusal is sent only after the page has shown the change. */
async function expectToGoBack(page: Page, control: Locator, call: string, language: 'en' | 'fr'): Promise<void> {
  for (const { what, answer, says } of refusals) {
    const before = await control.isChecked();
    await page.route(call, async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await expect(control).toBeChecked({ checked: !before });
      await answer(route);
    });
    await control.click();
    await expect(page.locator('.notice').last(), what).toContainText(says[language]);
    await expect(control, what).toBeChecked({ checked: before });
    await page.unroute(call);
  }
}

test('MAC-05 GEN-11 the switches of a machine return to the stored value when a change is refused, fails or cannot be sent', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@epi.test');
  const [machine] = membersOf<MachineView>(await admin.get('/machines?itemsPerPage=1'));
  const page = await openAs('admin@epi.test', { at: `/machines/${machine?.id}/show`, expected });
  await settled(page);
  for (const name of ['Approved', 'In service'])
    await expectToGoBack(page, page.getByRole('switch', { name, exact: true }), `**/api/machines/${machine?.id}`, 'en');
});

test('MAC-05 GEN-11 the switches of organisation and profile return to the stored value when a change fails', async ({
  openAs,
}) => {
  const page = await openAs('admin@levain.test', { at: '/users', expected });
  await settled(page);
  for (const name of ['Exiger une deuxième étape', 'Partager les états'])
    await expectToGoBack(
      page,
      page.getByRole('switch', { name: new RegExp(name, 'i') }).first(),
      '**/api/organisation',
      'fr',
    );
  await page.goto('/#/profile');
  await settled(page);
  for (const name of ['Machines', 'Programmes'])
    await expectToGoBack(page, page.getByRole('switch', { name }).first(), '**/api/profile', 'fr');
});
