import { expect, it } from 'vitest';
import { organisationGroups } from './organisations.ts';

const rows = [
  { organisationId: 'b', id: 1 },
  { organisationId: 'a', id: 2 },
  { organisationId: 'b', id: 3 },
];

it('SCL-03 rows are one group in an ordinary database, and one for each organisation, in order, in a distributed one', () => {
  const groups = (isDistributed: boolean) =>
    organisationGroups({ isDistributed }, rows).map((group) => group.rows.map(({ id }) => id));
  expect(groups(false)).toEqual([[1, 2, 3]]);
  expect(groups(true)).toEqual([[2], [1, 3]]);
  expect(organisationGroups({ isDistributed: true }, [])).toEqual([]);
});
