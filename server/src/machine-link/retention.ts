import { sql } from 'kysely';
import { linkScope } from '../db/database.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';
import { certificateRetention } from './broker/certificates.ts';

export const linkRetention: Retention[] = [
  certificateRetention,
  retentionOfRows({
    name: 'PINs that were tried',
    keptFor: '1 day',
    days: 1,
    table: 'pairingTries',
    isDue: (before) => sql`at < ${before}`,
    as: linkScope,
  }),
  retentionOfRows({
    name: 'refused messages of machines',
    keptFor: '30 days after the last of a kind',
    days: 30,
    table: 'refusedMessages',
    isDue: (before) => sql`"lastAt" < ${before}`,
    as: linkScope,
  }),
];
