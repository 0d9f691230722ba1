import { dayMilliseconds } from '@fournil/contract/kit/durations';
import type { ProgramView } from '@fournil/contract/programs/program';
import type { Page } from '@playwright/test';
import { type Api, apiFor, membersOf } from '../kit/api.ts';
import { expect, expectToFit, go, settled, test } from '../kit/fixtures.ts';

const sizes = [
  { width: 360, height: 780 },
  { width: 1440, height: 900 },
];

/** The greatest length, without a space at which a line could break. */
const long = (word: string, length = 255) => word.repeat(Math.ceil(length / word.length)).slice(0, length);
const place = {
  society: long('Levain'),
  street: long('Rue'),
  city: long('Lyon'),
  country: 'FR',
  timezone: 'Europe/Paris',
};
const names = {
  firstName: long('Jeanbaptiste'),
  lastName: long('Lecomte'),
  ...place,
  countryCode: 'FR',
  temperatureUnitPreference: 'C',
};

/**
 * One record of every kind with a name, each related to the others, and the addresses of their pages. `made` lists
 * what was created, the last first.
 */
async function makeAll(admin: Api, made: string[]): Promise<string[]> {
  const make = async (path: string, body: unknown) => {
    const { status, body: one } = await admin.send('POST', path, body);
    expect(status, `POST ${path}: ${JSON.stringify(one)}`).toBe(201);
    const { id } = one as { id: string };
    made.unshift(`${path}/${id}${path === '/machines' ? '?deletePrograms=0' : ''}`);
    return id;
  };
  const mark = Date.now();
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  const parent = await make('/structures', { name: long(`Central${mark}`), timezone: 'Europe/Paris' });
  const structure = await make('/structures', { name: long('Boutique'), parent });
  const tag = await make('/tags', { name: long(`Saison${mark}`), description: long('Description') });
  const fields = { category: 'deck', phaseGroups: model?.phaseGroups, approved: true };
  const program = await make('/programs', {
    name: long('Painmaison', 40),
    description: long('Croustillant', 144),
    tags: [tag],
    ...fields,
  });
  const plate = { serialNumber: `${mark}${long('SN', 51)}`, pin: '1234', category: 'deck' };
  const machine = await make('/machines', {
    name: long('Fourasole'),
    description: long('Description'),
    structure,
    ...plate,
  });
  await admin.send('POST', '/programMachines', { machine, program });
  const template = await make('/rights-templates', {
    name: long(`Chef${mark}`, 100),
    description: long('Droits'),
    rights: [],
  });
  const token = {
    name: long(`Synchronisation${mark}`, 100),
    rights: ['ROLE_STRUCTURE_ACCESS'],
    structures: [structure],
    endsAt: new Date(mark + dayMilliseconds).toISOString(),
  };
  await make('/api-tokens', token);
  const webhook = await make('/webhooks', {
    url: `https://receiver.invalid/${long('chemin', 400)}`,
    description: long(`Messagerie${mark}`),
    events: ['program.approved'],
    structures: [structure],
  });
  const email = `a${mark}@${long('domaine', 60)}.test`;
  const person = await make('/users', { email, ...names, structures: [structure], rightsTemplate: template });
  return [
    '/',
    '/machines',
    ...['/show', '/show/history', '/settings', ''].map((part) => `/machines/${machine}${part}`),
    '/programs',
    ...['/show', '', '/1'].map((part) => `/programs/${program}${part}`),
    `/programs/compare?left=${program}&right=${model?.id}`,
    '/structures',
    ...[parent, structure].map((id) => `/structures/${id}/show`),
    '/tags',
    `/tags/${tag}/show`,
    '/users',
    ...['/show', '/show/rights', '/edit'].map((part) => `/users/${person}${part}`),
    '/rights-templates',
    '/api-tokens',
    '/webhooks',
    ...['', '/edit'].map((part) => `/webhooks/${webhook}${part}`),
    '/access-review',
    '/all-activity',
  ];
}

/** Other journeys count these records, so all are deleted. */
async function remove(by: Api, made: readonly string[]): Promise<void> {
  for (const path of made) expect((await by.send('DELETE', path)).status, path).toBe(204);
}

/** The elements that a long name has moved out of place, in words. */
async function spoilt(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (one: Element) => one.getClientRects().length > 0;
    const whole = (one: Element) => one.textContent.trim().slice(0, 40);
    // The figures of a program and the matrix of rights are wider than a small screen by design.
    const heads = [
      ...document.querySelectorAll(
        'table:not(.phases__scroller table, :has([data-upright])) thead tr:last-child > :last-child',
      ),
    ];
    const outside = heads.filter(isShown).filter((head) => {
      let frame = head.closest('table')?.parentElement ?? document.body;
      while (frame !== document.body && getComputedStyle(frame).overflowX === 'visible')
        frame = frame.parentElement ?? document.body;
      return head.getBoundingClientRect().right > Math.min(innerWidth, frame.getBoundingClientRect().right) + 1;
    });
    // History and rights are shown in full, without truncation.
    const lines =
      innerWidth > 600
        ? []
        : [
            ...document.querySelectorAll(
              '.table tbody tr:not(:has(.access__words)), main li:not(.history li, .recent-actions li, :has(li))',
            ),
          ];
    const tall = lines.filter((line) => isShown(line) && line.getBoundingClientRect().height > innerHeight / 2);
    const thin: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement } = text;
      if (
        !parentElement ||
        parentElement.closest('.unseen, .skip, svg, option, [data-upright]') ||
        (text.textContent ?? '').trim().length < 8
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const widths = [...range.getClientRects()].map(({ width }) => width);
      if (widths.length > 3 && Math.max(...widths) < 1.6 * Number.parseFloat(getComputedStyle(parentElement).fontSize))
        thin.push(whole(parentElement));
    }
    return [
      ...outside.map((one) => `outside its frame: ${whole(one)}`),
      ...tall.map((one) => `taller than half of the screen: ${whole(one)}`),
      ...thin.map((one) => `a letter or two a line: ${one}`),
    ];
  });
}

async function look(page: Page, at: string): Promise<void> {
  await go(page, at);
  expect.soft(await spoilt(page), at).toEqual([]);
  await expectToFit(page);
}

// In a browser, because nothing else computes the layout.
test('GEN-06 names of 255 letters without a space do not break the layout of any page', async ({ openAs }) => {
  test.setTimeout(300_000);
  const admin = await apiFor('admin@levain.test');
  const made: string[] = [];
  try {
    const addresses = await makeAll(admin, made);
    for (const viewport of sizes) {
      const page = await openAs('admin@levain.test', { viewport });
      for (const at of addresses) await look(page, at);
    }
  } finally {
    await remove(admin, made);
  }
});

test('GEN-06 a client with names of 255 letters does not break the layout of the list of clients, nor does one in its bin', async ({
  openAs,
}) => {
  const maker = await apiFor('super@fournil.test');
  const { status, body } = await maker.send('POST', '/client-admins', {
    kind: 'clientAdmin',
    email: `a${Date.now()}@long.test`,
    ...names,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  const ending = new URLSearchParams({ what: 'organisation', society: names.society });
  try {
    for (const viewport of [...sizes, { width: 768, height: 900 }]) {
      const page = await openAs('super@fournil.test', { viewport });
      await look(page, '/client-admins');
    }
  } finally {
    await remove(maker, [`/client-admins/${(body as { id: string }).id}?${ending}`]);
  }
  for (const viewport of sizes) {
    const page = await openAs('super@fournil.test', { viewport });
    await look(page, '/client-admins');
    await expect(page.locator('.deleted-clients')).toContainText(names.society);
  }
});

test('PRG-05 GEN-06 on a phone the dialog that installs programs shows their names readably, wrapped between words', async ({
  openAs,
}) => {
  const admin = await apiFor('admin@levain.test');
  const [model] = membersOf<ProgramView>(await admin.get('/programs?category=deck&approved=true&itemsPerPage=1'));
  const fields = { category: 'deck', phaseGroups: model?.phaseGroups, approved: true };
  const made = (await admin.send('POST', '/programs', { name: `Baguette de tradition ${Date.now()}`, ...fields }))
    .body as ProgramView;
  try {
    const [machine] = membersOf<{ id: string }>(await admin.get('/machines?paired=true&category=deck&itemsPerPage=1'));
    const page = await openAs('admin@levain.test', { viewport: { width: 360, height: 780 } });
    await go(page, `/machines/${machine?.id}/show`);
    await page.getByRole('button', { name: 'Ajouter un programme' }).click();
    const offered = page.getByRole('dialog').locator('.install__name');
    await expect(offered.first()).toBeVisible();
    await settled(page);
    expect(await spoilt(page)).toEqual([]);
    const shapes = await offered.evaluateAll((all) =>
      all.map((one) => ({
        width: one.getBoundingClientRect().width,
        fontPixels: Number.parseFloat(getComputedStyle(one).fontSize),
      })),
    );
    expect(Math.min(...shapes.map(({ width }) => width))).toBeGreaterThan(120);
    expect(Math.min(...shapes.map(({ fontPixels }) => fontPixels))).toBeGreaterThanOrEqual(14);
  } finally {
    await remove(admin, [`/programs/${made.id}`]);
  }
});
