import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { dropPartitions, keptSince } from '../kit/partitions.ts';
import { inChunks } from '../kit/process/inChunks.ts';
import type { Retention } from '../kit/retention.ts';
import type { Services } from '../kit/services.ts';

const rowsPerChunk = 5000;
const before = ({ config, now }: Services) => keptSince('historyEvents', config.historyKeptDays, now());

/**
 * AUD-01: the record is kept as long as the setting says, to the end of the month; the database enforces at least a
 * year. Months are dropped whole; rows are deleted where one partition has rows of many years (SCL-03).
 */
export const historyRetention: Retention = {
  name: 'history of who did what',
  keptFor: 'HISTORY_KEPT_DAYS, ten years by default',
  due: (services) =>
    services.db.read(gateScope, async (trx) => {
      const { rows } = await sql<{
        count: number;
      }>`select count(*)::int as count from "historyEvents" where at < ${before(services)}`.execute(trx);
      return rows[0]?.count ?? 0;
    }),
  remove: async (services, isStopped = () => false) => {
    const count = await historyRetention.due(services);
    if (count === 0) return 0;
    await dropPartitions(services, 'historyEvents', before(services));
    await inChunks({ isOver: isStopped, full: rowsPerChunk }, async () => {
      const { numAffectedRows } = await services.db.as(gateScope, (trx) =>
        sql`delete from "historyEvents" where at < ${before(services)} and id = any(array(select id
          from "historyEvents" where at < ${before(services)} limit ${rowsPerChunk}))`.execute(trx),
      );
      return Number(numAffectedRows ?? 0n);
    });
    return count;
  },
};
