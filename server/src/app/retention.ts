import { hourMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import { accountRetention } from '../accounts/index.ts';
import { apiTokenRetention, tellEndingTokens } from '../api-tokens/index.ts';
import { bulkRetention } from '../bulk/index.ts';
import { gateScope } from '../db/database.ts';
import { historyRetention } from '../history/index.ts';
import { makePartitions } from '../kit/partitions.ts';
import { repeat } from '../kit/process/repeat.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';
import type { Services } from '../kit/services.ts';
import { daysKeeping, linkRetention, readingsPacking } from '../machine-link/index.ts';
import { mailRetention } from '../notifications/index.ts';
import { recycleBinRetention } from '../recycle-bin/index.ts';
import { deletedOrganisations, tellEndingAccounts, unactivatedAccounts } from '../users/index.ts';
import { webhookRetention } from '../webhooks/index.ts';

const firstMilliseconds = 60_000;

/**
 * SEC-09: all rules, as docs/operating.md lists them. Versions are none of these; what machines reported and the
 * history have settings.
 */
export const retentions: readonly Retention[] = [
  ...accountRetention,
  unactivatedAccounts,
  apiTokenRetention,
  recycleBinRetention,
  deletedOrganisations,
  historyRetention,
  ...bulkRetention,
  ...mailRetention,
  webhookRetention,
  // Before the rules by which the reports themselves are deleted.
  daysKeeping,
  ...linkRetention,
  retentionOfRows({
    name: 'keys of calls (Idempotency-Key)',
    keptFor: '1 day',
    days: 1,
    table: 'idempotencyKeys',
    isDue: (before) => sql`"createdAt" < ${before}`,
    as: gateScope,
  }),
  // The last, because it takes long where there are years of readings.
  readingsPacking,
];

/**
 * Shortly after the start and every hour, with the partitions of the next steps (at once at the start, too) and the
 * accounts that end soon. Several servers may do it at once: rows deleted by one are not found by another.
 */
export function deleteRegularly(services: Services): { close(): Promise<void> } {
  const prepare = async () => {
    const made = await makePartitions(services).catch((error) => services.log.error({ err: error }, 'partitions'));
    if (made) services.log.info({ made }, 'partitions made');
  };
  const prepared = prepare();
  let isClosed = false;
  const run = async () => {
    await prepared;
    await prepare();
    for (const one of retentions) {
      if (isClosed) return;
      const removed = await one
        .remove(services, () => isClosed)
        .catch((error) => services.log.error({ err: error, rule: one.name }, 'retention'));
      if (removed) services.log.info({ rule: one.name, removed }, 'deleted or packed by rule');
    }
    await tellEndingAccounts(services).catch((error) => services.log.error({ err: error }, 'accounts that end soon'));
    await tellEndingTokens(services).catch((error) => services.log.error({ err: error }, 'API tokens that end soon'));
  };
  const turns = repeat(run, hourMilliseconds, (error) => services.log.error({ err: error }, 'retention'), {
    soonMilliseconds: firstMilliseconds,
  });
  return {
    close: async () => {
      isClosed = true;
      await turns.close();
      await prepared;
    },
  };
}
