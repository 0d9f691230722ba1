import { NotConnected, type Notices } from '../db/notices.ts';
import { type LiveNote, liveChannel } from '../kit/notifyLive.ts';
import { joined } from './joined.ts';

/** Commits within this time are told together. */
const paceMilliseconds = 20;
/** NOTIFY takes 8,000 bytes; an id is 39 of them. */
const idsPerNotice = 150;

/** What servers tell each other by NOTIFY: without `writtenBy`, by the former version in the transaction itself. */
export type Notice = LiveNote & {
  /** The server whose transaction has written it to `liveNotes`. */
  writtenBy?: string;
};

/**
 * Tells the other servers, by one NOTIFY for many commits and over a connection of its own, that there is something to
 * read. The content is for servers of the former version, which do not read `liveNotes`.
 */
export function ringServers(notices: Notices, writtenBy: string, onError: (error: Error) => void) {
  let waiting: LiveNote[] = [];
  let isRinging = false;

  async function work(): Promise<void> {
    isRinging = true;
    while (waiting.length > 0) {
      const told = waiting.flatMap(parts).map((note): string => JSON.stringify({ ...note, writtenBy }));
      waiting = [];
      await notices
        .ask('select pg_notify($1, notice) from unnest($2::text[]) as notice', [liveChannel, told])
        // They read by themselves a second later.
        .catch((error: Error) => error instanceof NotConnected || onError(error));
      await new Promise((resolve) => setTimeout(resolve, paceMilliseconds));
    }
    isRinging = false;
  }

  return (notes: readonly LiveNote[]): void => {
    for (const note of notes) waiting = joinedOf(waiting, note);
    if (!isRinging) void work();
  };
}

/** `joined` is for the notes of one organisation. */
function joinedOf(notes: LiveNote[], next: LiveNote): LiveNote[] {
  const isOfSame = ({ organisationId }: LiveNote) => organisationId === next.organisationId;
  return [...notes.filter((one) => !isOfSame(one)), ...joined(notes.filter(isOfSame), next)];
}

function parts(note: LiveNote): LiveNote[] {
  return Array.from({ length: Math.ceil(note.ids.length / idsPerNotice) }, (_, index) => ({
    ...note,
    ids: note.ids.slice(index * idsPerNotice, (index + 1) * idsPerNotice),
  }));
}
