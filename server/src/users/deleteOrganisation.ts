import { fullNameOf } from '@fournil/contract/kit/person';
import { type RawBuilder, sql } from 'kysely';
import { endSessionsOf, forgetEverybody } from '../accounts/index.ts';
import { gateScope, organisationScope, type Trx } from '../db/database.ts';
import { record } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { House } from '../kit/house.ts';
import { banAll } from '../machines/index.ts';
import { organisationOf } from './clients.ts';
import { keepOneAdmin } from './lastAdmin.ts';

/** USR-10: the account of one of several client admins. */
export async function deleteClientAdmin(house: House, caller: Caller, id: string): Promise<void> {
  const organisationId = await organisationOf(house, id);
  await house.db.as(organisationScope(organisationId), async (trx) => {
    const admin = await trx
      .selectFrom('users')
      .select(['id', 'kind', 'organisationId', 'emailVerified', 'firstName', 'lastName'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!admin) throw notFound();
    await keepOneAdmin(trx, admin);
    await trx.deleteFrom('users').where('id', '=', id).execute();
    await record(trx, { ...caller, organisationId }, { type: 'deletion', origin: { entity: 'user', id, name: fullNameOf(admin) } });
  });
  forgetEverybody(house);
  house.log.info({ event: 'account deleted', account: id, by: caller.userId }, 'security');
}

/**
 * USR-10: the whole organisation. From this transaction on it is gone for everybody: nobody signs in, no machine connects, no
 * list names it. Its rows follow in the background.
 */
export async function deleteOrganisation(house: House, caller: Caller, adminId: string, society: string): Promise<void> {
  const organisationId = await organisationOf(house, adminId);
  await house.db.as(gateScope, async (trx) => {
    const organisation = await trx
      .selectFrom('organisations')
      .select(['name', 'deletedAt'])
      .where('id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst();
    if (!organisation) throw notFound();
    if (organisation.deletedAt) throw conflict({ en: 'This is being deleted already.', fr: 'La suppression est déjà en cours.' });
    if (society.trim() !== organisation.name.trim()) throw unprocessable({ path: 'society', key: 'custom.validation.otherSociety', args: {} });
    await trx.updateTable('organisations').set({ deletedAt: house.now() }).where('id', '=', organisationId).execute();
    const people = await trx.updateTable('users').set({ active: false }).where('organisationId', '=', organisationId).returning('id').execute();
    await endSessionsOf(
      house,
      trx,
      people.map(({ id }) => id),
    );
    await banAll(house, trx, organisationId);
    await record(
      trx,
      { ...caller, organisationId },
      { type: 'deletion', origin: { entity: 'organisation', id: organisationId, name: organisation.name } },
    );
    await house.jobs.announce(trx, 'organisation.deleted', { organisationId });
  });
  forgetEverybody(house);
  house.log.warn({ event: 'organisation deleted', organisation: organisationId, by: caller.userId }, 'security');
}

/** A job is tried again when it takes too long: after this many chunks the next one goes on. */
const chunksPerJob = 200;
const rowsPerChunk = 1000;
const readingsPerChunk = 20_000;
/** Each takes what belongs to it along. */
const machinesPerChunk = 20;

/** What carries an organisation's id, in the order in which it can go. The only place that deletes rows of every room. */
export const tablesOfOrganisation = [
  'users',
  'pictures',
  'userRights',
  'bulkItems',
  'bulkRuns',
  'machineCommands',
  'installations',
  'machineUpdates',
  'machineErrors',
  'activities',
  'readings',
  'machineStates',
  'machines',
  'machineTotals',
  'programTags',
  'programRevisions',
  'programs',
  'tagUsers',
  'tags',
  'structureUsers',
  'structures',
  'untoldEvents',
  'mails',
] as const;

/** Goes on with what was announced, and at once with what a killed server left in the middle. */
export async function continueDeletions(house: House): Promise<void> {
  await house.jobs.on('organisation.deleted', ({ organisationId }) => dropRows(house, organisationId));
  const left = await house.db.as(gateScope, (trx) => trx.selectFrom('organisations').select('id').where('deletedAt', 'is not', null).execute());
  for (const { id } of left) await house.db.as(gateScope, (trx) => house.jobs.announce(trx, 'organisation.deleted', { organisationId: id }));
}

/** Chunk by chunk, each a transaction; may run twice. */
async function dropRows(house: House, organisationId: string): Promise<void> {
  const isMarked = await house.db.as(gateScope, (trx) =>
    trx.selectFrom('organisations').select('id').where('id', '=', organisationId).where('deletedAt', 'is not', null).executeTakeFirst(),
  );
  if (!isMarked) return;
  for (let left = chunksPerJob; left > 0; left -= 1) {
    const isLeft = await house.db.as(organisationScope(organisationId), (trx) => dropChunk(trx, organisationId));
    if (!isLeft) {
      await house.db.as(gateScope, (trx) => trx.deleteFrom('organisations').where('id', '=', organisationId).execute());
      return;
    }
  }
  await house.db.as(gateScope, (trx) => house.jobs.announce(trx, 'organisation.deleted', { organisationId }));
}

/** The first rows that are still there; whether there were any. */
async function dropChunk(trx: Trx, organisationId: string): Promise<boolean> {
  for (const table of tablesOfOrganisation) {
    // A structure cannot go before those in it.
    if (table === 'structures') await trx.updateTable('structures').set({ parentId: null }).where('parentId', 'is not', null).execute();
    // Where not every column may be read, the place of a row may not be read either.
    const place = sql.ref(table === 'users' ? 'id' : 'ctid');
    const rows =
      table === 'readings' || table === 'activities' || table === 'machineErrors'
        ? sql`select ${place} from ${sql.table(table)} where "machineId" in (${someMachines(organisationId, table)}) limit ${readingsPerChunk}`
        : sql`select ${place} from ${sql.table(table)} where "organisationId" = ${organisationId} limit ${table === 'machines' ? machinesPerChunk : rowsPerChunk}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${place} = any(array(${rows}))`.execute(trx);
    if ((numAffectedRows ?? 0n) > 0n) return true;
  }
  return false;
}

/** By machine, because that is how these tables are kept. */
function someMachines(organisationId: string, table: string): RawBuilder<unknown> {
  return sql`select id from machines where "organisationId" = ${organisationId}
    and exists (select from ${sql.table(table)} where "machineId" = machines.id) limit ${machinesPerChunk}`;
}
