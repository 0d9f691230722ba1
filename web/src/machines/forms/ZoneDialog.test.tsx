// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { ZoneDialog } from './ZoneDialog.tsx';

afterEach(cleanup);

it.each([
  ['Europe/Rome', 'Europe/Rome'],
  ['As their structure', null],
])('HRS-01 selected machines get the timezone that is chosen in a dialog: %s', async (choice, chosen) => {
  const onChosen = vi.fn();
  showPage(<ZoneDialog count={12} onChosen={onChosen} onClose={() => undefined} />, { server: {} });
  const option = await screen.findByRole('option', { name: choice });
  fireEvent.change(screen.getByRole('combobox', { name: /Timezone/ }), {
    target: { value: (option as HTMLOptionElement).value },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Set for 12 machines' }));
  await waitFor(() => expect(onChosen.mock.calls).toEqual([[chosen]]));
});
