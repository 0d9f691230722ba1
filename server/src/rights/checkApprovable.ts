import { type Action, can } from '@fournil/contract/rights/policy';
import type { Member } from '../kit/caller.ts';
import { forbidden, unprocessable } from '../kit/errors.ts';

interface Update {
  approved?: boolean | undefined;
  draft?: boolean | undefined;
}

/**
 * PRG-03, MNU-01: whether a member may change a program or menu like this: 422 for a draft that is approved or
 * withdrawn at once, 403 with `cannotApprove` for another approval, and 403 for any other field without the right to
 * edit it.
 */
export function checkApprovable(
  member: Member,
  { approved, draft, ...rest }: Update,
  before: { approved: boolean },
  acts: { approve: Action; edit: Action },
  cannotApprove: { en: string; fr: string },
): void {
  if (draft && approved !== undefined)
    throw unprocessable({ path: 'draft', key: 'custom.validation.draftApproved', args: {} });
  if (approved !== undefined && approved !== before.approved && !can(member, acts.approve))
    throw forbidden(cannotApprove);
  if (Object.values(rest).some((value) => value !== undefined) && !can(member, acts.edit)) throw forbidden();
}
