import { sql } from 'kysely';
import { linkScope } from '../db/database.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';

export const linkRetention: Retention[] = [
  retentionOfRows({
    name: 'refused messages of machines',
    keptFor: '30 days after the last of a kind',
    days: 30,
    table: 'refusedMessages',
    isDue: (before) => sql`"lastAt" < ${before}`,
    as: linkScope,
  }),
];
