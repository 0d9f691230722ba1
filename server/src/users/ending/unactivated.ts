import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { accountLimits } from '@fournil/contract/users/user';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, type Trx } from '../../db/database.ts';
import { inChunks } from '../../kit/process/inChunks.ts';
import type { Retention } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';

const accountsPerChunk = 500;

interface Due {
  id: string;
  /** To be deleted with the account: an organisation with no other person and no records. */
  emptyOrganisationId: string | null;
}

/** REG-04: accounts whose link was never opened, and which have had no new link or change since. */
export const unactivatedAccounts: Retention = {
  name: 'accounts never activated',
  keptFor: `${accountLimits.unactivatedDays} days after the last link`,
  due: (services) =>
    services.db.read(
      gateScope,
      async (trx) => (await find(services, trx, sql`order by users."createdAt" limit 100000`)).length,
    ),
  remove: (services, isStopped = () => false) =>
    inChunks({ isOver: isStopped, full: accountsPerChunk }, () => removeSome(services)),
};

const hasOthers = sql`exists (select from users other
  where other."organisationId" = users."organisationId" and other.id <> users.id)`;
const isOnlyAdmin = sql`(kind = 'clientAdmin' and not exists (select from users other
  where other."organisationId" = users."organisationId" and other.id <> users.id and other.kind = 'clientAdmin'
    and other."emailVerified"))`;

/** The only administrator of an organisation in which others are, or machines, stays. */
async function find(services: Services, trx: Trx, which: RawBuilder<unknown>): Promise<Due[]> {
  const before = new Date(services.now().getTime() - accountLimits.unactivatedDays * dayMilliseconds);
  const isDue = sql`not "emailVerified" and version = 1 and users."createdAt" < ${before}
    and not exists (select from sessions where sessions."userId" = users.id)
    and not exists (select from "accountTokens" link where link."userId" = users.id and link."createdAt" >= ${before})
    and (users."organisationId" is null or exists (select from organisations
      where organisations.id = users."organisationId" and "deletedAt" is null))
    and not (${isOnlyAdmin} and ${hasOthers})`;
  const { rows: led } = await sql<{ organisationId: string }>`select users."organisationId" from users
    where ${isDue} and ${isOnlyAdmin}`.execute(trx);
  const withMachines = await organisationsWithMachines(
    trx,
    led.map(({ organisationId }) => organisationId),
  );
  const { rows } = await sql<Due>`select users.id,
      case when kind = 'clientAdmin' and not ${hasOthers} then users."organisationId" end as "emptyOrganisationId"
    from users
    where ${isDue} and not (${isOnlyAdmin} and users."organisationId" = any(${withMachines}::uuid[]))
    ${which}`.execute(trx);
  return rows;
}

/** Asked apart, because machines may be distributed over several nodes, and sessions are not. */
async function organisationsWithMachines(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('machines')
    .select('organisationId')
    .distinct()
    .where('organisationId', 'in', ids)
    .execute();
  return rows.map(({ organisationId }) => organisationId);
}

/**
 * Accounts that are locked by another transaction are left for the next time. The condition is checked again under the
 * lock: it finds a link or a session that was made meanwhile, and prevents new ones.
 */
async function findLocked(services: Services, trx: Trx): Promise<Due[]> {
  const locked = await find(
    services,
    trx,
    sql`order by users."createdAt" limit ${accountsPerChunk} for update of users skip locked`,
  );
  if (locked.length === 0) return [];
  return find(services, trx, sql`and users.id = any(${locked.map(({ id }) => id)}::uuid[])`);
}

/**
 * Also deletes an organisation that has no other person, like any deleted organisation: marked, then emptied by a job.
 */
async function removeSome(services: Services): Promise<number> {
  const dueAccounts = await services.db.as(gateScope, async (trx) => {
    const candidates = await findLocked(services, trx);
    if (candidates.length === 0) return candidates;
    const organisations = candidates.flatMap(({ emptyOrganisationId }) => emptyOrganisationId ?? []);
    if (organisations.length > 0)
      await trx
        .updateTable('organisations')
        .set({ deletedAt: services.now(), endsAt: services.now() })
        .where('id', 'in', organisations)
        .execute();
    await trx
      .deleteFrom('users')
      .where(
        'id',
        'in',
        candidates.map(({ id }) => id),
      )
      .execute();
    await services.jobs.announceAll(
      trx,
      'organisation.deleted',
      organisations.map((organisationId) => ({ organisationId })),
    );
    return candidates;
  });
  for (const { id } of dueAccounts)
    services.log.info({ event: 'account never activated deleted', account: id }, 'security');
  return dueAccounts.length;
}
