import type { Trx } from '../db/database.ts';
import { type Event, type RecordedActor, record } from '../history/index.ts';

/** AUD-01: records that an entry of one of the maker's two libraries has a new text, a new picture, or both. */
export async function recordEdit(
  trx: Trx,
  by: RecordedActor,
  { origin, changes = [] }: Pick<Event, 'origin' | 'changes'>,
  hasNewPicture: boolean,
): Promise<void> {
  const fields = [...changes.map(({ field }) => field), ...(hasNewPicture ? ['avatar'] : [])];
  if (fields.length > 0) await record(trx, by, { type: 'update', origin, fields, changes });
}
