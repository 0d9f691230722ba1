// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, Refusal, showPage } from '../../testing/showPage.tsx';
import { PeoplePicker } from './PeoplePicker.tsx';

const asking = { title: 'Add users', submit: (users: number) => `Add ${users}`, path: '/people', onClose: () => {} };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const person = (id: string, fullName: string) => ({ id, fullName, email: `${id}@test`, imageUrl: null });
const people = [person('a', 'Ada'), person('b', 'Bo'), person('c', 'Cy')];

it('STR-04 the picker of people offers those who are not assigned yet, searches on the server, and returns the ticked ones', async () => {
  const picked = vi.fn();
  const asked: string[] = [];
  showPage(<PeoplePicker {...asking} without={['c']} onChosen={picked} />, {
    server: {
      'GET /people': ({ query }) => {
        const q = query.get('q') ?? '';
        asked.push(q);
        return collection(people.filter(({ fullName }) => fullName.toLowerCase().includes(q)));
      },
    },
  });
  await screen.findByRole('checkbox', { name: /Ada/ });
  expect(screen.queryByRole('checkbox', { name: /Cy/ })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: /Ada/ }));
  await userEvent.type(screen.getByRole('searchbox'), 'bo');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /Ada/ })).toBeNull());
  await userEvent.click(await screen.findByRole('checkbox', { name: /Bo/ }));
  await userEvent.click(screen.getByRole('button', { name: /2/ }));
  expect(picked.mock.lastCall?.[0]).toEqual(['a', 'b']);
  expect(asked).toContain('bo');
});

it('STR-04 GEN-11 the picker of people says when the names cannot be read, and can read them again', async () => {
  let isDown = true;
  showPage(<PeoplePicker {...asking} onChosen={() => {}} />, {
    server: { 'GET /people': () => (isDown ? new Refusal(403) : collection(people)) },
  });
  const retry = await screen.findByRole('button', { name: /again|retry/i });
  isDown = false;
  await userEvent.click(retry);
  await screen.findByRole('checkbox', { name: /Ada/ });
});
