// @vitest-environment happy-dom
import type { ApiTokenView } from '@fournil/contract/api-tokens/apiToken';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile } from '../testing/changedMeanwhile.ts';
import { showPage } from '../testing/showPage.tsx';
import { TokenActions } from './TokenActions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('API-06 INT-06 a token that somebody else has renamed meanwhile is renamed only after a confirmation', async () => {
  const token = { id: '1', name: 'ERP', state: 'active', version: 1 } as unknown as ApiTokenView;
  const theirs = { ...token, name: 'Stock', version: 2 };
  const { server, bodies } = changedMeanwhile('/api-tokens/1', { read: token, theirs });
  showPage(<TokenActions token={token} />, { server });
  await userEvent.click(screen.getByRole('button', { name: /Rename/ }));
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await userEvent.type(name, ' Lyon');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Stock');
  expect(name).toHaveProperty('value', 'ERP Lyon');
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies).toEqual([{ name: 'ERP Lyon' }, { name: 'ERP Lyon' }]);
});
