// @vitest-environment happy-dom
import type { MachineView } from '@fournil/contract/machines/machine';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { LastFault, MachineRow } from './MachineRow.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const machine = {
  id: 'm',
  name: 'Oven 1',
  serialNumber: 'S1',
  category: 'deckOven',
  active: true,
  approved: false,
  timezone: null,
  imageUrl: null,
  structureName: null,
  lastError: null,
  pairing: { state: 'never', openUntil: null, pairedAt: null, isLost: false },
  connection: { connected: false, since: null },
  now: { occupation: 'off', at: null, program: null },
} as unknown as MachineView;

it('MAC-01 in the list a machine that is not paired has its action on the line of what it does now', async () => {
  showPage(
    <table>
      <tbody>
        <MachineRow machine={machine} columns={['state', 'now']} isSelected={false} onToggle={() => undefined} />
      </tbody>
    </table>,
    { server: {} },
  );
  const connect = await screen.findByRole('button', { name: 'Connect Oven 1' });
  expect(connect.closest('td')?.dataset['column']).toBe('now');
});

it('MAC-01 the first fault of a machine appears in its row, while the row is shown', async () => {
  const lastError = { code: 'E03', dateStart: '2026-01-09T21:00:00.000Z', dateEnd: null } as const;
  function Row() {
    const [hasFailed, setFailed] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setFailed(true)}>
          Fail
        </button>
        <LastFault machine={hasFailed ? { ...machine, lastError } : machine} />
      </>
    );
  }
  showPage(<Row />, { server: {} });
  fireEvent.click(await screen.findByRole('button', { name: 'Fail' }));
  expect(await screen.findByText(/E03/)).toBeDefined();
});
