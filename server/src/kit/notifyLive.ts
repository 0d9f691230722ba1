import type { Change } from '@fournil/contract/live/change';
import { afterCommit } from '../db/afterCommit.ts';
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

/**
 * Tells every server's live hub, when and only when this transaction commits: a row that the hubs read (`live`), and
 * no NOTIFY, because transactions that notify commit one after the other.
 */
export async function notifyLive(trx: Trx, note: LiveNote): Promise<void> {
  if (note.ids.length === 0) return;
  await trx
    .insertInto('liveNotes')
    .values({ organisationId: note.organisationId, note: JSON.stringify(note) })
    .execute();
  afterCommit(trx, liveChannel, note);
}
