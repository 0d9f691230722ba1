import type { BulkVerb } from '@fournil/contract/bulk/bulk';
import type { CallContext } from '../kit/context.ts';

/** A row is processed in the transaction of its chunk. */
export interface RowWork extends CallContext {
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
