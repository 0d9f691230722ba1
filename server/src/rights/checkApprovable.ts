import { type Action, can } from '@fournil/contract/rights/policy';
import type { Member } from '../kit/caller.ts';
import { forbidden, unprocessable } from '../kit/errors.ts';

interface Update {
  approved?: boolean | undefined;
  draft?: boolean | undefined;
  withdraw?: boolean | undefined;
}

/**
 * PRG-03, MNU-01: whether a member may change a program or menu like this: 422 for a draft that is approved or
 * withdrawn at once, and for an approval that is also withdrawn; 403 with `cannotApprove` for another approval, and 403
 * for any other field without the right to edit it.
 */
export function checkApprovable(
  member: Member,
  { approved, draft, withdraw = false, ...rest }: Update,
  before: { approved: boolean; approvedRevision: number | null },
  acts: { approve: Action; edit: Action },
  cannotApprove: { en: string; fr: string },
): void {
  if (draft && approved !== undefined)
    throw unprocessable({ path: 'draft', key: 'custom.validation.draftApproved', args: {} });
  if (withdraw && approved)
    throw unprocessable({ path: 'withdraw', key: 'custom.validation.withdrawApproved', args: {} });
  const isDecision =
    (approved !== undefined && approved !== before.approved) || (withdraw && before.approvedRevision !== null);
  if (isDecision && !can(member, acts.approve)) throw forbidden(cannotApprove);
  if (Object.values(rest).some((value) => value !== undefined) && !can(member, acts.edit)) throw forbidden();
}
