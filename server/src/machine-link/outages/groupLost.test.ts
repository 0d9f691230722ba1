import { describe, expect, it } from 'vitest';
import { groupLost, type LostMachine, type Site } from './groupLost.ts';

const now = new Date('2026-03-10T12:00:00.000Z');
const lost = (machineId: string, structureId: string | null, minutesAgo: number): LostMachine => ({
  machineId,
  structureId,
  lostAt: new Date(now.getTime() - minutesAgo * 60_000),
});
/** France, with Lyon (its sectors Nord and Sud) and Nice. */
const sites = (connected: Partial<Record<'france' | 'lyon' | 'nord' | 'sud' | 'nice', number>>): Site[] =>
  (
    [
      ['france', null],
      ['lyon', 'france'],
      ['nord', 'lyon'],
      ['sud', 'lyon'],
      ['nice', 'france'],
    ] as const
  ).map(([id, parentId]) => ({ id, parentId, connected: connected[id] ?? 0 }));
const found = (machines: LostMachine[], tree = sites({ nice: 10 })) =>
  groupLost(machines, tree, now).map((group) => [group.structureId, group.machines.map(({ machineId }) => machineId)]);

describe('SCL-01 of machines that are lost', () => {
  it.each<[what: string, machines: LostMachine[], expected: unknown[], tree?: Site[]]>([
    ['one is an outage of its own', [lost('1', 'nord', 11)], [[null, ['1']]]],
    ['one without a structure too', [lost('1', null, 11)], [[null, ['1']]]],
    ['one that is back within ten minutes is none', [lost('1', 'nord', 9)], []],
    [
      'those of a site are one outage of it, also those lost some minutes later',
      [lost('1', 'nord', 11), lost('2', 'nord', 10), lost('3', 'nord', 7)],
      [['nord', ['1', '2', '3']]],
    ],
    [
      'those of several sectors are one of the smallest structure that contains them',
      [lost('1', 'nord', 11), lost('2', 'sud', 11), lost('3', 'lyon', 11)],
      [['lyon', ['3', '1', '2']]],
    ],
    [
      'those of every site are one of the structure above',
      [lost('1', 'nord', 11), lost('2', 'nice', 11)],
      [['france', ['1', '2']]],
      sites({}),
    ],
    [
      'a few of many connected ones are one each',
      [lost('1', 'nord', 11), lost('2', 'nord', 11)],
      [
        [null, ['1']],
        [null, ['2']],
      ],
      sites({ nord: 2, nice: 10 }),
    ],
    [
      'those lost at different times are one each',
      [lost('1', 'nord', 30), lost('2', 'nord', 11)],
      [
        [null, ['1']],
        [null, ['2']],
      ],
    ],
    [
      'those of two sites of a connected organisation are one for each site',
      [lost('1', 'nord', 11), lost('2', 'nord', 11), lost('3', 'nice', 11), lost('4', 'nice', 11)],
      [
        ['nord', ['1', '2']],
        ['nice', ['3', '4']],
      ],
      sites({ france: 10 }),
    ],
    [
      'one lost alone shortly after another waits until it has been lost for long',
      [lost('1', null, 11), lost('2', 'nice', 8)],
      [[null, ['1']]],
    ],
  ])('%s', (_what, machines, expected, tree) => expect(found(machines, tree)).toEqual(expected));
});
