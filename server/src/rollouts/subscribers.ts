import { organisationScope } from '../db/database.ts';
import type { Services } from '../kit/services.ts';
import { forgetHours } from './given.ts';

/** Rollouts judge again when their machines may be given something, after hours or timezones have changed. */
export async function subscribeRollouts(services: Services): Promise<void> {
  await services.jobs.onMany('hours.changed', (organisationId) =>
    services.db.as(organisationScope(organisationId), (trx) => forgetHours(trx, organisationId)),
  );
}
