import type { ListedFault } from '@fournil/contract/machines/faultList';
import { expectAccessible } from '../kit/accessible.ts';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, settled, test } from '../kit/fixtures.ts';

const words = {
  FR: {
    home: /^\d+ défauts? .* la nuit dernière$/,
    title: 'Défauts',
    night: 'Nuit dernière',
    filter: 'Filtrer',
    state: 'État',
    file: 'Télécharger en CSV',
    duration: 'Durée',
    tab: 'Tous les défauts en liste',
  },
  EN: {
    home: /^\d+ faults? .* last night$/,
    title: 'Faults',
    night: 'Last night',
    filter: 'Filter',
    state: 'State',
    file: 'Download CSV',
    duration: 'Duration',
    tab: 'All faults in a list',
  },
};

/** A journey, because the link of one page has to become the filters of another one, and those of its file. */
for (const [username, language, device] of [
  ['admin@levain.test', 'FR', 'desk'],
  ['user@levain.test', 'EN', 'phone'],
] as const)
  test(`DAY-16 ${username} on a ${device}: last night’s faults are one click from home, and are sorted, filtered and taken along`, async ({
    openAs,
  }) => {
    const { home, title, night, filter, state, file, duration, tab } = words[language];
    const isPhone = device === 'phone';
    const api = await apiFor(username);
    const ofNight = membersOf<ListedFault>(await api.get('/faults?period=lastNight&itemsPerPage=100'));
    const page = await openAs(username, isPhone ? { viewport: { width: 360, height: 780 } } : {});
    const link = page.getByRole('link', { name: home });
    await expect(link).toHaveText(new RegExp(`^${ofNight.length} `));
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('button', { name: night })).toHaveAttribute('aria-pressed', 'true');
    const rows = page.locator('tbody tr');
    await expect(rows).toHaveCount(Math.min(50, ofNight.length));
    await expectAccessible(page, 'the faults of last night');

    if (!isPhone) {
      await page.getByRole('button', { name: duration }).click();
      const [longest] = membersOf<ListedFault>(await api.get('/faults?period=lastNight&order[duration]=desc'));
      await expect(rows.first()).toContainText(longest?.machineName ?? '?');
    }
    if (isPhone) await page.getByRole('button', { name: filter }).click();
    await page.getByLabel(state).selectOption('false');
    await expect(rows).toHaveCount(ofNight.filter(({ dateEnd }) => dateEnd !== null).length);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: file }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${title} \\d{4}-\\d\\d-\\d\\d\\.csv$`));

    // From a fault to its meaning at the machine, and from there to all of the machine.
    await rows.first().getByRole('link').first().click();
    await page.getByRole('link', { name: tab }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await settled(page);
    const names = await rows.locator('[data-column="machine"]').allTextContents();
    expect(new Set(names).size).toBe(1);
  });
