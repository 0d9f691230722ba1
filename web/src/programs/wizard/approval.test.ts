import { type Right, rights } from '@fournil/contract/rights/rights';
import type { Actor } from '@fournil/contract/rights/roles';
import { expect, it } from 'vitest';
import { answerOf, mayAnswerYes } from './approval.ts';

const person = (kind: Actor['kind'], held: readonly Right[] = []): Actor => ({
  kind,
  secondStepPending: false,
  rights: held,
  remoteParamsEdit: false,
});
const author = person('user', ['ROLE_PROGRAM_ACCESS', 'ROLE_PROGRAM_CREATE', 'ROLE_PROGRAM_APPROVE_ACCESS']);

it('WIZ-04 the wizard asks an approver for approval, and tells an author without the right that they cannot approve', () => {
  expect(mayAnswerYes(person('clientAdmin'))).toBe(true);
  expect(mayAnswerYes(person('user', rights))).toBe(true);
  expect(mayAnswerYes(author)).toBe(false);
  expect(mayAnswerYes(null)).toBe(false);
});

it('WIZ-04 the right to approve counts as missing when a right above it is missing', () => {
  const without = (right: Right) => rights.filter((one) => one !== right);
  expect(mayAnswerYes(person('user', without('ROLE_PROGRAM_APPROVE_ACCESS')))).toBe(false);
  expect(mayAnswerYes(person('user', without('ROLE_PROGRAM_ACCESS')))).toBe(false);
});

it('WIZ-04 no approval is sent for a person who may not give it, whatever the draft contains', () => {
  expect(answerOf(author, { approved: true })).toBe(false);
  expect(answerOf(person('clientAdmin'), { approved: true })).toBe(true);
  expect(answerOf(person('clientAdmin'), { approved: false })).toBe(false);
});
