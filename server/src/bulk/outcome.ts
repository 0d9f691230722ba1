import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import type { House } from '../kit/house.ts';

/** The transaction in which a row is processed: that of its chunk. */
export interface RowWork {
  house: House;
  trx: Trx;
  member: Member;
  /** Whether it is a preview, which is rolled back. */
  isPreview?: boolean;
}

/** The action that undoes a row's change. */
export interface Undo {
  verb: BulkVerb;
  args: Record<string, unknown>;
}

export interface Outcome {
  changed: boolean;
  /** Missing where the change cannot be undone without consequences outside of the fleet. */
  undo?: Undo;
  /** The parts that were refused, in the member's language. */
  refusals?: string[];
}
