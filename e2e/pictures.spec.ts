import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MachineView } from '@fournil/contract/machines/machine';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { Page } from '@playwright/test';
import { apiFor, membersOf } from './api.ts';
import { expect, go, settled, test } from './fixtures.ts';
import { until } from './product.ts';

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const username = 'user@levain.test';

/** The pictures of README and guide, made anew by `PICTURES=on`; otherwise there is nothing to test here. */
if (process.env['PICTURES'] === 'on') {
  test('pictures for README and guide', async ({ openAs, visit }) => {
    mkdirSync(folder, { recursive: true });
    const signIn = await visit({ at: '/login', locale: 'en-GB' });
    await settled(signIn);
    await take(signIn, 'sign-in');

    const api = await apiFor(username);
    const page = await openAs(username);
    await settled(page);
    await take(page, 'home');
    // A shorter page than usual: the picture is a lighter one.
    await go(page, '/machines?perPage=20');
    await expect(page.getByRole('rowheader')).toHaveCount(20);
    await take(page, 'machines');
    const baking = await until('an oven bakes', () => firstBaking(api));
    await go(page, `/machines/${baking.id}/show`);
    await take(page, 'machine');
    const [program] = membersOf<ProgramView>(await api.get('/programs?q=Baguette%20de%20tradition&itemsPerPage=1'));
    await go(page, `/programs/${program?.id}/1`);
    await expect(page.locator('.drawing--live')).toBeVisible();
    await take(page, 'program-editor');

    const phone = await openAs(username, { at: '/machines', viewport: { width: 360, height: 780 } });
    await settled(phone);
    await take(phone, 'machines-phone');
  });
}

async function firstBaking(api: Awaited<ReturnType<typeof apiFor>>): Promise<MachineView | undefined> {
  const machines = membersOf<MachineView>(await api.get('/machines?connected=true&failing=false&itemsPerPage=100'));
  return machines.find(({ now }) => now.program !== null && now.program.elapsedSeconds < now.program.totalSeconds / 2);
}

async function take(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide' });
}
