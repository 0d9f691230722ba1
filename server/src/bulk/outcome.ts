import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';

/** Where a row is worked on: within the transaction of its chunk. */
export interface RowWork {
  house: House;
  trx: Trx;
  member: Member;
  /** It will be taken back. */
  isPreview?: boolean;
}

/** What would put a row back as it was. */
export interface Undo {
  verb: BulkVerb;
  args: Record<string, unknown>;
}

export interface Outcome {
  changed: boolean;
  /** Missing where the change cannot be undone without consequences outside of the fleet. */
  undo?: Undo;
  /** What of it could not be done, in the member's words. */
  refusals?: string[];
}
