// @vitest-environment happy-dom
import type { ListedPerson } from '@fournil/contract/kit/person';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { AssignedUsers } from './AssignedUsers.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = { id: 'u', fullName: 'Paul Four', imageUrl: null } as unknown as ListedPerson;

async function remove(onChange: (change: object) => Promise<unknown>) {
  showPage(
    <AssignedUsers title="Users" none="None" people={[person]} path="/people" isPending={false} onChange={onChange} />,
    { server: {} },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove Paul Four' }));
}

it('GEN-04 a notice says that a user was removed from a tag or structure', async () => {
  const onChange = vi.fn(async () => undefined);
  await remove(onChange);
  await screen.findByText('Paul Four is removed.');
  expect(onChange).toHaveBeenCalledWith({ add: [], remove: ['u'] });
});

it('GEN-11 a refused removal has no notice of success', async () => {
  const onChange = vi.fn(() => Promise.reject(new Error('refused')));
  await remove(onChange);
  await waitFor(() => expect(onChange).toHaveBeenCalled());
  expect(screen.queryByText('Paul Four is removed.')).toBeNull();
});

it('GEN-11 the users who were chosen stay chosen when they could not be added', async () => {
  const onChange = vi.fn(() => Promise.reject(new Error('refused')));
  showPage(
    <AssignedUsers title="Users" none="None" people={[]} path="/people" isPending={false} onChange={onChange} />,
    { server: { 'GET /people': () => collection([person]) } },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Add users' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: /Paul Four/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Add/ }));
  await waitFor(() => expect(onChange).toHaveBeenCalledWith({ add: ['u'], remove: [] }));
  expect(screen.getByRole('checkbox', { name: /Paul Four/ })).toHaveProperty('checked', true);
});
