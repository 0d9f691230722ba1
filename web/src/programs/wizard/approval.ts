import { can } from '@fournil/contract/rights/policy';
import type { Actor } from '@fournil/contract/rights/roles';

/** WIZ-04: whether this person may approve what they are about to save; the others read "Cannot approve program". */
export function mayAnswerYes(actor: Actor | null): boolean {
  return can(actor, 'programs.approve');
}

/** The value to send: false for a person without the right to approve. */
export function answerOf(actor: Actor | null, draft: { approved: boolean }): boolean {
  return mayAnswerYes(actor) && draft.approved;
}
