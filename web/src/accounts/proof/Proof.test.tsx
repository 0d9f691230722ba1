// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { call } from '../../data/index.ts';
import { Refusal, showPage } from '../../testing/showPage.tsx';
import { Proof } from './Proof.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// A file that the server does not have.
vi.mock('./ProofDialog.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module: /assets/ProofDialog.js');
});

it('SEC-01 GEN-11 a dialog whose code cannot be loaded ends the call that needs it, and the page stays', async () => {
  const problem = { key: 'custom.auth.proof_required' };
  showPage(
    <>
      <input aria-label="Address" defaultValue="typed" />
      <Proof />
    </>,
    { server: { 'POST /webhooks': () => new Refusal(403, problem) } },
  );
  await expect(call('/webhooks', { method: 'POST', body: {} })).rejects.toMatchObject({ status: 403 });
  expect((await screen.findByRole('listitem')).dataset['type']).toBe('warning');
  expect(screen.getByLabelText('Address')).toHaveProperty('value', 'typed');
});
