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
  /**
   * By what these objects were seen before a deletion, or a change that takes them out of somebody's sight, for people
   * who see only some: they are told of a deletion where they saw the object, and of nothing otherwise.
   */
  was?: Readonly<Record<string, Was>>;
  /** Only measured values have changed: the event contains them, and nothing has to be read again. */
  moving?: boolean;
}

/**
 * The structure of a machine, or the one above a structure (null for none); or whether a program or menu was approved,
 * and its authors.
 */
export type Was = { structureId: string | null } | { approved: boolean; writerIds: readonly (string | null)[] };

/** Of a program or menu, by its row before the change. */
export function seenAs(row: { approved: boolean; createdById: string | null; editedById: string | null }): Was {
  return { approved: row.approved, writerIds: [row.createdById, row.editedById] };
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
