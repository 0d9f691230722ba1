import { describe, expect, it } from 'vitest';
import { approvedAfter } from './approval.ts';

const approver = { mayApprove: true, isApprovedWithIt: true };
const other = { mayApprove: false, isApprovedWithIt: false };
const approved = { approved: true, approvedRevision: 3 };
const waiting = { approved: false, approvedRevision: 2 };

describe('PRG-03 MNU-01 the revision that is approved after a change', () => {
  it('stays what it was after a draft, whoever saves it', () => {
    expect(approvedAfter({ draft: true }, approved, 4, approver)).toBe(3);
  });

  it('is the new one when an approver changes what is approved, and stays the former one otherwise', () => {
    expect(approvedAfter({}, approved, 4, approver)).toBe(4);
    expect(approvedAfter({}, approved, 4, other)).toBe(3);
    expect(approvedAfter({}, waiting, 4, approver)).toBe(2);
    expect(approvedAfter({}, approved, 4, { mayApprove: true, isApprovedWithIt: false })).toBe(3);
    expect(approvedAfter({}, approved, 4, { mayApprove: false, isApprovedWithIt: true })).toBe(4);
  });

  it('is the new one when an approver approves it; of others a repeated approval changes nothing', () => {
    expect(approvedAfter({ approved: true }, waiting, 3, approver)).toBe(3);
    expect(approvedAfter({ approved: true }, approved, 4, other)).toBe(3);
    expect(approvedAfter({ approved: true }, approved, 3, other)).toBe(3);
  });

  it('is none after a withdrawal, which leaves what waits beside an approved revision', () => {
    expect(approvedAfter({ approved: false }, approved, 3, approver)).toBeNull();
    expect(approvedAfter({ approved: false }, waiting, 3, approver)).toBe(2);
  });

  it('is none after `withdraw`, also while a newer revision waits, or is saved with it', () => {
    expect(approvedAfter({ withdraw: true }, waiting, 3, approver)).toBeNull();
    expect(approvedAfter({ withdraw: true, draft: true }, approved, 4, approver)).toBeNull();
    expect(approvedAfter({ withdraw: false }, waiting, 3, approver)).toBe(2);
  });
});
