import { apiTokenLimits } from '@fournil/contract/api-tokens/apiToken';
import { sql } from 'kysely';
import { gateScope } from '../db/database.ts';
import { retentionOfRows } from '../kit/retention.ts';

export const apiTokenRetention = retentionOfRows({
  name: 'API tokens that are over',
  keptFor: `${apiTokenLimits.keptDays} days after their end or revocation`,
  days: apiTokenLimits.keptDays,
  table: 'apiTokens',
  isDue: (before) => sql`least("endsAt", "revokedAt") < ${before}`,
  as: gateScope,
});
