import { expect, it } from 'vitest';
import { versionsInFleet } from './fleetVersions.ts';

const stored = (revoked: boolean) => ({ id: 'one', revoked, beta: false });

it('SWU-04 machines with a revoked version are listed first, with one line for each version', () => {
  const lines = versionsInFleet([
    { version: '4.3.0', model: 'sole-3-12', machines: 2, update: stored(false) },
    { version: '4.2.1', model: 'tour-18', machines: 1, update: stored(true) },
    { version: '4.2.1', model: 'sole-3-12', machines: 3, update: stored(true) },
    { version: null, model: null, machines: 5, update: null },
  ]);
  expect(lines.map(({ version, machines, isExposed }) => [version, machines, isExposed])).toEqual([
    ['4.2.1', 4, true],
    ['4.3.0', 2, false],
    [null, 5, false],
  ]);
  expect(lines[0]?.models).toEqual(['sole-3-12', 'tour-18']);
});
