import { NotConnected, type Notices } from '../db/notices.ts';
import type { LiveNote } from '../kit/notifyLive.ts';

/** A server that is told nothing reads all the same, in case whoever committed died before telling. */
const pollMilliseconds = 1000;
/** Commits within this time are read together. */
const paceMilliseconds = 10;

interface Times {
  /** Rows are deleted a while after they could be read; a server that has not read for half of it begins anew. */
  keptMilliseconds: number;
  /** How often a snapshot is remembered for that. */
  rememberMilliseconds: number;
}
const usualTimes: Times = { keptMilliseconds: 120_000, rememberMilliseconds: 30_000 };

interface Reactions {
  /** In the order of their commits, as far as they concern the same row. */
  onNotes(notes: LiveNote[]): void;
  /** It is not known what was committed before now. */
  onGap(): void;
  /** What had been committed at this snapshot is not needed any more. */
  onOld(snapshot: string): void;
  onError(error: Error): void;
}

export interface Follower {
  /** Something was committed. */
  poke(): void;
  /** The connection was lost: begins anew. */
  lost(): void;
  close(): void;
}

/**
 * Reads the rows of `liveNotes` that were committed since the last time: those that the present snapshot sees and the
 * former one did not. So none is lost or read twice, in whatever order transactions end.
 */
export function followNotes(
  notices: Notices,
  { onNotes, onGap, onOld, onError }: Reactions,
  { keptMilliseconds, rememberMilliseconds }: Times = usualTimes,
): Follower {
  let snapshot: string | null = null;
  let readAt = 0;
  let snapshots: { snapshot: string; at: number }[] = [];
  let isReading = false;
  let isAsked = false;
  let isClosed = false;

  async function read(): Promise<void> {
    const at = performance.now();
    if (at - readAt > keptMilliseconds / 2) snapshot = null;
    const [row] = await notices.ask<{ snapshot: string; notes: string[] }>(snapshot === null ? begin : readNew, [
      ...(snapshot === null ? [] : [snapshot]),
    ]);
    if (!row || isClosed) return;
    const isNew = snapshot === null;
    snapshot = row.snapshot;
    readAt = at;
    if (isNew) onGap();
    else if (row.notes.length > 0) onNotes(row.notes.map((note) => JSON.parse(note) as LiveNote));
    remember(row.snapshot, at);
  }

  function remember(one: string, at: number): void {
    if (at - (snapshots.at(-1)?.at ?? Number.NEGATIVE_INFINITY) < rememberMilliseconds) return;
    snapshots.push({ snapshot: one, at });
    const old = snapshots.findLast((earlier) => at - earlier.at >= keptMilliseconds);
    if (!old) return;
    snapshots = snapshots.filter((earlier) => earlier.at > old.at);
    onOld(old.snapshot);
  }

  async function work(): Promise<void> {
    isAsked = true;
    if (isReading) return;
    isReading = true;
    while (isAsked && !isClosed) {
      isAsked = false;
      await read().catch((error: Error) => error instanceof NotConnected || isClosed || onError(error));
      await new Promise((resolve) => setTimeout(resolve, paceMilliseconds));
    }
    isReading = false;
  }

  const timer = setInterval(() => void work(), pollMilliseconds).unref();
  return {
    poke: () => void work(),
    lost: () => {
      snapshot = null;
    },
    close: () => {
      isClosed = true;
      clearInterval(timer);
    },
  };
}

const begin = `select pg_current_snapshot()::text as snapshot, array[]::text[] as notes`;
const readNew = `select pg_current_snapshot()::text as snapshot, array(
    select note from "liveNotes" where "transaction" >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot("transaction", $1::pg_snapshot)
    order by id
  ) as notes`;
