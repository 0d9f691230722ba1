// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type SentCall, showPage } from '../testing/showPage.tsx';
import { ModelEdit } from './ModelEdit.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const model = {
  id: 'brise-5',
  code: 'brise-5',
  name: 'Brise 5',
  category: 'convection',
  format: { en: '5 trays', fr: '5 plaques' },
  type: 'electric',
  capacity: { en: '60 croissants', fr: '60 croissants' },
  energyKilowatts: 9,
  steamTankCentilitres: 40,
  hardwareRevisions: ['A', 'B'],
  retired: false,
  imageUrl: null,
  machineCount: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 3,
};

const edit = (put: (asked: SentCall) => unknown) =>
  showPage(<ModelEdit />, {
    at: '/models/brise-5',
    path: '/models/:id',
    as: { kind: 'superAdmin' } as never,
    server: { 'GET /models/brise-5': () => model, 'PUT /models/brise-5': put },
  });

it.each([
  ['Name', /^Name/, '!', { name: 'Brise 5!' }],
  ['power', /^Power/, '{Backspace}8,5', { energyKilowatts: 8.5 }],
])(
  'API-06 MKR-05 the form of a model sends its %s alone when nothing else was changed',
  async (_, label, typed, sent) => {
    const put = vi.fn(({ body }: SentCall) => ({ ...model, ...(body as object), version: 4 }));
    edit(put);
    await userEvent.type(await screen.findByRole('textbox', { name: label }), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Another page');
    expect(put.mock.calls.map(([{ body }]) => body)).toEqual([sent]);
  },
);

it('MKR-05 the form of a model refuses a number that was cleared', async () => {
  const put = vi.fn(() => model);
  edit(put);
  await userEvent.clear(await screen.findByRole('textbox', { name: /^Power/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Required')).toBeTruthy();
  expect(put).not.toHaveBeenCalled();
});
