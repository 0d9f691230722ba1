// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, Refusal, type SentCall, showPage } from '../testing/showPage.tsx';
import { TagShow } from './TagShow.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('TAG-01 GEN-04 a user who was removed from a tag is back after Undo, over the version that the removal made', async () => {
  const people = ['Paul Four', 'Anne Pain'].map((fullName, index) => ({ id: `u${index}`, fullName, imageUrl: null }));
  let tag = {
    id: '1',
    name: 'Bread',
    description: null,
    version: 3,
    programs: [],
    programCount: 0,
    relatedUsers: people,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const put = vi.fn(({ body, version }: SentCall) => {
    if (version !== `"${tag.version}"`) return new Refusal(412);
    const { relatedUsers } = body as { relatedUsers: string[] };
    tag = { ...tag, version: tag.version + 1, relatedUsers: people.filter(({ id }) => relatedUsers.includes(id)) };
    return tag;
  });
  showPage(<TagShow />, {
    at: '/tags/1',
    path: '/tags/:id',
    server: {
      'GET /tags/1': () => tag,
      'PUT /tags/1': put,
      'GET /history/tag/1/full': () => collection([]),
      'GET /history/tag/1/people': () => collection([]),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Paul Four' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Paul Four' })).toBeNull());
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Remove Paul Four' })).toBeTruthy();
  expect(put.mock.calls.map(([{ body }]) => (body as { relatedUsers: string[] }).relatedUsers)).toEqual([
    ['u1'],
    ['u1', 'u0'],
  ]);
});
