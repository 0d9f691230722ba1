import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { Trx } from '../db/database.ts';
import type { Member } from '../kit/caller.ts';
import { type CallContext, contextOf } from '../kit/context.ts';
import type { House } from '../kit/house.ts';

/** The transaction in which a row is processed: that of its chunk. */
export interface RowWork extends CallContext {
  house: House;
  member: Member;
  /** Whether it is a preview, which is rolled back. */
  isPreview: boolean;
}

export function rowWork(house: House, trx: Trx, member: Member, isPreview = false): RowWork {
  return { ...contextOf(house, trx, member), house, member, isPreview };
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
