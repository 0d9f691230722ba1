import type { LeftOutReason, RolloutPreview, RolloutView } from '@fournil/contract/rollouts/rollout';
import type { RevisionRolloutInput } from '@fournil/contract/rollouts/rolloutInput';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isInFleet, wantedRevision } from '../../db/predicates.ts';
import { type Member, scopeOf } from '../../kit/caller.ts';
import { type CallContext, contextOf } from '../../kit/context.ts';
import { notFound, unprocessable } from '../../kit/errors.ts';
import type { Services } from '../../kit/services.ts';
import { requireProgram } from '../../rights/index.ts';
import {
  fillRings,
  isOfSubject,
  onlyOne,
  previewOf,
  refuseApproved,
  refuseStrangeModels,
  showRollout,
  startGiven,
  visibleCandidates,
} from '../../rollouts/index.ts';
import { programKind } from './programKind.ts';

interface Held {
  inService: boolean;
  wantedRevision: number | null;
}

/** MNU-03: the dry run of a rollout of a revision, among the machines that the member sees and that have the program. */
export async function previewProgramRollout(
  { trx, caller }: CallContext,
  id: string,
  input: RevisionRolloutInput,
): Promise<RolloutPreview> {
  await requireRevision(trx, caller, id, input.revision);
  return previewOf(input.rings, await select(trx, caller, id, input));
}

/**
 * MNU-03: starts the rollout of a revision. Throws 404 where the member does not see the program, 409 while another
 * rollout of it is open or when the revision is approved already, 422 naming `revision` or the ring.
 */
export function startProgramRollout(
  services: Services,
  member: Member,
  id: string,
  input: RevisionRolloutInput,
): Promise<RolloutView> {
  return onlyOne(services, scopeOf(member), isOfSubject('program', id), async (trx) => {
    // Against an approval at the same moment.
    await trx.selectFrom('programs').select('id').where('id', '=', id).forNoKeyUpdate().execute();
    const program = await requireRevision(trx, member, id, input.revision);
    const selection = await select(trx, member, id, input);
    const { revision, ...rest } = input;
    const subject = {
      kind: 'program' as const,
      programId: id,
      menuId: null,
      setting: null,
      name: program.name,
      revision,
      formerRevision: program.approvedRevision,
    };
    const context = contextOf(services, trx, member);
    const rolloutId = await startGiven(context, programKind, subject, rest, selection);
    return showRollout(context, { program: programKind }, rolloutId);
  });
}

/** The program with a revision that is not the approved one. */
async function requireRevision(trx: Trx, member: Member, id: string, revision: number) {
  await requireProgram(trx, member, id);
  const program = await trx
    .selectFrom('programs')
    .select(['name', 'approvedRevision'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!program) throw notFound();
  const knownRevision = await trx
    .selectFrom('programRevisions')
    .select('revision')
    .where('programId', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (!knownRevision) throw unprocessable({ path: 'revision', key: 'custom.validation.notFound', args: {} });
  refuseApproved(program.approvedRevision, revision);
  return program;
}

async function select(trx: Trx, member: Member, programId: string, { rings, revision }: RevisionRolloutInput) {
  await refuseStrangeModels(trx, rings);
  const holders = await visibleCandidates<Held>(trx, member, {
    columns: sql`${isInFleet} as "inService", ${wantedRevision} as "wantedRevision"`,
    joins: sql`join installations on installations."organisationId" = machines."organisationId"
        and installations."machineId" = machines.id and installations."programId" = ${programId}
      join programs on programs."organisationId" = machines."organisationId" and programs.id = ${programId}`,
    condition: sql<boolean>`true`,
  });
  return fillRings(trx, holders, rings, programId, (machine): LeftOutReason | null => {
    if (!machine.inService) return 'notInService';
    return machine.wantedRevision === revision ? 'holds' : null;
  });
}
