// @vitest-environment happy-dom
import type { MachineView } from '@fournil/contract/machines/machine';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { collection, showPage } from '../../testing/showPage.tsx';
import { InstallDialog } from './InstallDialog.tsx';

afterEach(cleanup);

const program = {
  id: 'rye',
  name: 'Rye',
  category: 'deck',
  approved: true,
  phaseGroups: phaseGroupsOf({
    preheatTemperatureCelsius: 200,
    heat: [{ temperatureCelsius: 200, durationSeconds: 600, notification: false }],
    fan: [],
    steam: [
      { startSeconds: 0, volumeCentilitres: 10 },
      { startSeconds: 60, volumeCentilitres: 10 },
    ],
    damper: [],
  }),
} as unknown as ProgramView;

const machine = (id: string, steamTankCentilitres: number) =>
  ({
    id,
    name: `Oven ${id}`,
    category: 'deck',
    structureName: 'Annecy',
    active: true,
    approved: true,
    specifications: { capacity: '', energyKilowatts: 1, steamTankCentilitres },
    pairing: { state: 'paired' },
    connection: { connected: true },
    openErrorCount: 0,
  }) as unknown as MachineView;
const machines = [machine('1', 20), machine('2', 15)];

it('LNT-04 a program is not said to fit all machines when the tank of one is too small', async () => {
  showPage(<InstallDialog machines={machines} onChosen={() => undefined} onClose={() => undefined} />, {
    server: { 'GET /programs': () => collection([program]) },
  });
  expect(await screen.findByText('fits 1 of 2 · the water tank is too small')).toBeDefined();
  expect(screen.queryByText('fits all')).toBeNull();
});
