import type { Trx } from './scope.ts';

/** Something that has to happen soon after a commit, on this server. */
export interface Mark {
  channel: string;
  content: unknown;
}

const marks = new WeakMap<Trx, Mark[]>();

/**
 * Passes this to the listener of the channel (`Database.onCommit`) once the transaction has committed. A server that
 * dies in between does not, so this only makes faster what happens in any case.
 */
export function afterCommit(trx: Trx, channel: string, content: unknown): void {
  const known = marks.get(trx);
  if (known) known.push({ channel, content });
  else marks.set(trx, [{ channel, content }]);
}

export function marksOf(trx: Trx): readonly Mark[] {
  return marks.get(trx) ?? [];
}
