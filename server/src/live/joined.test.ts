import { expect, it } from 'vitest';
import type { LiveNote } from '../kit/notifyLive.ts';
import { joined } from './joined.ts';

const note = (resource: LiveNote['resource'], op: LiveNote['op'], ids: string[], moving = false): LiveNote => ({
  organisationId: 'o',
  resource,
  op,
  ids,
  ...(moving ? { moving } : {}),
});
const all = (...notes: LiveNote[]) => notes.reduce<LiveNote[]>((sofar, one) => joined(sofar, one), []);

it('two identical live events become one', () => {
  expect(
    all(
      note('machines', 'update', ['a'], true),
      note('tags', 'create', ['t']),
      note('machines', 'update', ['a', 'b'], true),
    ),
  ).toEqual([note('machines', 'update', ['a', 'b'], true), note('tags', 'create', ['t'])]);
});

it('the live events of one resource keep their order', () => {
  const story = [
    note('machines', 'create', ['a']),
    note('machines', 'update', ['a'], true),
    note('machines', 'delete', ['a']),
  ];
  expect(all(...story)).toEqual(story);
  expect(all(...story, note('machines', 'update', ['b'], true)).map(({ op }) => op)).toEqual([
    'create',
    'update',
    'delete',
    'update',
  ]);
});

it('a live event with the new state is not merged with one that asks for a new read', () => {
  expect(all(note('machines', 'update', ['a']), note('machines', 'update', ['a'], true))).toHaveLength(2);
});
