import { can } from '@fournil/contract/rights/policy';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isUniqueViolation } from '../../db/failures.ts';
import { keepTree } from '../../db/structureTree.ts';
import { type Event, record, uninstallEvents } from '../../history/index.ts';
import type { CallContext } from '../../kit/context.ts';
import { conflict, forbidden } from '../../kit/errors.ts';
import { notifyLive, seenAs } from '../../kit/notifyLive.ts';
import { refuseStaleIn } from '../../kit/refuseStale.ts';
import { putInBin, reinstall, removeInstallations, takeFromBin, undelete } from '../../recycle-bin/index.ts';
import { requireMachine } from '../../rights/index.ts';
import { desiredChanged } from '../desiredChanged.ts';
import { zoneThatCounts } from '../zones.ts';
import { losePairing } from './losePairing.ts';
import { installedOnlyOn } from './queries.ts';

/**
 * MAC-06: deletes a machine; with `destroyPrograms` also its programs that are on no other machine, if the member may
 * delete programs. It goes to the recycle bin with its log, settings and certificate (AUD-03).
 */
export async function dropMachine(context: CallContext, id: string, destroyPrograms: boolean): Promise<void> {
  const { trx, caller: member } = context;
  if (destroyPrograms && !can(member, 'programs.delete')) throw forbidden();
  const machine = await requireMachine(trx, member, id);
  await refuseStaleIn(trx, 'machines', id, context.expectedVersion);
  const { organisationId } = member;
  const origin = { entity: 'machine', id, name: machine.name } as const;
  const placeId = machine.structureId;
  const events: Event[] = [...(await uninstallEvents(trx, 'machineId', id)), { type: 'deletion', origin, placeId }];
  const destroyed = destroyPrograms
    ? await trx
        .selectFrom('programs')
        .select(['id', 'name', 'approved', 'createdById', 'editedById'])
        .where(installedOnlyOn(member, id))
        .forUpdate()
        .execute()
    : [];
  const installations = await removeInstallations(trx, 'machineId', id);
  for (const program of destroyed) {
    await putInBin(
      context,
      { entity: 'program', ...program },
      { installations: installations.filter(({ programId }) => programId === program.id) },
    );
    events.push({ type: 'deletion', origin: { entity: 'program', ...program } });
  }
  // It does not count as connected while it is in the bin; after a restoration, its next message marks it as connected.
  await trx
    .updateTable('machineStates')
    .set({ connected: false, connectionSince: context.now() })
    .where('machineId', '=', id)
    .where('connected', '=', true)
    .execute();
  // A rollout does not wait for a deleted machine.
  await trx.deleteFrom('machineUpdates').where('machineId', '=', id).execute();
  await putInBin(context, origin, { installations, programs: destroyed.map((program) => program.id) });
  await record(trx, member, ...events);
  await context.jobs.announce(trx, 'machine.banned', { organisationId, machineId: id });
  if (destroyed.length > 0)
    await notifyLive(trx, {
      organisationId,
      resource: 'programs',
      op: 'delete',
      ids: destroyed.map((program) => program.id),
      was: Object.fromEntries(destroyed.map((program) => [program.id, seenAs(program)])),
    });
  const was = { [id]: { structureId: placeId } };
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'delete', ids: [id], was });
}

/**
 * AUD-03: restores a machine to its structure, with its programs that still exist and those that were deleted with it.
 * Its certificate is accepted again, unless its serial number was paired in another organisation meanwhile: then it has
 * lost its pairing. Throws 404 for what is not in the member's bin, and 409 when its own organisation uses its number.
 */
export async function restoreMachine(context: CallContext, id: string): Promise<void> {
  const { trx, caller } = context;
  const { organisationId } = caller;
  await keepTree(trx, organisationId);
  await losePairing(context, id);
  const { name, kept } = await takeFromBin(trx, caller, 'machine', id).catch(serialInUse);
  // The structure may have been deleted meanwhile.
  await trx
    .updateTable('machines')
    .set({
      structureId: sql`(select structures.id from structures where structures.id = "structureId")`,
      timezone: zoneThatCounts(sql`"ownTimezone"`),
      updatedAt: context.now(),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();
  const programs = await bringProgramsBack(trx, kept.programs ?? []);
  const installs = await reinstall(trx, organisationId, kept.installations ?? []);
  const restored = [
    ...programs.map((program) => ({ entity: 'program', ...program }) as const),
    { entity: 'machine', id, name } as const,
  ];
  await record(trx, caller, ...restored.map((origin): Event => ({ type: 'restoration', origin })), ...installs);
  await desiredChanged(context, trx, organisationId, [id]);
  await context.jobs.announceAll(trx, 'menus.affected', [
    { organisationId, machineIds: [id] },
    ...programs.map((program) => ({ organisationId, programId: program.id })),
  ]);
  if (programs.length > 0)
    await notifyLive(trx, {
      organisationId,
      resource: 'programs',
      op: 'create',
      ids: programs.map((program) => program.id),
    });
  await notifyLive(trx, { organisationId, resource: 'machines', op: 'create', ids: [id] });
}

/** The programs that are still in the bin; some may have been restored alone. */
async function bringProgramsBack(trx: Trx, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const entries = await trx
    .deleteFrom('recycleBin')
    .where('id', 'in', ids)
    .where('entity', '=', 'program')
    .returning(['id', 'name'])
    .execute();
  await undelete(
    trx,
    'program',
    entries.map(({ id }) => id),
  );
  return entries;
}

function serialInUse(error: unknown): never {
  if (!isUniqueViolation(error)) throw error;
  throw conflict({
    en: 'Another machine of your organisation has this serial number. Delete that one first, or correct its number.',
    fr: 'Une autre machine de votre organisation porte ce numéro de série. Supprimez-la d’abord ou corrigez son numéro.',
  });
}
