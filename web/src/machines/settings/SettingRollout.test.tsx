// @vitest-environment happy-dom
import type { MachineSettingsView } from '@fournil/contract/machines/settings';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type SentCall, type Server, showPage } from '../../testing/showPage.tsx';
import { SettingRollout } from './SettingRollout.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const id = '01a213da-5248-74b8-a388-000000000003';
const view: MachineSettingsView = {
  machine: {
    id,
    name: 'Oven 1',
    serialNumber: 'S1',
    organisation: 'Levain',
    timezone: null,
    paired: true,
    connected: true,
  },
  reportedAt: null,
  settings: [
    {
      setting: { param: 'display.brightness', type: 'DOUBLE', value: 80, min: 10, max: 100, unit: 'percent' },
      command: null,
    },
  ],
} as unknown as MachineSettingsView;
const ring = { name: 'Pilot', machines: 5, examples: [] };
const behind = {
  kind: 'clientAdmin',
  master: { fullName: 'Super Admin', kind: 'superAdmin', remoteParamsEdit: false, until: '2026-01-01T09:00:00.000Z' },
};
const open = (server: Server = {}, as: object = behind) =>
  showPage(<SettingRollout />, {
    server: {
      [`GET /machines/${id}/settings`]: () => view,
      'GET /models': () => collection([]),
      'POST /rollouts/settings/preview': () => ({
        rings: [ring],
        leftOut: [{ reason: 'limits', machines: 1, examples: [{ id: '2', name: 'Oven 2', society: '' }] }],
        hardwareUntold: 0,
        needsConfirmation: false,
      }),
      ...server,
    },
    at: `/machines/${id}/settings/rollout?param=display.brightness`,
    path: '/machines/:id/settings/rollout',
    as: as as never,
  });

it('MNU-03 within a control session, a value of a setting is given to other ovens in rings', async () => {
  const post = vi.fn(({ body }: SentCall) => ({ id: 'new', ...(body as object) }));
  open({ 'POST /rollouts/settings': post });
  // Its code is loaded when it is opened.
  const field = await screen.findByRole('textbox', { name: 'Brightness' }, { timeout: 10_000 });
  await userEvent.clear(field);
  await userEvent.type(field, '40');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('New rollout of Brightness: 40\u00a0%');
  await userEvent.click(screen.getByRole('button', { name: 'All at once' }));
  await userEvent.click(screen.getByRole('button', { name: 'Start…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
  await screen.findByText('Another page');
  expect(post.mock.calls[0]?.[0].body).toMatchObject({
    param: 'display.brightness',
    type: 'DOUBLE',
    value: 40,
    bakesToOpen: 0,
  });
});

it('MNU-03 a value that this oven would refuse is not tried on others, and an oven that would refuse it is named', async () => {
  open();
  const field = await screen.findByRole('textbox', { name: 'Brightness' });
  await userEvent.clear(field);
  await userEvent.type(field, '400');
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }));
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await userEvent.clear(field);
  await userEvent.type(field, '40');
  await userEvent.click(screen.getByRole('button', { name: 'Dry run' }));
  expect((await screen.findByText(/1 does not allow this value:/)).textContent?.trim()).toBe(
    '1 does not allow this value: Oven 2',
  );
});

it('MNU-03 outside a control session there is no page for the rollout of a setting', async () => {
  open({}, { kind: 'superAdmin' });
  expect(await screen.findByText('Another page')).toBeTruthy();
});
