// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, type Server, showPage } from '../../testing/showPage.tsx';
import { Wizard } from './Wizard.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const server: Server = {
  'GET /programs': () => collection([]),
  'GET /tags': () => collection([]),
  'GET /images/fournil': () => collection([]),
};
const open = (at: string) => showPage(<Wizard />, { server, at, path: '/programs/create/*' });
const next = () => userEvent.click(screen.getByRole('button', { name: /Next|Continue/ }));

it('WIZ-01 a wizard step opened by its address leads to the first incomplete step and says what is missing', async () => {
  open('/programs/create/2');
  await screen.findByRole('group', { name: /Category|Oven/i });
  expect(screen.getByRole('alert')).toBeTruthy();
});

it('WIZ-01 without a category the wizard does not go on, and the first category has the focus', async () => {
  open('/programs/create');
  await next();
  expect(screen.getByRole('alert')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getAllByRole('radio')[0]);
});

it('WIZ-02 the wizard needs a name before the settings, and keeps the input when one goes back', async () => {
  open('/programs/create');
  const [deck] = screen.getAllByRole('radio');
  if (!deck) throw new Error('no category');
  await userEvent.click(deck);
  await next();
  await next();
  const name = await screen.findByRole('textbox', { name: /Name/ });
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(name, 'Baguette');
  const steps = within(screen.getByRole('navigation'));
  await userEvent.click(steps.getAllByRole('link')[0] as HTMLElement);
  expect(screen.getAllByRole('radio')[0]).toHaveProperty('checked', true);
  await next();
  expect(await screen.findByRole('textbox', { name: /Name/ })).toHaveProperty('value', 'Baguette');
});
