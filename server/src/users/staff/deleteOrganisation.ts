import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { fullNameOf } from '@fournil/contract/kit/person';
import { recycleBinLimits } from '@fournil/contract/recycle-bin/recycleBin';
import { sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../../db/database.ts';
import { tablesWhere } from '../../db/tables/index.ts';
import { record } from '../../history/index.ts';
import { endLinksOf, endSessionsOf, forgetEverybody, isOpenAt } from '../../identity/index.ts';
import type { Caller } from '../../kit/caller.ts';
import { deleteReports, reportTables } from '../../kit/deleteReports.ts';
import { conflict, notFound, unprocessable } from '../../kit/errors.ts';
import type { Retention } from '../../kit/retention.ts';
import type { Services } from '../../kit/services.ts';
import { hideMachines, unhideMachines } from '../../machines/index.ts';
import { withBin } from '../../recycle-bin/index.ts';
import { keepOneAdmin } from '../lastAdmin.ts';
import { organisationOf } from './clients.ts';

/** USR-10: deletes the account of one of several client admins. */
export async function deleteClientAdmin(services: Services, caller: Caller, id: string): Promise<void> {
  const organisationId = await organisationOf(services, id);
  await services.db.as(organisationScope(organisationId), async (trx) => {
    const admin = await trx
      .selectFrom('users')
      .select(['id', 'kind', 'organisationId', 'emailVerified', 'firstName', 'lastName'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!admin) throw notFound();
    await keepOneAdmin(trx, admin);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await record(
      trx,
      { ...caller, organisationId },
      { type: 'deletion', origin: { entity: 'user', id, name: fullNameOf(admin) } },
    );
  });
  forgetEverybody(services);
  services.log.info({ event: 'account deleted', account: id, by: caller.userId }, 'security');
}

/**
 * USR-10, AUD-03: deletes an organisation. From this transaction on none of its people can sign in, none of its
 * machines connect, no list contains it, its serial numbers are free, and links that were mailed are dead. Its
 * administrators get a mail. The maker can restore it for seven days; then its rows are deleted in the background.
 */
export async function deleteOrganisation(
  services: Services,
  caller: Caller,
  adminId: string,
  typedName: string,
): Promise<void> {
  const organisationId = await organisationOf(services, adminId);
  await services.db.as(gateScope, async (trx) => {
    const organisation = await lockOrganisation(trx, organisationId);
    if (!organisation) throw notFound();
    if (organisation.deletedAt)
      throw conflict({ en: 'This is already being deleted.', fr: 'La suppression est déjà en cours.' });
    if (typedName.trim() !== organisation.name.trim())
      throw unprocessable({ path: 'society', key: 'custom.validation.otherSociety', args: {} });
    const admins = await activeAdmins(services, trx, organisationId);
    await endLinksOf(trx, organisationId);
    const people = await trx
      .updateTable('users')
      .set({ active: false })
      .where('organisationId', '=', organisationId)
      .where('active', '=', true)
      .returning('id')
      .execute();
    const ids = people.map(({ id }) => id);
    const deletedAt = services.now();
    const endsAt = new Date(deletedAt.getTime() + recycleBinLimits.organisationDays * dayMilliseconds);
    await trx
      .updateTable('organisations')
      .set({ deletedAt, endsAt, peopleToReturn: ids })
      .where('id', '=', organisationId)
      .execute();
    await endSessionsOf(services, trx, ids);
    await hideMachines(services, trx, organisationId, deletedAt);
    await record(
      trx,
      { ...caller, organisationId },
      { type: 'deletion', origin: { entity: 'organisation', id: organisationId, name: organisation.name } },
    );
    await tellAdmins(services, trx, admins, 'organisationDeleted');
  });
  forgetEverybody(services);
  services.log.warn({ event: 'organisation deleted', organisation: organisationId, by: caller.userId }, 'security');
}

/**
 * AUD-03: restores an organisation: its people can sign in again, and its machines connect with their certificates. A
 * machine whose serial number was paired elsewhere meanwhile is restored without its pairing. Throws 404 for one that
 * is not deleted, or whose seven days are over.
 */
export async function restoreOrganisation(services: Services, caller: Caller, organisationId: string): Promise<void> {
  const lostMachines = await services.db.as(gateScope, async (trx) => {
    const organisation = await lockOrganisation(trx, organisationId);
    if (!organisation?.deletedAt || !organisation.endsAt || organisation.endsAt <= services.now()) throw notFound();
    const machines = await unhideMachines(services, trx, organisationId, organisation.deletedAt);
    const { peopleToReturn: ids, name } = organisation;
    await trx.updateTable('users').set({ active: true }).where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
    await trx
      .updateTable('organisations')
      .set({ deletedAt: null, endsAt: null, peopleToReturn: [] })
      .where('id', '=', organisationId)
      .execute();
    await record(
      trx,
      { ...caller, organisationId },
      { type: 'restoration', origin: { entity: 'organisation', id: organisationId, name } },
    );
    await tellAdmins(services, trx, await activeAdmins(services, trx, organisationId), 'organisationRestored');
    return machines;
  });
  // The login `gate` reads no structures, which the history of machines names.
  const releases = lostMachines.map(
    (machine) => ({ type: 'release', origin: { entity: 'machine', ...machine } }) as const,
  );
  await services.db.as(organisationScope(organisationId), (trx) =>
    record(trx, { ...caller, organisationId }, ...releases),
  );
  forgetEverybody(services);
  services.log.warn(
    { event: 'organisation brought back', organisation: organisationId, by: caller.userId },
    'security',
  );
}

function lockOrganisation(trx: Trx, id: string) {
  return trx.selectFrom('organisations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

async function activeAdmins(services: Services, trx: Trx, organisationId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('organisationId', '=', organisationId)
    .where('kind', '=', 'clientAdmin')
    .where(isOpenAt(services.now()))
    .where('emailVerified', '=', true)
    .execute();
  return rows.map(({ id }) => id);
}

function tellAdmins(
  services: Services,
  trx: Trx,
  admins: readonly string[],
  what: 'organisationDeleted' | 'organisationRestored',
): Promise<void> {
  const at = services.now().toISOString();
  return services.jobs.announceAll(
    trx,
    'account.happened',
    admins.map((userId) => ({ userId, what, at })),
  );
}

/** AUD-03: after seven days the rows of a deleted organisation are deleted. */
export const deletedOrganisations: Retention = {
  name: 'deleted organisations',
  keptFor: `${recycleBinLimits.organisationDays} days`,
  due: async (services) => (await dueOrganisations(services)).length,
  remove: async (services) => {
    const due = await dueOrganisations(services);
    for (const organisationId of due)
      await services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'organisation.deleted', { organisationId }));
    return due.length;
  },
};

async function dueOrganisations(services: Services): Promise<string[]> {
  const rows = await services.db.read(gateScope, (trx) =>
    trx.selectFrom('organisations').select('id').where('endsAt', '<=', services.now()).execute(),
  );
  return rows.map(({ id }) => id);
}

/** A job that takes too long is tried again: after this many chunks another job continues. */
const chunksPerJob = 200;
const rowsPerChunk = 1000;
/** Deleting one of these rows deletes the rows that belong to it. */
const machinesPerChunk = 20;

/** The only place that deletes rows of every feature. */
export const tablesOfOrganisation = tablesWhere(({ ofOrganisation }) => ofOrganisation === true);

/** Continues announced deletions, and at the start those that a killed server has interrupted. */
export async function continueDeletions(services: Services): Promise<void> {
  await services.jobs.on('organisation.deleted', ({ organisationId }) => dropRows(services, organisationId));
  await deletedOrganisations.remove(services);
}

/** Deletes in chunks, each a transaction; may run twice. */
async function dropRows(services: Services, organisationId: string): Promise<void> {
  const isMarked = await services.db.as(gateScope, (trx) =>
    trx
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', organisationId)
      .where('endsAt', '<=', services.now())
      .executeTakeFirst(),
  );
  if (!isMarked) return;
  for (let left = chunksPerJob; left > 0; left -= 1) {
    const isLeft = await services.db.as(organisationScope(organisationId), (trx) =>
      withBin(trx, () => dropChunk(trx, organisationId)),
    );
    if (!isLeft) {
      await services.db.as(gateScope, (trx) =>
        trx.deleteFrom('organisations').where('id', '=', organisationId).execute(),
      );
      return;
    }
  }
  await services.db.as(gateScope, (trx) => services.jobs.announce(trx, 'organisation.deleted', { organisationId }));
}

/** What stands for `ctid`, which a login with grants by column cannot read; and the totals may be a view. */
const placeColumns: Partial<Record<string, string>> = {
  apiTokens: 'id',
  users: 'id',
  rolloutRings: 'rolloutId',
  rollouts: 'id',
  machineTotals: 'organisationId',
};

/** Deletes the first remaining rows; returns whether there were any. */
async function dropChunk(trx: Trx, organisationId: string): Promise<boolean> {
  for (const table of tablesOfOrganisation) {
    // A structure can be deleted only after those in it.
    if (table === 'structures')
      await trx.updateTable('structures').set({ parentId: null }).where('parentId', 'is not', null).execute();
    const place = sql.ref(placeColumns[table] ?? 'ctid');
    const reports = reportTables.find(([name]) => name === table);
    if (reports) {
      const machines = sql`select id from machines where "organisationId" = ${organisationId}`;
      if ((await deleteReports(trx, reports, machines)) > 0) return true;
      continue;
    }
    const rows = sql`select ${place} from ${sql.table(table)} where "organisationId" = ${organisationId}
      limit ${table === 'machines' ? machinesPerChunk : rowsPerChunk}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${place} = any(array(${rows}))`.execute(
      trx,
    );
    if ((numAffectedRows ?? 0n) > 0n) return true;
  }
  return false;
}
