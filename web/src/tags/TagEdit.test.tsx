// @vitest-environment happy-dom
import type { ProfileView } from '@fournil/contract/accounts/profile';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { profileReading } from '../kit/session/profileReading.ts';
import { noNetwork, Refusal, type SentCall, showPage } from '../testing/showPage.tsx';
import { TagCreate } from './TagCreate.tsx';
import { TagEdit } from './TagEdit.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const tag = { id: '1', name: 'Bread', description: 'Daily', version: 3, programs: [], users: [], updatedAt: null };
const edit = (server: Record<string, (asked: SentCall) => unknown>) =>
  showPage(<TagEdit />, { server: { 'GET /tags/1': () => tag, ...server }, at: '/tags/1', path: '/tags/:id' });
const name = () => screen.findByRole('textbox', { name: /Name/ });

it('TAG-01 the form of a tag sends the changed fields with the version that was read, and closes', async () => {
  const saved = vi.fn(({ body, version }: SentCall) => ({
    ...tag,
    ...(body as object),
    version: Number(version?.[1]) + 1,
  }));
  edit({ 'PUT /tags/1': saved });
  await userEvent.type(await name(), ' rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Another page');
  expect(saved.mock.calls[0]?.[0]).toMatchObject({ body: { name: 'Bread rolls' }, version: '"3"' });
});

it('API-06 the form of a tag shows what somebody else has saved meanwhile, and saves over it only after a confirmation', async () => {
  const theirs = { ...tag, description: 'On Sundays', version: 4 };
  const put = vi.fn(({ version }: SentCall) => (version === '"4"' ? { ...theirs, version: 5 } : new Refusal(412)));
  let now = tag;
  edit({
    'GET /tags/1': () => now,
    'PUT /tags/1': (asked) => {
      now = theirs;
      return put(asked);
    },
  });
  await userEvent.type(await name(), ' rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('On Sundays'));
  expect(await name()).toHaveProperty('value', 'Bread rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
  await screen.findByText('Another page');
  expect(put.mock.calls.map(([{ body, version }]) => [body, version])).toEqual([
    [{ name: 'Bread rolls' }, '"3"'],
    [{ name: 'Bread rolls' }, '"4"'],
  ]);
});

it('GEN-11 the form of a tag keeps its input when the record cannot be read again', async () => {
  let isDown = false;
  const { queryClient } = edit({ 'GET /tags/1': () => (isDown ? new Refusal(503) : tag) });
  await userEvent.type(await name(), ' rolls');
  isDown = true;
  await queryClient.refetchQueries();
  expect(await name()).toHaveProperty('value', 'Bread rolls');
});

it.each([
  [502, 'Server Error. Your input is kept: try again in a moment.'],
  [500, /^An unexpected error .* inconvenience\. Your input is kept: try again in a moment\.$/],
])('GEN-11 a save that fails with %i says that the input is kept, and it is', async (status, text) => {
  edit({ 'PUT /tags/1': () => new Refusal(status, { detail: undefined }) });
  await userEvent.type(await name(), ' rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(text);
  expect(await name()).toHaveProperty('value', 'Bread rolls');
});

it('TAG-01 the form of a tag shows a refusal at the field that it names', async () => {
  const violations = [{ propertyPath: 'name', message: 'Taken.', key: 'none', args: {} }];
  edit({ 'PUT /tags/1': () => new Refusal(422, { violations }) });
  await userEvent.type(await name(), ' rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect((await name()).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Taken.')).toBeTruthy();
  expect(document.activeElement).toBe(await name());
});

it('GEN-11 input for a record that a colleague deletes stays, and is saved when the record is restored', async () => {
  let isDeleted = false;
  const put = vi.fn(({ body }: SentCall) => ({ ...tag, ...(body as object), version: 4 }));
  const { queryClient } = edit({ 'GET /tags/1': () => (isDeleted ? new Refusal(404) : tag), 'PUT /tags/1': put });
  await userEvent.type(await name(), ' rolls');
  isDeleted = true;
  await act(() => queryClient.refetchQueries());
  expect((await screen.findByRole('alert')).textContent).toContain('This no longer exists');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await name()).toHaveProperty('value', 'Bread rolls');
  expect(put).not.toHaveBeenCalled();
  isDeleted = false;
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Another page');
  expect(put.mock.calls[0]?.[0].body).toEqual({ name: 'Bread rolls' });
});

it('API-06 a save whose answer was lost counts as saved when it is sent again', async () => {
  let stored = tag;
  const put = vi.fn(({ body, version }: SentCall) => {
    if (version !== `"${stored.version}"`) return new Refusal(412);
    stored = { ...stored, ...(body as object), version: stored.version + 1 };
    return noNetwork;
  });
  edit({ 'GET /tags/1': () => stored, 'PUT /tags/1': put });
  await userEvent.type(await name(), ' rolls');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText(/^Server Error/);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Another page');
  expect(stored).toMatchObject({ name: 'Bread rolls', version: 4 });
});

it('API-06 a record that only has another version, because it was restored, is saved without a question', async () => {
  let version = 3;
  const put = vi.fn((asked: SentCall) =>
    asked.version === `"${version}"` ? { ...tag, ...(asked.body as object), version: version + 1 } : new Refusal(412),
  );
  edit({ 'GET /tags/1': () => ({ ...tag, version }), 'PUT /tags/1': put });
  await userEvent.type(await name(), ' rolls');
  version = 5;
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Another page');
  expect(put.mock.calls.map(([asked]) => asked.version)).toEqual(['"3"', '"5"']);
});

it('GEN-11 an unchanged form of a record that a colleague deletes makes way for the page that says so', async () => {
  let isDeleted = false;
  const { queryClient } = edit({ 'GET /tags/1': () => (isDeleted ? new Refusal(404) : tag) });
  await name();
  isDeleted = true;
  await act(() => queryClient.refetchQueries());
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
});

it('GEN-11 RGT-07 input stays when the right to it is withdrawn, and an unchanged form is left', async () => {
  const withdraw = (queryClient: ReturnType<typeof edit>['queryClient']) =>
    act(() =>
      queryClient.setQueryData<ProfileView>(
        profileReading.queryKey,
        (known) => known && { ...known, kind: 'user', roles: ['ROLE_USER'], rights: [] },
      ),
    );
  let mayRead = true;
  const changed = edit({ 'GET /tags/1': () => (mayRead ? tag : new Refusal(403)) });
  await userEvent.type(await name(), ' rolls');
  mayRead = false;
  await act(() => changed.queryClient.refetchQueries({ queryKey: ['tags'] }));
  await withdraw(changed.queryClient);
  expect((await screen.findByRole('alert')).textContent).toContain('You no longer have the right to do this');
  expect(await name()).toHaveProperty('value', 'Bread rolls');
  expect(screen.getByRole('heading', { name: 'Edit Bread' })).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  const created = showPage(<TagCreate />, { server: {} });
  await userEvent.type(await name(), 'Rolls');
  await withdraw(created.queryClient);
  expect((await screen.findByRole('alert')).textContent).toContain('You no longer have the right to do this');
  expect(await name()).toHaveProperty('value', 'Rolls');
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
  const unchanged = edit({});
  await name();
  await withdraw(unchanged.queryClient);
  await screen.findByText('Another page');
});
