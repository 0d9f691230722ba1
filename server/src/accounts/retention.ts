import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';

/** Sessions are kept for the devices and places that they show to be known: see `isNewDevice`. */
const sessionDays = 90;

export const accountRetention: Retention[] = [
  retentionOfRows({
    name: 'counted tries',
    keptFor: '7 days after the last',
    days: 7,
    table: 'attempts',
    isDue: (before) => sql`"updatedAt" < ${before} and ("blockedUntil" is null or "blockedUntil" < ${before})`,
    as: gateScope,
  }),
  retentionOfRows({
    name: 'sessions',
    keptFor: '90 days after their end',
    days: sessionDays,
    table: 'sessions',
    isDue: (before) => sql`coalesce("endedAt", "expiresAt") < ${before}`,
    as: gateScope,
  }),
  retentionOfRows({
    name: 'links of mails',
    keptFor: '7 days after their use or end',
    days: 7,
    table: 'accountTokens',
    isDue: (before) => sql`coalesce("usedAt", "expiresAt") < ${before}`,
    as: gateScope,
  }),
  retentionOfRows({
    name: 'challenges of passkeys',
    keptFor: '1 day',
    days: 1,
    table: 'passkeyChallenges',
    isDue: (before) => sql`"expiresAt" < ${before}`,
    as: gateScope,
  }),
];
