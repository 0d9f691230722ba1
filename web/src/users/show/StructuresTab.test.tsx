// @vitest-environment happy-dom
import type { UserDetail } from '@fournil/contract/users/user';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { type SentCall, showPage } from '../../testing/showPage.tsx';
import { StructuresTab } from './StructuresTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const bakery = { id: 's1', name: 'Bakery' };
const shop = { id: 's2', name: 'Shop' };
const person = (structures: object[], rights: string[] = []) =>
  ({ id: 'u', kind: 'user', fullName: 'Paul Four', version: 2, rights, structures }) as unknown as UserDetail;

const ask = async (user: UserDetail, put = vi.fn((_: SentCall): unknown => person([]))) => {
  showPage(<StructuresTab user={user} />, { server: { 'PUT /users/u/structures': put } });
  await userEvent.click(screen.getByRole('button', { name: 'Remove from Bakery' }));
  return { dialog: within(await screen.findByRole('dialog', { name: 'Remove Paul Four from Bakery?' })), put };
};

it('USR-06 removing a user from their only structure asks first, and says that they then see nothing', async () => {
  const { dialog, put } = await ask(person([bakery]));
  dialog.getByText('It is the only structure of Paul Four, who then sees neither structures nor machines.');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(put).not.toHaveBeenCalled();

  await userEvent.click(screen.getByRole('button', { name: 'Remove from Bakery' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(put.mock.calls.map(([{ body }]) => body)).toEqual([{ remove: ['s1'] }]));
  await screen.findByText('Paul Four is no longer assigned to Bakery.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('USR-06 the question about a structure names what the user goes on seeing', async () => {
  const { dialog } = await ask(person([bakery, shop]));
  dialog.getByText(/no longer sees this structure with what is in and below it, except/);
});
