import { organisationScope, staffScope } from '../db/database.ts';
import type { House } from '../kit/house.ts';
import { continueRun } from './run.ts';

/** Continues announced runs, and at the start those that a killed server has interrupted. */
export async function continueBulk(house: House): Promise<void> {
  await house.jobs.on('bulk.continued', ({ organisationId, runId }) => continueRun(house, organisationId, runId));
  const left = await house.db.as(staffScope, (trx) =>
    trx.selectFrom('bulkRuns').select(['id as runId', 'organisationId']).where('state', '=', 'running').execute(),
  );
  for (const run of left)
    await house.db.as(organisationScope(run.organisationId), (trx) => house.jobs.announce(trx, 'bulk.continued', run));
}
