// @vitest-environment happy-dom
import type { MachineView } from '@fournil/contract/machines/machine';
import { phaseGroupsOf } from '@fournil/contract/phases/phaseGroups';
import type { ProgramView } from '@fournil/contract/programs/program';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { collection, showPage } from '../testing/showPage.tsx';
import { InstallPrograms } from './InstallPrograms.tsx';

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

it('PRG-05 machines without a program are all chosen for it at once, and searched with their place', async () => {
  const chosen = vi.fn();
  const asked: string[] = [];
  showPage(<InstallPrograms programs={[program]} onChosen={chosen} onClose={() => undefined} />, {
    server: {
      'GET /structures': () => collection([]),
      'GET /machines': ({ query }) => {
        asked.push(`${query.get('withoutProgram')} ${query.get('q') ?? ''}`);
        return collection(machines);
      },
    },
  });
  await userEvent.type(screen.getByRole('searchbox'), 'Rhône');
  expect(await screen.findByText('The steam needs 20 cl of water, the tank holds 15 cl')).toBeDefined();
  await userEvent.click(screen.getByRole('checkbox', { name: 'All 2' }));
  await userEvent.click(screen.getByRole('button', { name: 'Install on 2 machines' }));
  expect(asked.at(-1)).toBe('rye Rhône');
  expect(chosen.mock.calls[0]?.[0]).toEqual(['1', '2']);
});
