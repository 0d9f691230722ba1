import { reasonText } from '@fournil/contract/machine-link/reasons';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { record, theServer } from '../history/index.ts';
import type { Caller } from '../kit/caller.ts';
import type { CallContext } from '../kit/context.ts';
import { conflict } from '../kit/errors.ts';
import type { Services } from '../kit/services.ts';
import { endRollouts } from './endRollout.ts';
import {
  type GivenFacts,
  givenMembers,
  idsOf,
  machinesToGive,
  machinesToRecall,
  machinesToRetry,
  machinesToRollBack,
  noteGiven,
  noteRolledBack,
  noteWaiting,
} from './given.ts';
import type { Rollout, RolloutKind } from './kinds.ts';
import { isOpenRollout, refuseSecond } from './onlyOne.ts';

/** A rollout of a revision within an organisation. */
export type RevisionRollout = Rollout & { organisationId: string; revision: number };

/** What a kind that gives revisions has to know: of programs and of menus. */
export interface RevisionKind {
  entity: 'program' | 'menu';
  facts(rollout: Rollout, now: Date): GivenFacts;
  bakes(rollout: Rollout): RawBuilder<boolean>;
  /** Of the program or menu; undefined for one that has been deleted. */
  approvedRevision(trx: Trx, rollout: Rollout): Promise<number | null | undefined>;
  /** These machines should have this revision in place of the approved one; null: the approved one. Tells them. */
  setGiven(
    services: Services,
    trx: Trx,
    rollout: RevisionRollout,
    machineIds: readonly string[],
    revision: number | null,
  ): Promise<void>;
  /** No machine should have another revision than the approved one any more. */
  forgetGiven(trx: Trx, organisationId: string, subjectId: string): Promise<void>;
  /** Locks the program or menu as an edit of it does. */
  lock(trx: Trx, rollout: Rollout): Promise<void>;
  /** Throws 403 where the caller may not decide for all machines; without it, a part is enough. */
  requireReach?: RolloutKind['requireReach'];
  /** Approves this revision and tells the machines that have another one; null withdraws. */
  approve(services: Services, trx: Trx, rollout: RevisionRollout, revision: number | null): Promise<void>;
  /** The machines' refusals are forgotten, so that they are asked again. */
  forgetRefusals(trx: Trx, rollout: RevisionRollout, machineIds: readonly string[]): Promise<void>;
}

/** 409 for the rollout of a revision that is approved. */
export function refuseApproved(approvedRevision: number | null, revision: number): void {
  if (approvedRevision === revision)
    throw conflict({
      en: 'This revision is approved: every oven gets it already.',
      fr: 'Cette révision est approuvée : tous les fours la reçoivent déjà.',
    });
}

/** The rollouts of a program or menu, as a condition on `rollouts`. */
export function isOfSubject(entity: RevisionKind['entity'], id: string): RawBuilder<boolean> {
  return entity === 'program' ? sql<boolean>`rollouts."programId" = ${id}` : sql<boolean>`rollouts."menuId" = ${id}`;
}

/**
 * MNU-03: a kind that gives a revision. Machines whose ring is open have it as given, the others keep the approved one;
 * when the last ring has succeeded it is approved, and no machine differs any more.
 */
export function revisionKind(of: RevisionKind): RolloutKind {
  const members: RolloutKind['members'] = (rollout, now, options) =>
    givenMembers(rollout, now, of.facts(rollout, now), options);
  const isReplaced = async (trx: Trx, rollout: Rollout) => {
    const approved = await of.approvedRevision(trx, rollout);
    return approved === undefined || (approved !== rollout.formerRevision && approved !== rollout.revision);
  };
  const isReversible = async (trx: Trx, rollout: Rollout) => {
    const [replaced, another] = await Promise.all([isReplaced(trx, rollout), findAnother(trx, rollout)]);
    return !replaced && !another;
  };
  const kind: RolloutKind = {
    isLasting: true,
    members,
    bakes: of.bakes,
    reasonText: (reason, { language, temperatureUnit }) => reasonText(reason as never, language, temperatureUnit),
    give: async (services, trx, rollout, ring) => {
      const machines = await machinesToGive(services, trx, kind, rollout, ring);
      const revision = (await isApproved(of, trx, rollout)) ? null : rollout.revision;
      await of.setGiven(services, trx, revisionOf(rollout), idsOf(machines), revision);
      await noteGiven(services, trx, rollout, machines);
      return machines.length;
    },
    complete: async (services, trx, rollout) => {
      if (await isApproved(of, trx, rollout)) return;
      const one = revisionOf(rollout);
      await of.approve(services, trx, one, one.revision);
      await record(
        trx,
        { ...theServer, organisationId: one.organisationId },
        { type: 'approval', origin: { entity: of.entity, id: subjectOf(rollout), name: rollout.name ?? '' } },
      );
    },
    lock: of.lock,
    isReplaced,
    ...(of.requireReach ? { requireReach: of.requireReach } : {}),
    // What ovens have not confirmed yet is called back, so that those that are away do not get it when they return.
    recall: async (services, trx, rollout) => {
      const machines = await machinesToRecall(services, trx, kind, rollout);
      for (const [given, those] of Map.groupBy(machines, (machine) => machine.given))
        await of.setGiven(services, trx, revisionOf(rollout), idsOf(those), given);
      await noteWaiting(trx, rollout, idsOf(machines));
    },
    retry: async (context, rollout) => {
      const { trx } = context;
      if (!(await isReversible(trx, rollout))) throw conflict(replacedWords);
      if (rollout.endedAt !== null) await refuseSecond(trx, isOfSubject(of.entity, subjectOf(rollout)));
      const machines = await machinesToRetry(context, trx, kind, rollout);
      if (machines.length === 0) throw conflict(nothingFailed);
      const ids = idsOf(machines);
      await of.forgetRefusals(trx, revisionOf(rollout), ids);
      await noteWaiting(trx, rollout, ids);
      return { rings: [...new Set(machines.map(({ ring }) => ring))], set: { state: 'running' } };
    },
    rollback: {
      isPossible: isReversible,
      run: (context, rollout, ring) => rollBack(of, kind, context, rollout, ring),
    },
  };
  return kind;
}

async function isApproved(of: RevisionKind, trx: Trx, rollout: Rollout): Promise<boolean> {
  return (await of.approvedRevision(trx, rollout)) === rollout.revision;
}

/** Of all rings after the end, the former revision is approved again; otherwise each machine has what it had. */
async function rollBack(
  of: RevisionKind,
  kind: RolloutKind,
  context: CallContext<Caller>,
  rollout: Rollout,
  ring: number | null,
): Promise<void> {
  const { trx, caller } = context;
  const machines = await machinesToRollBack(context, trx, kind, rollout, ring);
  const one = revisionOf(rollout);
  const wasApproved = await isApproved(of, trx, rollout);
  const isWhole = wasApproved && ring === null && rollout.formerRevision !== null;
  if (machines.length === 0 && !isWhole) throw conflict(nothingGiven);
  if (isWhole) {
    await of.approve(context, trx, one, rollout.formerRevision);
    const origin = { entity: of.entity, id: subjectOf(rollout), name: rollout.name ?? '' };
    await record(trx, caller, { type: 'approval', origin });
  }
  // What has been approved meanwhile is not what the machines of one ring had.
  const approvedThen = wasApproved && ring !== null ? rollout.formerRevision : null;
  for (const [given, those] of Map.groupBy(machines, (machine) => machine.given ?? approvedThen))
    await of.setGiven(context, trx, one, idsOf(those), given);
  await noteRolledBack(context, trx, rollout, idsOf(machines));
}

function revisionOf(rollout: Rollout): RevisionRollout {
  const { organisationId, revision } = rollout;
  if (organisationId === null || revision === null) throw new Error('a rollout of a revision without one');
  return { ...rollout, organisationId, revision };
}

/** Another open rollout of the same program or menu, which a return of this one would contradict. */
async function findAnother(trx: Trx, { id, programId, menuId }: Rollout): Promise<boolean> {
  const open = await trx
    .selectFrom('rollouts')
    .select('id')
    .where('id', '!=', id)
    .where(programId === null ? isOfSubject('menu', menuId ?? '') : isOfSubject('program', programId))
    .where(isOpenRollout)
    .executeTakeFirst();
  return open !== undefined;
}

function subjectOf({ programId, menuId }: Rollout): string {
  return programId ?? menuId ?? '';
}

/**
 * MNU-03: a person decides what all machines have: approving the revision that is being rolled out, or withdrawing it,
 * ends the rollout; another revision is refused with 409, because the two would contradict each other.
 */
export async function settleRollout(
  services: Services,
  trx: Trx,
  kind: RolloutKind,
  of: Pick<RevisionKind, 'entity' | 'forgetGiven'>,
  { organisationId, id }: { organisationId: string; id: string },
  approvedRevision: number | null,
): Promise<void> {
  const subject = isOfSubject(of.entity, id);
  const open = await trx
    .selectFrom('rollouts')
    .select('revision')
    .where(subject)
    .where(isOpenRollout)
    .executeTakeFirst();
  if (open && approvedRevision !== null && open.revision !== approvedRevision)
    throw conflict({
      en: `Revision ${open.revision} is being rolled out: stop this rollout before you approve another revision.`,
      fr: `La révision ${open.revision} est en cours de déploiement : arrêtez ce déploiement avant d’approuver une autre révision.`,
    });
  if (open) await endRollouts(services, trx, kind, subject, approvedRevision === null ? 'withdrawn' : 'approved');
  await of.forgetGiven(trx, organisationId, id);
}

const replacedWords = {
  en: 'Another revision has been approved since.',
  fr: 'Une autre révision a été approuvée depuis.',
};
const nothingFailed = { en: 'No oven has failed.', fr: 'Aucun four n’a échoué.' };
const nothingGiven = { en: 'No oven has been given this revision.', fr: 'Aucun four n’a reçu cette révision.' };
