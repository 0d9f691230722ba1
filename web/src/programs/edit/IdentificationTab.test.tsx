// @vitest-environment happy-dom
import type { ProgramDetail } from '@fournil/contract/programs/program';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { IdentificationTab } from './IdentificationTab.tsx';

afterEach(cleanup);

const program = {
  '@id': '/programs/1',
  id: '1',
  name: 'Rye',
  description: null,
  category: 'deck',
  avatar: null,
  tags: [],
  approved: true,
  revision: 2,
  approvedRevision: 2,
  sentCount: 14,
  version: 5,
} as unknown as ProgramDetail;

const shown = (fields: Partial<ProgramDetail> = {}) => {
  const before = { ...program, ...fields };
  const saved = { ...before, name: 'Rye bread', revision: 3, approvedRevision: 3, version: 6 };
  showPage(<IdentificationTab program={before} onLoad={() => undefined} />, {
    server: {
      'PUT /programs/1': () => saved,
      'GET /images/fournil/avatars': () => ({ 'hydra:member': [] }),
      'GET /tags': () => ({ 'hydra:member': [], 'hydra:totalItems': 0 }),
    },
  });
};
const rename = async () => userEvent.type(await screen.findByRole('textbox', { name: /Name/ }), ' bread');

it('PRG-01 saving what ovens receive says before to how many it is sent, and afterwards that it is on its way', async () => {
  shown();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeDefined();
  await rename();
  await userEvent.click(screen.getByRole('button', { name: 'Save and send to 14 ovens' }));
  expect(await screen.findByText('Rye bread is saved, and on its way to 14 ovens.')).toBeDefined();
});

it.each([
  ['is a draft of the next revision', {}, true],
  ['no oven holds', { sentCount: 0 }, false],
  ['waits for approval', { approved: false }, false],
])('PRG-01 a change of a program that %s is saved without being sent', async (_, fields, isDraft) => {
  shown(fields);
  await rename();
  if (isDraft) await userEvent.click(screen.getByRole('checkbox', { name: /Save as a draft/ }));
  expect(screen.getByRole('button', { name: /^Save/ }).textContent).toBe('Save');
});
