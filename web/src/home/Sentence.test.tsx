// @vitest-environment happy-dom
import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { Sentence } from './Sentence.tsx';

afterEach(cleanup);

it.each([
  [38, '38 of 41 machines are connected, 20 at work. All is well.'],
  [0, '0 of 41 machines are connected, 20 at work. Nothing needs your attention.'],
])('HOM-01 with %i machines connected and nothing to do the home page says: %s', (machinesConnected, said) => {
  const infos = {
    machines: 41,
    machinesConnected,
    machinesWorking: 20,
    failing: [],
    outages: [],
    waitingMachines: [],
    waitingPrograms: [],
    refusedPrograms: [],
    differences: 0,
  } as unknown as HomeInfos;
  showPage(<Sentence infos={infos} />, { server: {} });
  expect(screen.getByText(/connected/).textContent).toBe(said);
});
