interface Asked {
  approved?: boolean | undefined;
  draft?: boolean | undefined;
  withdraw?: boolean | undefined;
}

interface Before {
  /** Its newest revision is approved. */
  approved: boolean;
  approvedRevision: number | null;
}

/**
 * PRG-03, MNU-01: which revision of a program or menu is approved after a change whose newest revision is `revision`;
 * null for none. `isApprovedWithIt`: what was approved stays so with this change.
 */
export function approvedAfter(
  { approved, draft, withdraw }: Asked,
  before: Before,
  revision: number,
  { mayApprove, isApprovedWithIt }: { mayApprove: boolean; isApprovedWithIt: boolean },
): number | null {
  if (withdraw) return null;
  if (draft) return before.approvedRevision;
  // Without the right to approve, a repeated `approved: true` does not approve the new revision.
  if (approved === true && (mayApprove || revision === before.approvedRevision)) return revision;
  if (approved === false && before.approved) return null;
  return before.approved && isApprovedWithIt ? revision : before.approvedRevision;
}
