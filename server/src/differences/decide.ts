import type { AdoptedView, Decision } from '@fournil/contract/differences/differences';
import type { HistoryChange, HistoryType } from '@fournil/contract/history/historyEvent';
import { iri } from '@fournil/contract/kit/addresses';
import { violationsOf } from '@fournil/contract/kit/validation';
import type { PhaseGroup } from '@fournil/contract/phases/phaseGroups';
import { programUpdate } from '@fournil/contract/programs/program';
import { can } from '@fournil/contract/rights/policy';
import { sql, type Updateable } from 'kysely';
import { givesWay } from '../db/changesAtOvens.ts';
import type { Trx } from '../db/database.ts';
import { wantedRevision } from '../db/predicates.ts';
import type { Tables } from '../db/tables/index.ts';
import { type RecordedActor, record } from '../history/index.ts';
import type { Member } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict, notFound, unprocessable } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { desiredChanged } from '../machines/index.ts';
import { changeProgram } from '../programs/index.ts';
import { visibleMachines } from '../rights/index.ts';

/** An installation that was changed at its oven. */
export interface Changed {
  id: string;
  organisationId: string;
  machineId: string;
  machineName: string;
  programId: string;
  programName: string;
  /** Of the body that the oven has. */
  sha256: string;
}

interface Found extends Changed {
  reportedState: string | null;
  reportedAt: Date;
  wantedRevision: number | null;
  givesWay: boolean;
}

const changedAgain = {
  en: 'The program was changed again on this oven. Look at it before you decide.',
  fr: 'Le programme a de nouveau été modifié sur ce four. Regardez-le avant de décider.',
};

/**
 * The change of an installation. Throws 404 where the member does not see the machine, and 409 where there is no change
 * any more, or another one than the person has seen. Nothing is locked: a decision is written for this very change only
 * (`decided`), so a report that arrives meanwhile is not overtaken.
 */
async function requireChange(trx: Trx, member: Member, id: string, { sha256, seenAt }: Decision): Promise<Found> {
  const { rows } = await sql<Found>`
    select installations.id, installations."organisationId", "machineId", machines.name as "machineName", "programId",
      programs.name as "programName", "reportedSha256" as sha256, "reportedState", "reportedAt",
      ${wantedRevision} as "wantedRevision",
      ${givesWay} as "givesWay"
    from installations
      join machines on machines."organisationId" = installations."organisationId" and machines.id = "machineId"
      join programs on programs."organisationId" = installations."organisationId" and programs.id = "programId"
    where installations.id = ${id} and ${visibleMachines(member)}`.execute(trx);
  const [difference] = rows;
  if (!difference) throw notFound();
  if (difference.reportedState !== 'changed' || difference.wantedRevision === null)
    throw conflict({
      en: 'The program is not changed on this oven any more.',
      fr: 'Le programme n’est plus modifié sur ce four.',
    });
  const isSeen =
    (sha256 ?? difference.sha256) === difference.sha256 && (!seenAt || difference.reportedAt <= new Date(seenAt));
  if (!isSeen) throw conflict(changedAgain);
  return difference;
}

/** MNU-02: ours back. A machine that bakes does it when the bake has ended. */
export async function putBack(context: CallContext, id: string, decision: Decision): Promise<boolean> {
  const { trx, caller: member } = context;
  const change = await requireChange(trx, member, id, decision);
  if (change.givesWay) return false;
  await overwrite(context, trx, member, change, decision);
  return true;
}

/** MNU-02: theirs kept, until a moment or for good (null). */
export async function keep(
  context: CallContext,
  id: string,
  { until, ...decision }: Decision & { until: string | null },
): Promise<boolean> {
  const { trx, caller: member } = context;
  if (until !== null && new Date(until) <= context.now())
    throw unprocessable({ path: 'until', key: 'custom.validation.keptUntil', args: {} });
  const change = await requireChange(trx, member, id, decision);
  await keepTheirs(context, trx, member, change, { ...decision, until });
  return true;
}

/**
 * MNU-02: theirs becomes the program's next revision, by the rules of an edit: of an approver it is approved at once,
 * and its oven takes it over; another's waits for approval, and the oven keeps its own until then. Several ovens may
 * have the same change: the revision that it has become already is theirs too.
 */
export async function adopt(context: CallContext, id: string, decision: Decision): Promise<AdoptedView> {
  const { trx, caller: member } = context;
  const change = await requireChange(trx, member, id, decision);
  // In the order of an edit: the program, then its machines.
  await sql`select from programs where id = ${change.programId} for no key update`.execute(trx);
  const update = programUpdate.safeParse({
    // What an approver approves has the name that is approved, not that of a revision which waits.
    name: await wantedName(trx, change),
    phaseGroups: await bodyOf(trx, change),
    ...(can(member, 'programs.approve') ? { approved: true } : {}),
  });
  // What the oven accepts may be against the rules of programs: the person reads which one, and can edit the program.
  if (!update.success) throw unprocessable(...violationsOf(update.error, {}));
  await changeProgram(context, change.programId, update.data);
  const program = await trx
    .selectFrom('programs')
    .select(['revision', 'approved'])
    .where('id', '=', change.programId)
    .executeTakeFirstOrThrow();
  await decided(context, trx, change, {
    overwriteSha256: null,
    keptSha256: change.sha256,
    keptUntil: null,
    adoptedRevision: program.revision,
  });
  await write(trx, member, 'theirsAdopted', change, decision, [
    { field: 'revision', before: null, after: program.revision },
  ]);
  return { program: iri('programs', change.programId), ...program };
}

async function wantedName(trx: Trx, { programId, wantedRevision: revision }: Found): Promise<string> {
  const { name } = await trx
    .selectFrom('programRevisions')
    .select('name')
    .where('programId', '=', programId)
    .where('revision', '=', revision ?? 0)
    .executeTakeFirstOrThrow();
  return name;
}

async function bodyOf(trx: Trx, { organisationId, sha256 }: Changed): Promise<PhaseGroup[]> {
  const body = await trx
    .selectFrom('changedBodies')
    .select('phaseGroups')
    .where('organisationId', '=', organisationId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (!body)
    throw conflict({
      en: 'The oven has not sent what it has, so it cannot be adopted.',
      fr: 'Le four n’a pas envoyé ce qu’il contient : il ne peut pas être repris.',
    });
  return body.phaseGroups;
}

/** The approved revision replaces the change; recorded with who decided, and why. */
export async function overwrite(
  services: Services,
  trx: Trx,
  actor: RecordedActor,
  change: Changed,
  decision: Decision = {},
): Promise<void> {
  await decided(services, trx, change, {
    overwriteSha256: change.sha256,
    keptSha256: null,
    keptUntil: null,
    adoptedRevision: null,
  });
  await write(trx, actor, 'oursBack', change, decision);
}

/** The oven keeps its own; recorded with who decided, and why. */
export async function keepTheirs(
  services: Services,
  trx: Trx,
  actor: RecordedActor,
  change: Changed,
  { until, ...decision }: Decision & { until: string | null },
): Promise<void> {
  await decided(services, trx, change, {
    overwriteSha256: null,
    keptSha256: change.sha256,
    keptUntil: until === null ? null : new Date(until),
    adoptedRevision: null,
  });
  await write(trx, actor, 'theirsKept', change, decision, [{ field: 'keptUntil', before: null, after: until }]);
}

/**
 * Writes what is decided about this very change, and tells the oven, which may have been told something else before.
 * Throws 409 when the oven has reported another one meanwhile.
 */
async function decided(
  services: Services,
  trx: Trx,
  { id, organisationId, machineId, sha256 }: Changed,
  decision: Pick<
    Updateable<Tables['installations']>,
    'overwriteSha256' | 'keptSha256' | 'keptUntil' | 'adoptedRevision'
  >,
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('installations')
    .set(decision)
    .where('id', '=', id)
    .where('reportedState', '=', 'changed')
    .where('reportedSha256', '=', sha256)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict(changedAgain);
  await desiredChanged(services, trx, organisationId, [machineId]);
}

async function write(
  trx: Trx,
  actor: RecordedActor,
  type: HistoryType,
  { machineId, machineName, programId, programName }: Changed,
  { reason }: Decision,
  changes: HistoryChange[] = [],
): Promise<void> {
  await record(trx, actor, {
    type,
    origin: { entity: 'program', id: programId, name: programName },
    target: { entity: 'machine', id: machineId, name: machineName },
    changes: [...changes, ...(reason ? [{ field: 'reason', before: null, after: reason }] : [])],
  });
}
