// @vitest-environment happy-dom
import type { HomeInfos } from '@fournil/contract/home/homeInfos';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { showPage } from '../testing/showPage.tsx';
import { Waiting } from './Waiting.tsx';

afterEach(cleanup);

const nothing = {
  failing: [],
  outages: [],
  waitingMachines: [],
  waitingPrograms: [],
  refusedPrograms: [],
  differences: 0,
};
const infosWith = (outages: HomeInfos['outages']) => ({ ...nothing, outages }) as unknown as HomeInfos;
const since = () => new Date(Date.now() - 37 * 60_000).toISOString();
const site = { id: 's1', name: 'Lyon' };
const oven = { id: 'm1', name: 'Oven 1' };

it.each<
  [
    what: string,
    outage: Pick<HomeInfos['outages'][number], 'structure' | 'machine' | 'machines'>,
    said: string,
    to: string,
  ]
>([
  [
    'of a site is one line with the number of machines, and leads to those that are away',
    { structure: site, machine: null, machines: 12 },
    'Lyon: 12 machines have lost their connection',
    `/machines?filter=${encodeURIComponent('{"structure":"s1","connected":false}')}`,
  ],
  [
    'of machines whose site the reader does not see names none',
    { structure: null, machine: null, machines: 2 },
    '2 machines have lost their connection',
    `/machines?filter=${encodeURIComponent('{"connected":false}')}`,
  ],
  [
    'of one machine leads to it',
    { structure: site, machine: oven, machines: 1 },
    'Oven 1 has lost its connection',
    '/machines/m1/show',
  ],
])('SCL-01 on the home page an outage %s', (_what, outage, said, to) => {
  showPage(<Waiting infos={infosWith([{ id: 'o1', since: since(), ...outage }])} />, { server: {} });
  const link = screen.getByText(said).closest('a');
  expect(link?.getAttribute('href')).toBe(to);
  expect(link?.textContent).toContain('for 37');
});

it('MNU-02 on the home page the programs that were changed at ovens are one line, which leads to the differences', () => {
  showPage(<Waiting infos={{ ...nothing, differences: 3 } as unknown as HomeInfos} />, { server: {} });
  const link = screen.getByText('3 programs were changed at ovens').closest('a');
  expect(link?.getAttribute('href')).toBe('/differences');
});
