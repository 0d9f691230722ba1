import type { Trx } from '../db/database.ts';
import type { AccountHappening } from '../kit/jobs/catalogue.ts';
import type { Services } from '../kit/services.ts';
import { isOpenAt } from './openAccounts.ts';

interface Told {
  what: AccountHappening;
  at: Date;
  /** What it is about: a token's name, an endpoint's address. */
  name: string;
}

/** A mail to every client admin of the organisation, whatever they have switched off. */
export async function tellClientAdmins(
  services: Services,
  trx: Trx,
  organisationId: string,
  notice: Told,
): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('kind', '=', 'clientAdmin')
    .where('emailVerified', '=', true)
    .where(isOpenAt(services.now()))
    .execute();
  const { what, name } = notice;
  const at = notice.at.toISOString();
  await services.jobs.announceAll(
    trx,
    'account.happened',
    admins.map(({ id }) => ({ userId: id, what, at, name })),
  );
}
