import { say } from '@fournil/contract/kit/words';
import { refusalWords } from '@fournil/contract/machine-link/refusals';
import type { RefusedMessageView } from '@fournil/contract/machines/refusedMessage';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kit/caller.ts';
import { otherKind } from './storeRefused.ts';

const nothingOfLast = { code: null, field: null, list: null, entryIndex: null, entryId: null } as const;

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
  return rows.map(({ machineId: _, reason, args, lastAt, ...row }) => {
    // The last one of many kinds says nothing about the others.
    const isOther = row.topic === otherKind.topic && reason === otherKind.reason;
    const shown = isOther ? { ...row, ...nothingOfLast } : row;
    return {
      ...shown,
      reason: shown.code === null ? reason : say(refusalWords[shown.code], reader.language, args ?? {}),
      lastAt: lastAt.toISOString(),
    };
  });
}
