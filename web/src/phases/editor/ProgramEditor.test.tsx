// @vitest-environment happy-dom
import { newSettings, type ProgramSettings } from '@fournil/contract/phases/settings';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { ProgramEditor } from './ProgramEditor.tsx';

const width = window.innerWidth;
afterEach(() => {
  cleanup();
  window.resizeTo(width, window.innerHeight);
});

const initial: ProgramSettings = {
  ...newSettings(),
  heat: [{ temperatureCelsius: 240, durationSeconds: 1200, notification: false }],
};

function open() {
  const changed = vi.fn<(settings: ProgramSettings) => void>();
  showPage(<ProgramEditor initial={initial} title={<h1>Rye</h1>} name="Rye" onChange={changed} />, { server: {} });
  return () => changed.mock.lastCall?.[0].heat.map(({ temperatureCelsius }) => temperatureCelsius);
}

it.each([
  ['in the table', 1280],
  ['in the sheet of a phone', 360],
])('PHA-02 the temperature of a heat step that was added is typed at once %s', async (_, windowWidth) => {
  act(() => window.resizeTo(windowWidth, window.innerHeight));
  const temperatures = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Add after 1 (Heat)' }));
  await userEvent.keyboard('225');
  expect(temperatures()).toEqual([240, 225]);
});

it('PHA-08 GEN-04 a typed value that breaks a rule is described by the text of the rule', async () => {
  act(() => window.resizeTo(1280, window.innerHeight));
  open();
  const temperature = await screen.findByDisplayValue('240');
  await userEvent.clear(temperature);
  await userEvent.type(temperature, '251{Enter}');
  const note = document.getElementById(temperature.getAttribute('aria-describedby') ?? '');
  expect(note?.textContent).toContain('between 0 and 250');
});
