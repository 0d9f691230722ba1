import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';

const mails = {
  keptFor: '90 days after they were sent or given up',
  days: 90,
  table: 'mails',
  isDue: (before: Date) => sql`coalesce("sentAt", "failedAt") < ${before}`,
};

export const mailRetention: Retention[] = [
  retentionOfRows({ name: 'mails of organisations', ...mails, as: 'organisations' }),
  retentionOfRows({ name: 'mails about accounts', ...mails, as: gateScope }),
];
