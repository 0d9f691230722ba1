import { sql } from 'kysely';
import { type Retention, retentionOfRows } from '../kit/retention.ts';

export const bulkRetention: Retention[] = [
  retentionOfRows({
    name: 'data for undoing bulk actions',
    keptFor: '1 day',
    days: 1,
    table: 'bulkItems',
    isDue: (before) => sql`undo is not null and "runId" in (select id from "bulkRuns" where "createdAt" < ${before})`,
    as: 'organisations',
    emptied: 'undo',
  }),
  retentionOfRows({
    name: 'bulk actions',
    keptFor: '7 days',
    days: 7,
    table: 'bulkRuns',
    isDue: (before) => sql`"createdAt" < ${before} and state <> 'running'`,
    as: 'organisations',
  }),
];
