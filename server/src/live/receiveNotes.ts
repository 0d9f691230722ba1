import { sql } from 'kysely';
import { type Database, linkScope } from '../db/database.ts';
import type { Notices } from '../db/notices.ts';
import { newId } from '../kit/ids.ts';
import { type LiveNote, liveChannel } from '../kit/notifyLive.ts';
import { followNotes } from './followNotes.ts';
import { type Notice, ringServers } from './ringServers.ts';

interface Reactions {
  receive(note: LiveNote): void;
  /** It is unknown which changes were missed, so browsers reconnect and read again. */
  endStreams(): void;
  onError(error: Error): void;
}

/** Passes on every change that any server has committed. */
export function receiveNotes(db: Database, notices: Notices, { receive, endStreams, onError }: Reactions) {
  const me = newId();
  const follower = followNotes(notices, {
    onNotes: (notes) => notes.forEach(receive),
    onGap: endStreams,
    onOld: (snapshot) => void deleteNotes(db, snapshot).catch(onError),
    onError,
  });
  const ring = ringServers(notices, me, onError);
  db.onCommit(liveChannel, (notes) => {
    follower.poke();
    ring(notes as LiveNote[]);
  });
  notices.on(liveChannel, {
    onNote: (payload) => {
      const { writtenBy, ...note } = JSON.parse(payload) as Notice;
      if (writtenBy === undefined) receive(note);
      else if (writtenBy !== me) follower.poke();
    },
    onOpen: follower.poke,
    onEnd: () => {
      follower.lost();
      endStreams();
    },
  });
  return { close: follower.close };
}

/** Deletes what was committed before this snapshot was taken. Every server does it. */
async function deleteNotes(db: Database, snapshot: string): Promise<void> {
  await db.as(linkScope, (trx) =>
    trx
      .deleteFrom('liveNotes')
      .where(sql<boolean>`"transaction" < pg_snapshot_xmin(${snapshot}::pg_snapshot)`)
      .execute(),
  );
}
