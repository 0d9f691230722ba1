// @vitest-environment happy-dom
import type { MenuDetail, MenuRevisionView } from '@fournil/contract/menus/menu';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { TakeRevision } from './TakeRevision.tsx';

afterEach(cleanup);

const menu = { id: '1', name: 'Bread', revision: 3, version: 5, sentCount: 13, reachesFurther: false };
const revision = { revision: 1, programs: [{ id: '2', deleted: false }], season: null, additions: null };

it.each([
  ['its ovens follow at once', true, 'Use it again on 13 ovens'],
  ['it waits for approval', false, 'Use it again'],
])('MNU-01 the button that uses an older revision again says on how many ovens: %s', async (_, approved, name) => {
  showPage(
    <TakeRevision
      menu={{ ...menu, approved } as unknown as MenuDetail}
      revision={revision as unknown as MenuRevisionView}
      onClose={() => undefined}
    />,
    { server: {} },
  );
  expect(await screen.findByRole('button', { name })).toBeDefined();
});
