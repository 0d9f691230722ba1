// @vitest-environment happy-dom
import { webhookTypes } from '@fournil/contract/webhooks/webhookEvents';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { EventChoice } from './EventChoice.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('INT-05 every event can be chosen for an endpoint', () => {
  showPage(<EventChoice events={[]} onChange={() => undefined} />, { server: {} });
  for (const type of webhookTypes) expect(screen.getByRole('checkbox', { name: new RegExp(type) })).toBeTruthy();
  expect(screen.getAllByRole('checkbox')).toHaveLength(webhookTypes.length);
  expect(screen.getByRole('group', { name: 'Rollouts' })).toBeTruthy();
});
