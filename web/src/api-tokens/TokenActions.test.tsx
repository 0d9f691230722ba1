// @vitest-environment happy-dom
import type { ApiTokenView } from '@fournil/contract/api-tokens/apiToken';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Refusal, type SentCall, showPage } from '../testing/showPage.tsx';
import { TokenActions } from './TokenActions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('API-06 INT-06 a token that somebody else has renamed meanwhile is renamed only after a confirmation', async () => {
  const token = { id: '1', name: 'ERP', state: 'active', version: 1 } as unknown as ApiTokenView;
  const theirs = { ...token, name: 'Stock', version: 2 };
  const put = vi.fn(({ body, version }: SentCall) =>
    version === '"2"' ? { ...theirs, ...(body as object), version: 3 } : new Refusal(412),
  );
  showPage(<TokenActions token={token} />, {
    server: { 'GET /api-tokens/1': () => theirs, 'PUT /api-tokens/1': put, 'GET /api-tokens': () => ({}) },
  });
  await userEvent.click(screen.getByRole('button', { name: /Rename/ }));
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await userEvent.type(name, ' Lyon');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Stock');
  expect(name).toHaveProperty('value', 'ERP Lyon');
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(put.mock.calls.map(([{ body, version }]) => [body, version])).toEqual([
    [{ name: 'ERP Lyon' }, '"1"'],
    [{ name: 'ERP Lyon' }, '"2"'],
  ]);
});
