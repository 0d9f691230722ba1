import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isInFleet, wantedRevision } from '../../db/predicates.ts';
import { notifyLive, seenAs } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { desiredChanged, forgetRefusals, stateOfInstallation } from '../../machines/index.ts';
import { type RevisionKind, type RevisionRollout, revisionKind } from '../../rollouts/index.ts';
import { keepApproval } from '../programRows.ts';

/** MNU-03: revisions of programs; what a machine was given is the `givenRevision` of its installation. */
export const programRevisions: RevisionKind = {
  // Without `requireReach`: an approval is given by a person who sees a part of the machines too.
  entity: 'program',
  facts: ({ programId, revision, formerRevision }) => ({
    // By machine (`limit 1`), also while the planner does not know how large a new table is; the state of the
    // installation within it, because a `case … when` of it cannot be sent to several nodes.
    joins: sql`left join programs on programs."organisationId" = member."organisationId" and programs.id = ${programId}
      left join lateral (select *, ${stateOfInstallation} as state from installations
        where "organisationId" = member."organisationId" and "machineId" = member."machineId"
          and "programId" = ${programId} limit 1) as installations on true`,
    isPresent: sql<boolean>`(installations.id is not null and ${isInFleet})`,
    isWanted: sql<boolean>`coalesce(${wantedRevision} = ${revision}, false)`,
    given: sql<number | null>`installations."givenRevision"`,
    // Where nothing was approved before, a person withdraws the approval instead.
    hasFormer: sql<boolean>`(${formerRevision}::int is not null or programs."approvedRevision" is distinct from ${revision}::int)`,
    state: sql`(case when installations.state = 'synchronised' then 'done'
      when installations.state = 'refused' then 'failed'
      when installations.state = 'changedOnMachine' then 'changed' else 'underway' end)`,
    reason: sql`(case when installations."reportedState" = 'refused'
      and installations."reportedRevision" = ${revision} then installations."reportedReason" end)`,
    heardAt: sql`installations."reportedAt"`,
    backState: sql`'rolledBack'`,
    isGivenAgain: true,
  }),
  bakes: ({ programId, revision }) => sql<boolean>`members."givenAt" is not null
    and activities."programId" = ${programId} and activities."programRevision" = ${revision}
    and activities."programChanged" is not true`,
  approvedRevision: async (trx, { programId }) =>
    (await trx.selectFrom('programs').select('approvedRevision').where('id', '=', programId).executeTakeFirst())
      ?.approvedRevision,
  lock: async (trx, { programId }) =>
    void (await trx.selectFrom('programs').select('id').where('id', '=', programId).forNoKeyUpdate().execute()),
  setGiven: async (services, trx, { organisationId, programId }, ids, revision) => {
    if (ids.length === 0) return;
    await sql`update installations set "givenRevision" = ${revision}::int, "requestedAt" = ${services.now()}
      where "organisationId" = ${organisationId} and "programId" = ${programId}
        and "machineId" = any(${[...ids]}::uuid[])`.execute(trx);
    await desiredChanged(services, trx, organisationId, ids);
  },
  forgetGiven: async (trx, organisationId, programId) => {
    await sql`update installations set "givenRevision" = null where "organisationId" = ${organisationId}
      and "programId" = ${programId} and "givenRevision" is not null`.execute(trx);
  },
  approve: setApproved,
  forgetRefusals: (trx, { organisationId, programId }, ids) =>
    forgetRefusals(trx, organisationId, ids, sql<boolean>`"programId" = ${programId}`),
};

export const programKind = revisionKind(programRevisions);

/** Machines that already have this revision as their given one are not told again. */
async function setApproved(
  services: Services,
  trx: Trx,
  rollout: RevisionRollout,
  revision: number | null,
): Promise<void> {
  const { organisationId, programId, name } = rollout;
  if (programId === null) return;
  const before = await trx
    .selectFrom('programs')
    .select(['approved', 'createdById', 'editedById'])
    .where('id', '=', programId)
    .executeTakeFirst();
  await trx
    .updateTable('programs')
    .set({ approvedRevision: revision, updatedAt: services.now(), version: sql`version + 1` })
    .where('id', '=', programId)
    .execute();
  if (revision !== null)
    await keepApproval(services, trx, { organisationId }, { id: programId, name: name ?? '', revision });
  const { rows } = await sql<{ machineId: string }>`select "machineId" from installations
    where "organisationId" = ${organisationId} and "programId" = ${programId}
      and "givenRevision" is distinct from ${revision}::int order by "machineId"`.execute(trx);
  await programRevisions.forgetGiven(trx, organisationId, programId);
  await desiredChanged(
    services,
    trx,
    organisationId,
    rows.map(({ machineId }) => machineId),
  );
  const was = before ? { [programId]: seenAs(before) } : {};
  await notifyLive(trx, { organisationId, resource: 'programs', op: 'update', ids: [programId], was });
  await services.jobs.announce(trx, 'menus.affected', { organisationId, programId });
}
