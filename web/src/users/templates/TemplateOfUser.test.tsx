// @vitest-environment happy-dom
import type { UserDetail } from '@fournil/contract/users/user';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type SentCall, showPage } from '../../testing/showPage.tsx';
import { TemplateOfUser } from './TemplateOfUser.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const user = {
  id: 'u',
  fullName: 'Paul Four',
  version: 2,
  rightsTemplate: { id: 't', name: 'Bakers' },
} as unknown as UserDetail;

it('AUD-02 leaving a rights template asks first and says that it is saved at once', async () => {
  const put = vi.fn((_: SentCall): unknown => ({ ...user, rightsTemplate: null }));
  showPage(<TemplateOfUser user={user} />, { server: { 'PUT /users/u/template': put } });
  await userEvent.click(screen.getByRole('button', { name: 'Leave the template' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave the template “Bakers”?' }));
  dialog.getByText(/This is saved at once/);
  expect(put).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Leave the template' }));
  await waitFor(() => expect(put.mock.calls.map(([{ body }]) => body)).toEqual([{ template: null }]));
  await screen.findByText('Paul Four keeps the rights as they are, without the template.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
