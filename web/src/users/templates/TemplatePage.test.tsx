// @vitest-environment happy-dom
import type { RightsTemplateView } from '@fournil/contract/users/rightsTemplate';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { changedMeanwhile } from '../../testing/changedMeanwhile.ts';
import { showPage } from '../../testing/showPage.tsx';
import { TemplatePage } from './TemplatePage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const read = {
  id: '1',
  name: 'Baker',
  description: null,
  rights: ['ROLE_TAG_ACCESS', 'ROLE_TAG_CREATE', 'ROLE_TAG_DELETE'],
  people: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  version: 3,
} as unknown as RightsTemplateView;
/** Somebody else has described it, and exchanged one right for another. */
const theirs = {
  ...read,
  description: 'Night shift',
  rights: ['ROLE_TAG_ACCESS', 'ROLE_TAG_CREATE', 'ROLE_TAG_ASSIGN'],
  version: 4,
};

/** The page of a template that is changed by somebody else before the first save; the bodies of the saves. */
function edit() {
  const { server, bodies } = changedMeanwhile('/rights-templates/1', { read, theirs });
  showPage(<TemplatePage />, {
    at: '/rights-templates/1',
    path: '/rights-templates/:id',
    server: { ...server, 'POST /rights-templates/1/preview': () => ({ people: 1, names: ['Zoé Martin'] }) },
  });
  return bodies;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Answers the question whose rights would change. */
const ask = async () => {
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Zoé Martin');
  await userEvent.click(
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save the template') as Element,
  );
};

it('API-06 AUD-02 a template whose name was changed here keeps the rights and the description that somebody else gave it', async () => {
  const bodies = edit();
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 's');
  await press('Save the template');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain('Night shift');
  expect(notice.textContent).toContain('Delete tags → Tag programs');
  await press('Overwrite it with mine');
  await screen.findByText('Another page');
  expect(bodies).toEqual([{ name: 'Bakers' }, { name: 'Bakers' }]);
});

it('API-06 AUD-02 rights that two people changed in a template are both changed, after the question whose they are', async () => {
  const bodies = edit();
  await userEvent.click(await screen.findByRole('switch', { name: /Edit tags/ }));
  await press('Save the template');
  await ask();
  await press('Overwrite it with mine');
  await ask();
  await screen.findByText('Another page');
  expect(bodies.at(-1)).toEqual({
    rights: ['ROLE_TAG_ACCESS', 'ROLE_TAG_CREATE', 'ROLE_TAG_EDITOR', 'ROLE_TAG_ASSIGN'],
  });
});

it('API-06 AUD-02 rights that are changed while the conflict is shown are saved with the rest', async () => {
  const bodies = edit();
  await userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), 's');
  await press('Save the template');
  await screen.findByRole('alert');
  await userEvent.click(await screen.findByRole('switch', { name: /Edit tags/ }));
  await press('Overwrite it with mine');
  await ask();
  await screen.findByText('Another page');
  expect(bodies.at(-1)).toEqual({
    name: 'Bakers',
    rights: ['ROLE_TAG_ACCESS', 'ROLE_TAG_CREATE', 'ROLE_TAG_EDITOR', 'ROLE_TAG_ASSIGN'],
  });
});
