import { heldRights, rightChange, rightsPreview } from '@fournil/contract/users/rights';
import { templateChoice } from '@fournil/contract/users/rightsTemplate';
import { userDetail } from '@fournil/contract/users/user';
import type { App } from '../../kit/http/app.ts';
import { memberCalls } from '../../kit/http/calls.ts';
import type { Services } from '../../kit/services.ts';
import { changeRight, chooseTemplate, previewRights, setRights } from './actions.ts';

/** RGT-03 */
export function rightsRoutes(app: App, services: Services): void {
  const calls = memberCalls(app, services, 'People');
  const change = { allow: 'users.changeRights', answer: userDetail } as const;
  calls.answer(
    'POST',
    '/users/rights',
    { ...change, name: ['changeUserRight', 'Give or take one right'], body: rightChange },
    changeRight,
  );
  calls.answer(
    'PUT',
    '/users/:id/rights',
    { ...change, name: ['setUserRights', 'Set all rights of a user'], body: heldRights },
    setRights,
  );
  calls.answer(
    'PUT',
    '/users/:id/template',
    { ...change, name: ['setUserRightsTemplate', 'Give a rights template to a user'], body: templateChoice },
    chooseTemplate,
  );
  calls.answer(
    'POST',
    '/users/:id/rights/preview',
    {
      allow: 'users.previewRights',
      name: ['previewUserRights', 'Read what other rights would change for a user'],
      body: heldRights,
      answer: rightsPreview,
    },
    previewRights,
  );
}
