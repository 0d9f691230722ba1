import { organisationScope, staffScope } from '../db/database.ts';
import type { Services } from '../kit/services.ts';
import { continueRun } from './run.ts';

/** Continues announced runs, and at the start those that a killed server has interrupted. */
export async function continueBulk(services: Services): Promise<void> {
  await services.jobs.on('bulk.continued', ({ organisationId, runId }) => continueRun(services, organisationId, runId));
  const left = await services.db.as(staffScope, (trx) =>
    trx.selectFrom('bulkRuns').select(['id as runId', 'organisationId']).where('state', '=', 'running').execute(),
  );
  for (const run of left)
    await services.db.as(organisationScope(run.organisationId), (trx) =>
      services.jobs.announce(trx, 'bulk.continued', run),
    );
}
