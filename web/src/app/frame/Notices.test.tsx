// @vitest-environment happy-dom
import type { ListedPerson } from '@fournil/contract/kit/person';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNotify } from 'ra-core';
import { useEffect } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AssignedUsers } from '../../kit/people/AssignedUsers.tsx';
import { showPage } from '../../testing/showPage.tsx';
import { Notices } from './Notices.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const person = { id: 'u', fullName: 'Paul Four', imageUrl: null } as unknown as ListedPerson;

it('GEN-04 STR-04 the notice of a removed user takes the removal back, once', async () => {
  const onChange = vi.fn(async () => undefined);
  showPage(
    <>
      <AssignedUsers title="Users" none="None" people={[person]} path="/people" isPending={false} onChange={onChange} />
      <Notices />
    </>,
    { server: {} },
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove Paul Four' }));
  const notices = within(screen.getByRole('region', { name: 'Notices' }));
  await userEvent.click(await notices.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(notices.queryByText('Paul Four is removed.')).toBeNull());
  expect(onChange.mock.calls).toEqual([[{ add: [], remove: ['u'] }], [{ add: ['u'], remove: [] }]]);
});

it('GEN-04 a notice hides after a time, and one that is to be read stays until it is closed', async () => {
  vi.useFakeTimers();
  const notices = (): (string | null)[] =>
    screen.queryAllByText(/is saved|Open the link/).map((one) => one.textContent);
  showPage(
    <>
      <Tell />
      <Notices />
    </>,
    { server: {} },
  );
  await vi.waitFor(() => expect(notices()).toEqual(['Rye is saved.', 'Open the link in the mail.']));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(notices()).toEqual(['Open the link in the mail.']);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(notices()).toEqual([]);
});

function Tell() {
  const notify = useNotify();
  useEffect(() => {
    notify('Rye is saved.', { type: 'info' });
    notify('Open the link in the mail.', { type: 'info', autoHideDuration: null });
  }, [notify]);
  return null;
}
