import { webhookLimits } from '@fournil/contract/webhooks/webhook';
import { sql } from 'kysely';
import { retentionOfRows } from '../kit/retention.ts';

export const webhookRetention = retentionOfRows({
  name: 'messages of webhooks',
  keptFor: `${webhookLimits.keptDays} days`,
  days: webhookLimits.keptDays,
  table: 'webhookDeliveries',
  isDue: (before) => sql`"createdAt" < ${before}`,
  as: 'organisations',
});
