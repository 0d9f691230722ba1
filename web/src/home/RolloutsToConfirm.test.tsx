// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../testing/showPage.tsx';
import { RolloutsToConfirm } from './RolloutsToConfirm.tsx';

afterEach(cleanup);

it('SWU-06 on the home page a rollout that waits for a second person is to be confirmed, and by its asker only seen', async () => {
  const rollouts = [
    ['r1', '7.1.0', 'other'],
    ['r2', '7.2.0', 'me'],
  ].map(([id, name, askedBy]) => ({
    id,
    subject: { name },
    askedBy: { id: askedBy, name: 'Ada Roy' },
  }));
  const states: (string | null)[] = [];
  showPage(<RolloutsToConfirm />, {
    server: {
      'GET /rollouts': ({ query }) => {
        states.push(query.get('state'));
        return collection(rollouts);
      },
    },
  });
  const links = await screen.findAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.querySelector('.waiting__verb')?.textContent])).toEqual([
    ['/rollouts/r1', 'Confirm'],
    ['/rollouts/r2', 'See the rollout'],
  ]);
  expect(links[0]?.textContent).toContain('Version 7.1.0: a rollout waits for a second personAsked for by Ada Roy.');
  expect(states).toEqual(['unconfirmed']);
});
