import { type Right, rights } from '@fournil/contract/rights/rights';
import { expect, it } from 'vitest';
import { type WhatIsSeen, whatIsSeenBy } from './whatIsSeen.ts';

const total = 'ROLE_STRUCTURE_TOTAL_ACCESS';
const loose = 'ROLE_MACHINE_ACCESS_NO_STRUCTURE';
const structure = [{ '@id': '/api/structures/1', id: '1', name: 'Boutique' }];

it.each<[Right[], number, WhatIsSeen]>([
  [[], 0, 'all'],
  [[], 1, 'all'],
  [[loose], 0, 'allStructures'],
  [['ROLE_MACHINE_ACCESS'], 0, 'structuresOnly'],
  [[total], 1, 'relatedAndLoose'],
  [[total, loose], 1, 'related'],
  [[total], 0, 'looseOnly'],
  [[total, loose], 0, 'none'],
  // A right whose parent is gone counts for nothing.
  [['ROLE_STRUCTURE_ACCESS', loose], 0, 'none'],
])('USR-06 RGT-05 without %j and related to %i structures, a user sees: %s', (without, related, expected) => {
  const held = rights.filter((one) => !without.includes(one));
  expect(whatIsSeenBy({ rights: held, structures: related ? structure : [] })).toBe(expected);
});
