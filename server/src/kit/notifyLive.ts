import type { Change } from '@fournil/contract/live/change';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';

/**
 * The message between servers: which object of which organisation changed. Its data is read when it is sent to people.
 */
export interface LiveNote {
  organisationId: string;
  resource: Change['resource'];
  op: Change['op'];
  ids: string[];
  /** Only measured values have changed: the event contains them, and nothing has to be read again. */
  moving?: boolean;
}

export const liveChannel = 'fournil_live';
/** NOTIFY takes 8,000 bytes; an id is 39 of them. */
const idsPerNote = 150;

/** Tells every server's live hub, when and only when this transaction commits. */
export async function notifyLive(trx: Trx, note: LiveNote): Promise<void> {
  for (let from = 0; from < note.ids.length; from += idsPerNote) {
    const part = { ...note, ids: note.ids.slice(from, from + idsPerNote) };
    await sql`select pg_notify(${liveChannel}, ${JSON.stringify(part)})`.execute(trx);
  }
}
