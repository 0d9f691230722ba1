import { rights } from '@fournil/contract/rights/rights';
import { expect, it } from 'vitest';
import { canGive, differenceOf, rebased, toggled } from './rightsDraft.ts';

it('RGT-03 withdrawing a right withdraws its sub-rights and no others', () => {
  const left = toggled(rights, 'ROLE_PROGRAM_APPROVE_ACCESS');
  expect(differenceOf(rights, left)).toEqual({
    added: [],
    taken: ['ROLE_PROGRAM_APPROVE_ACCESS', 'ROLE_PROGRAM_APPROVE_ACTION'],
  });
  expect(toggled(left, 'ROLE_PROGRAM_APPROVE_ACCESS')).toContain('ROLE_PROGRAM_APPROVE_ACCESS');
});

it('RGT-03 a right without its parent cannot be given', () => {
  expect(canGive([], 'ROLE_TAG_CREATE')).toBe(false);
  expect(toggled([], 'ROLE_TAG_CREATE')).toEqual([]);
  expect(canGive(['ROLE_TAG_ACCESS'], 'ROLE_TAG_CREATE')).toBe(true);
});

it('API-06 changes of rights are applied to what somebody else has saved; those whose parent is gone are dropped', () => {
  expect(rebased(['ROLE_PROGRAM_ACCESS'], ['ROLE_TAG_CREATE', 'ROLE_PROGRAM_CREATE'], [])).toEqual([
    'ROLE_PROGRAM_ACCESS',
    'ROLE_PROGRAM_CREATE',
  ]);
  expect(rebased(rights, [], ['ROLE_TAG_ACCESS']).filter((right) => right.startsWith('ROLE_TAG'))).toEqual([]);
});
