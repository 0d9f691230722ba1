import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import type { Tables } from '../db/tables/index.ts';
import type { Services } from '../kit/services.ts';
import { announceEvents } from '../webhooks/index.ts';

type Outcome = Pick<
  Selectable<Tables['machineUpdates']>,
  'organisationId' | 'machineId' | 'updateId' | 'state' | 'message'
>;

/** INT-05: updates that are done or have failed, in the transaction that stores it. */
export async function announceOutcomes(services: Services, trx: Trx, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  const ids = [...new Set(outcomes.map(({ updateId }) => updateId))];
  const versions = await trx
    .selectFrom('softwareUpdates')
    .select(['id', 'version'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const versionOf = (id: string) => versions.find((one) => one.id === id)?.version ?? '';
  await announceEvents(
    services,
    trx,
    outcomes.map(({ organisationId, machineId, updateId, state, message }) => {
      const common = { organisationId, machineId, at: services.now() };
      const version = versionOf(updateId);
      return state === 'done'
        ? { ...common, type: 'update.done', facts: { version } }
        : { ...common, type: 'update.failed', facts: { version, message } };
    }),
  );
}
