// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile } from '../testing/changedMeanwhile.ts';
import { Refusal, type SentCall, showPage } from '../testing/showPage.tsx';
import { WebhookEdit } from './WebhookForm.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = {
  id: '1',
  url: 'https://bakery.example/a',
  description: null,
  events: ['bake.ended', 'fault.began'],
  structures: [],
  isLimited: false,
  version: 3,
};
const theirs = {
  ...read,
  description: 'Maintenance',
  events: ['bake.ended', 'fault.began', 'fault.ended'],
  version: 4,
};

it.each([
  [
    'address',
    () => userEvent.type(screen.getByRole('textbox', { name: /Address/ }), 'b'),
    { url: 'https://bakery.example/ab' },
  ],
  [
    'events',
    () => userEvent.click(screen.getByRole('checkbox', { name: /bake\.ended/ })),
    { events: ['fault.began', 'fault.ended'] },
  ],
])(
  'API-06 INT-05 a webhook whose %s somebody changes here keeps what somebody else has changed',
  async (_, change, expected) => {
    const { server, bodies } = changedMeanwhile('/webhooks/1', { read, theirs });
    showPage(<WebhookEdit />, { at: '/webhooks/1', path: '/webhooks/:id', server });
    const save = await screen.findByRole('button', { name: 'Save' });
    await change();
    await userEvent.click(save);
    const notice = await screen.findByRole('alert');
    expect(notice.textContent).toContain('Maintenance');
    expect(notice.textContent).toContain('Fault ends');
    await userEvent.click(screen.getByRole('button', { name: 'Overwrite it with mine' }));
    await vi.waitFor(() => expect(bodies.length).toBe(2));
    expect(bodies[1]).toEqual(expected);
  },
);

it('INT-05 a webhook whose events two people removed says why it cannot be saved without one', async () => {
  const violations = [{ propertyPath: 'events', message: 'No event.', key: 'none', args: {} }];
  const { server } = changedMeanwhile('/webhooks/1', { read, theirs: { ...read, events: ['bake.ended'], version: 4 } });
  const refusing = (asked: SentCall) =>
    asked.version === '"4"' ? new Refusal(422, { violations }) : server['PUT /webhooks/1']?.(asked);
  showPage(<WebhookEdit />, {
    at: '/webhooks/1',
    path: '/webhooks/:id',
    server: { ...server, 'PUT /webhooks/1': refusing },
  });
  await userEvent.click(await screen.findByRole('checkbox', { name: /bake\.ended/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Overwrite it with mine' }));
  expect(await screen.findByText('No event.')).toBeTruthy();
});
