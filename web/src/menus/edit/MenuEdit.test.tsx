// @vitest-environment happy-dom
import type { MenuDetail, MenuPreview, MenuProgram } from '@fournil/contract/menus/menu';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, Refusal, type SentCall, type Server, showPage } from '../../testing/showPage.tsx';
import { MenuEdit } from './MenuEdit.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const uuid = (last: number) => `01a213da-5248-74b8-a388-00000000000${last}`;
const program = (last: number, name: string): MenuProgram => ({
  '@id': `/api/programs/${uuid(last)}`,
  id: uuid(last),
  name,
  imageUrl: null,
  totalSeconds: 600,
  approved: true,
  restricted: false,
  deleted: false,
});
const shop = { kind: 'structure', id: uuid(9), name: 'Lyon' } as const;
const menu: MenuDetail = {
  '@id': `/api/menus/${uuid(0)}`,
  '@type': 'Menu',
  id: uuid(0),
  name: 'Bread',
  note: null,
  category: 'deck',
  season: null,
  additions: null,
  programCount: 3,
  approved: true,
  revision: 2,
  approvedRevision: 2,
  machineCount: 12,
  sentCount: 12,
  structureCount: 4,
  differenceCount: 0,
  reachesFurther: false,
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 5,
  programs: [program(1, 'Baguette'), program(2, 'Brioche'), program(3, 'Croissant')],
  places: [shop],
};
const preview: MenuPreview = {
  machineCount: 12,
  structureCount: 4,
  changedCount: 12,
  joiningCount: 2,
  leavingCount: 0,
  programs: [{ id: uuid(2), name: 'Brioche', comes: 2, goes: 0, moves: 1 }],
  missing: [{ id: uuid(3), name: 'Croissant', reason: 'noSteam', machineCount: 3 }],
  unapprovedCount: 1,
  otherCategoryCount: 0,
  reachesFurther: false,
  machine: {
    id: uuid(8),
    name: 'Oven 1',
    programs: Array.from({ length: 8 }, (_, index) => ({
      id: `p${index}`,
      name: `Program ${index + 1}`,
      imageUrl: null,
      totalSeconds: 600,
      menu: index < 7 ? uuid(0) : null,
    })),
  },
};
const edit = (server: Server, shown: Partial<MenuDetail> = {}, as = {}) =>
  showPage(<MenuEdit />, {
    server: {
      [`GET /menus/${uuid(0)}`]: () => ({ ...menu, ...shown }),
      'GET /programs': () => collection([]),
      'GET /machines': () => collection([]),
      'POST /menus/preview': () => preview,
      ...server,
    },
    at: `/menus/${uuid(0)}`,
    path: '/menus/:id',
    as,
  });
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }));
const names = () => [...document.querySelectorAll('.program-line__name')].map(({ textContent }) => textContent);

it('MNU-01 programs of a menu are moved by keyboard, which is announced, and only what changed is saved', async () => {
  const put = vi.fn(({ body }: SentCall) => ({ ...menu, ...(body as object), version: 6 }));
  edit({ [`PUT /menus/${uuid(0)}`]: put });
  await userEvent.click(await screen.findByRole('button', { name: 'Move Brioche up' }));
  expect(names()).toEqual(['Brioche', 'Baguette', 'Croissant']);
  expect(screen.getByText('Brioche is now number 1 of 3')).toBeTruthy();
  screen.getByRole('button', { name: 'Move Brioche' }).focus();
  await userEvent.keyboard('{End}');
  expect(names()).toEqual(['Baguette', 'Croissant', 'Brioche']);
  await save();
  await screen.findByText('Another page');
  expect(put.mock.calls[0]?.[0]).toMatchObject({ version: '"5"' });
  expect(put.mock.calls[0]?.[0].body).toEqual({ programs: [uuid(1), uuid(3), uuid(2)] });
});

it('MNU-01 beside the form is what would change in words, and the screen of an oven, six programs at a time', async () => {
  edit({});
  expect(await screen.findByText('12 ovens in 4 shops would follow it.')).toBeTruthy();
  const side = within(screen.getByRole('complementary'));
  expect(side.getByText('Brioche').parentElement?.textContent).toBe('Brioche comes to 2 ovens, moves on 1 oven');
  expect(side.getByText('Croissant: 3 ovens, no steam')).toBeTruthy();
  const rows = () => within(side.getByRole('list', { name: 'Screen of Oven 1' })).getAllByRole('listitem');
  expect(rows()).toHaveLength(6);
  await userEvent.click(side.getByRole('button', { name: 'Next programs' }));
  expect(rows().map(({ textContent }) => textContent?.replace(/10\s+min/, ''))).toEqual([
    '7Program 7',
    '8Program 8added by hand',
  ]);
});

it('MNU-03 a change of an approved menu is saved as a draft by choice, which leads to its rollout', async () => {
  const put = vi.fn((_: SentCall) => ({ ...menu, revision: 3, approved: false, version: 6 }));
  showPage(
    <Routes>
      <Route path="/menus/:id" element={<MenuEdit />} />
      <Route path="/menus/:id/rollout" element={<p>The rollout</p>} />
    </Routes>,
    {
      server: {
        [`GET /menus/${uuid(0)}`]: () => menu,
        'GET /programs': () => collection([]),
        'GET /machines': () => collection([]),
        'POST /menus/preview': () => preview,
        [`PUT /menus/${uuid(0)}`]: put,
      },
      at: `/menus/${uuid(0)}`,
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Take Croissant off the menu' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Save as a draft, to roll it out in rings' }));
  expect(screen.queryByText(/It stays approved/)).toBe(null);
  await save();
  expect(await screen.findByText('The rollout')).toBeTruthy();
  expect(put.mock.calls[0]?.[0].body).toEqual({ programs: [uuid(1), uuid(2)], draft: true });
});

it('MNU-01 what would change is never needed to save: a failure of it is said, and the menu is saved', async () => {
  const put = vi.fn(() => ({ ...menu, name: 'Breads', version: 6 }));
  edit({ 'POST /menus/preview': () => new Refusal(403), [`PUT /menus/${uuid(0)}`]: put });
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 's');
  await save();
  await screen.findByText('Another page');
  expect(put).toHaveBeenCalledOnce();
});

it('MNU-01 a season that ends before it begins is refused at its field, without a call', async () => {
  const put = vi.fn(() => menu);
  edit({ [`PUT /menus/${uuid(0)}`]: put }, { season: { from: '2026-12-01', until: '2026-12-24', everyYear: false } });
  const until = await screen.findByLabelText('Until');
  await userEvent.clear(until);
  await userEvent.type(until, '2026-11-01');
  expect(await screen.findByText('The season ends before it begins')).toBeTruthy();
  expect(until.getAttribute('aria-invalid')).toBe('true');
  await save();
  await waitFor(() => expect(screen.getByRole('list', { name: 'Notices' }).textContent).toContain('not valid'));
  expect(put).not.toHaveBeenCalled();
});

it('MNU-01 a season is begun without dates, which are asked for when the menu is saved', async () => {
  const put = vi.fn(({ body }: SentCall) => ({ ...menu, ...(body as object), version: 6 }));
  edit({ [`PUT /menus/${uuid(0)}`]: put });
  await userEvent.click(await screen.findByRole('radio', { name: 'Every year, between two dates' }));
  await userEvent.type(screen.getByLabelText('From'), '2026-12-01');
  expect(screen.queryByText('Required')).toBe(null);
  await save();
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(put).not.toHaveBeenCalled();
  await userEvent.type(screen.getByLabelText('Until'), '2027-01-06');
  await save();
  await screen.findByText('Another page');
  const season = { from: '2026-12-01', until: '2027-01-06', everyYear: true };
  expect(put.mock.calls[0]?.[0].body).toEqual({ season });
});

it('MNU-01 a refusal about one program is shown at that program', async () => {
  const violations = [{ propertyPath: 'programs.1', message: 'Not found.', key: 'none', args: {} }];
  edit({ [`PUT /menus/${uuid(0)}`]: () => new Refusal(422, { violations }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Take Baguette off the menu' }));
  await save();
  expect((await screen.findByText('Not found.')).closest('li')?.textContent).toContain('Croissant');
});

it('MNU-01 an author without the right to approve is told that the change waits, and may not change its places', async () => {
  const rights = ['ROLE_PROGRAM_ACCESS', 'ROLE_PROGRAM_EDITOR'];
  edit({}, {}, { kind: 'user', roles: rights, rights });
  expect(await screen.findByText(/You may not approve menus/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add structures' }).closest('fieldset')?.disabled).toBe(true);
  expect(screen.getByRole('button', { name: 'Add programs' }).closest('fieldset')?.disabled).toBe(false);
});
