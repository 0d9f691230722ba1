import type { ProgramView } from '@fournil/contract/programs/program';
import type { TagDetail, TagView } from '@fournil/contract/tags/tag';
import { apiFor, membersOf } from '../kit/api.ts';
import { expect, go, settled, test } from '../kit/fixtures.ts';

const mark = `${Date.now() % 1_000_000}`;
const username = 'admin@epi.test';

test('TAG-01 a tag is created, found, changed and deleted, and the confirmation says how many programs have it', async ({
  openAs,
}) => {
  const admin = await apiFor(username);
  const page = await openAs(username, { at: '/tags' });
  await settled(page);
  await page.getByRole('link', { name: 'Create a tag' }).click();
  await page.getByRole('button', { name: 'Create a tag' }).click();
  await expect(page.getByText('Required')).toBeVisible();
  await page.getByLabel('Name').fill(`Easter ${mark}`);
  await page.getByLabel('Description').fill('In spring');
  await page.getByRole('button', { name: 'Create a tag' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Easter ${mark}` })).toBeVisible();
  await expect(page.getByText('No program has this tag.')).toBeVisible();
  await expect(page.getByText('No user is assigned to it.')).toBeVisible();

  const [program] = membersOf<ProgramView>(await admin.get('/programs?itemsPerPage=100')).filter(
    ({ tags }) => tags.length < 5,
  );
  await page.getByRole('button', { name: 'Add programs' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(program?.name ?? '');
  // The list changes under a click that comes before the search was answered.
  await expect(dialog.getByRole('listitem').filter({ hasNotText: program?.name ?? '' })).toHaveCount(0);
  await dialog
    .getByRole('listitem')
    .filter({ hasText: program?.name ?? '' })
    .first()
    .getByRole('checkbox')
    .check();
  await dialog.getByRole('button', { name: 'Tag 1 program' }).click();
  await expect(page.getByRole('link', { name: program?.name ?? '', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill(`Whitsun ${mark}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Whitsun ${mark}` })).toBeVisible();
  await expect(page.locator('.history')).toContainText(`changed Whitsun ${mark}`);

  await go(page, '/tags');
  await page.getByRole('searchbox').fill(`whitsun ${mark}`);
  const rows = page.getByRole('row').filter({ has: page.getByRole('rowheader') });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('In spring');
  await page.getByRole('checkbox', { name: `Select Whitsun ${mark}` }).check();
  await page.getByRole('region', { name: 'Selected tags' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('It is removed from 1 program, which is otherwise unchanged.');
  await dialog.getByRole('button', { name: /^Delete \d/ }).click();
  await expect(page.getByText('No tag with this name')).toBeVisible();
  expect((await admin.get(`/programs/${program?.id}`)) as ProgramView).toMatchObject({ tags: program?.tags });
});

test('TAG-02 a sixth tag cannot be added to a program', async ({ openAs }) => {
  const admin = await apiFor(username);
  const [program] = membersOf<ProgramView>(await admin.get('/programs?itemsPerPage=1&order[name]=asc'));
  const tags: string[] = [];
  for (let index = 1; index <= 6; index += 1) {
    tags.push(((await admin.send('POST', '/tags', { name: `Of six ${index}, ${mark}` })).body as TagView).id);
  }
  await admin.send('PUT', `/programs/${program?.id}`, { tags: tags.slice(0, 5) });
  const page = await openAs(username, { at: `/tags/${tags[5]}/show` });
  await settled(page);
  await page.getByRole('button', { name: 'Add programs' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill(program?.name ?? '');
  const choice = dialog
    .getByRole('listitem')
    .filter({ hasText: program?.name ?? '' })
    .filter({ hasText: 'has 5 tags already' });
  await expect(choice.getByRole('checkbox')).toBeDisabled();
  expect((await admin.send('PUT', `/tags/${tags[5]}/programs`, { add: [program?.id] })).status).toBe(422);
  expect((await admin.get(`/tags/${tags[5]}`)) as TagDetail).toMatchObject({ programCount: 0 });
  await admin.send('PUT', `/programs/${program?.id}`, { tags: program?.tags.map(({ id }) => id) });
  for (const id of tags) await admin.send('DELETE', `/tags/${id}`);
});
