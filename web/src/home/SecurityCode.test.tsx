// @vitest-environment happy-dom
import type { ProfileView } from '@fournil/contract/accounts/profile';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { SecurityCode } from './SecurityCode.tsx';

afterEach(cleanup);

it('HOM-01 IMP-06 the card of the security code says that support cannot use it without consent, and gives it there', async () => {
  const save = vi.fn(({ body }) => ({ ...profile, ...body }));
  const profile = { id: 'me', kind: 'clientAdmin', rights: [], roles: [], isEuroFourControl: false, version: 1 };
  showPage(<SecurityCode />, {
    as: profile as unknown as ProfileView,
    server: { 'GET /home': () => ({ securityCode: '64552030' }), 'PUT /profile': save },
  });
  expect(await screen.findByText(/^Support cannot come in with it now/)).toBeDefined();
  await userEvent.click(screen.getByRole('switch', { name: /Others may sign in as me/ }));
  await waitFor(() => expect(save.mock.calls[0]?.[0].body).toMatchObject({ isEuroFourControl: true }));
  expect(await screen.findByText(/^Read it out to the technician/)).toBeDefined();
});
