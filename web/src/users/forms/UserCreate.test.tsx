// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { UserCreate } from './UserCreate.tsx';

afterEach(cleanup);

it('AUD-02 RGT-03 a new user is offered the templates first, with what the chosen one is for and shows', async () => {
  showPage(<UserCreate />, {
    server: {
      'GET /users': () => collection([{ id: 'lea', fullName: 'Léa' }]),
      'GET /rights-templates': () =>
        collection([
          { id: 'shop', name: 'Shop', description: 'Bakes, changes nothing.', rights: ['ROLE_MACHINE_ACCESS'] },
        ]),
    },
  });
  const rights = await screen.findByRole('combobox', { name: /Initial rights/ });
  await screen.findByRole('option', { name: /Shop/ });
  await screen.findByRole('option', { name: /Léa/ });
  const names = [...rights.querySelectorAll('option')].map((option) => option.textContent);
  expect(names).toEqual(['The template “Shop”', 'The same as Léa', 'All rights']);
  expect(screen.getByText(/^Also creating.* Sees every structure and every machine, whatever/)).toBeDefined();
  await userEvent.selectOptions(rights, 'The template “Shop”');
  expect(screen.getByText(/^Bakes, changes nothing\. Assigned to no structure/)).toBeDefined();
});
