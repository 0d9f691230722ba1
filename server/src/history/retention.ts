import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import type { Retention } from '../kit/retention.ts';

const rowsPerChunk = 5000;
const dayMilliseconds = 86_400_000;
const before = ({ config, now }: House) => new Date(now().getTime() - config.historyKeptDays * dayMilliseconds);

/** AUD-01: the record is kept as long as the setting says; the database enforces at least a year. */
export const historyRetention: Retention = {
  name: 'history of who did what',
  keptFor: 'HISTORY_KEPT_DAYS, ten years by default',
  due: (house) =>
    house.db.read(gateScope, async (trx) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from "historyEvents" where at < ${before(house)}`.execute(trx);
      return rows[0]?.count ?? 0;
    }),
  remove: async (house) => {
    let removed = 0;
    for (let some = rowsPerChunk; some === rowsPerChunk; removed += some) {
      const { numAffectedRows } = await house.db.as(gateScope, (trx) =>
        sql`delete from "historyEvents" where id = any(array(select id from "historyEvents" where at < ${before(house)}
          limit ${rowsPerChunk}))`.execute(trx),
      );
      some = Number(numAffectedRows ?? 0n);
    }
    return removed;
  },
};
