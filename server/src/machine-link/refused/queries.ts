import { say } from '@fournil/contract/kit/words';
import { refusalWords } from '@fournil/contract/machine-link/refusals';
import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';

/** What was refused of this machine, the newest first; there are few kinds. Runs as the login `staff`. */
export async function listRefused(trx: Trx, reader: Caller, machineId: string): Promise<RefusedMessageView[]> {
  const rows = await trx
    .selectFrom('refusedMessages')
    .selectAll()
    .where('machineId', '=', machineId)
    .orderBy('lastAt', 'desc')
    .orderBy('topic')
    .orderBy('reason')
    .execute();
  return rows.map(({ machineId: _, reason, args, lastAt, ...row }) => ({
    ...row,
    reason: row.code === null ? reason : say(refusalWords[row.code], reader.language, args ?? {}),
    lastAt: lastAt.toISOString(),
  }));
}
