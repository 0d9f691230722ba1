// @vitest-environment happy-dom
import type { ProgramMachineView } from '@fournil/contract/machines/installation';
import type { MachineView } from '@fournil/contract/machines/machine';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../../testing/showPage.tsx';
import { InstalledRow } from './InstalledRow.tsx';

afterEach(cleanup);

it.each([
  ['bakes this very program', 'rye', 'the oven bakes this program now and takes the change after that'],
  ['bakes another', 'spelt', 'sent, the oven has not confirmed yet'],
])('LNK-06 a program that is sent to an oven says what it waits for while the oven %s', async (_, baked, reason) => {
  const installation = {
    id: '1',
    position: 1,
    program: { id: 'rye', name: 'Rye', phaseGroups: [] },
    menu: null,
    state: 'pending',
    waitsFor: 'confirmation',
    since: '2026-01-15T06:00:00.000Z',
  } as unknown as ProgramMachineView;
  const machine = {
    id: '1',
    timezone: 'Europe/Paris',
    connection: { connected: true },
    now: { occupation: 'program', program: { id: baked } },
  } as unknown as MachineView;
  showPage(<InstalledRow installation={installation} machine={machine} />, { server: {} });
  expect(await screen.findByText(reason)).toBeDefined();
});
