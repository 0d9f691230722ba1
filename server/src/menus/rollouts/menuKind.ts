import { hourMilliseconds } from '@fournil/contract/kit/durations';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { returningOne } from '../../db/organisations.ts';
import { isInFleet } from '../../db/predicates.ts';
import { memberOf } from '../../kit/caller.ts';
import { notifyLive, seenAs } from '../../kit/notifyLive.ts';
import type { Services } from '../../kit/services.ts';
import { forgetRefusals, stateOfInstallation } from '../../machines/index.ts';
import { type RevisionKind, type RevisionRollout, revisionKind } from '../../rollouts/index.ts';
import { lockMenus, placesFor, reachesFurther, refuseFurther } from '../checks.ts';
import { keepMenuApproval } from '../menuRows.ts';

/**
 * MNU-03: revisions of menus; what a machine was given is its row of `givenMenus`. A machine holds a revision when it
 * follows it and has confirmed each approved program that the menu puts there; from then on it counts as done.
 */
export const menuRevisionsOf: RevisionKind = {
  entity: 'menu',
  facts: ({ organisationId, menuId, revision, formerRevision }, now) => ({
    joins: sql`left join menus on menus."organisationId" = member."organisationId" and menus.id = ${menuId}
      -- The limit makes the planner look these up by machine: before it knows how large a new table is, it would read
      -- all machines of the menu for each of them.
      left join lateral (select revision from "givenMenus" where "organisationId" = ${organisationId}
        and "machineId" = member."machineId" and "menuId" = ${menuId} limit 1) as given on true
      left join lateral (select "menuId", revision from "machineMenus" where "organisationId" = ${organisationId}
        and "machineId" = member."machineId" and "menuId" = ${menuId} limit 1) as followed on true
      -- One by one, and only for those that were given it and have not been seen to hold it: a chain has a hundred
      -- thousand installations.
      left join lateral (select array_agg(distinct each.state) as states, max(each."reportedAt") as "heardAt",
          (array_agg(each.reason) filter (where each.state = 'refused'))[1] as reason
        from (select installations."reportedAt", installations."reportedReason" as reason,
            ${stateOfInstallation} as state
          from installations
            join programs on programs."organisationId" = installations."organisationId"
              and programs.id = installations."programId"
          where installations."organisationId" = ${organisationId}
            and installations."machineId" = member."machineId" and installations."menuId" = ${menuId}
            and member."givenAt" is not null and member."heldAt" is null) as each
      ) as held on true`,
    isPresent: sql<boolean>`(${isInFleet} and (member."givenAt" is null or followed."menuId" is not null
      or member."givenAt" > ${new Date(now.getTime() - hourMilliseconds)}))`,
    isWanted: sql<boolean>`coalesce(coalesce(given.revision, menus."approvedRevision") = ${revision}, false)`,
    given: sql<number | null>`given.revision`,
    // Where nothing was approved before, a person withdraws the approval instead.
    hasFormer: sql<boolean>`(${formerRevision}::int is not null or menus."approvedRevision" is distinct from ${revision}::int)`,
    state: sql`(case when member."heldAt" is not null then 'done'
      when followed.revision is distinct from ${revision}::int then 'underway'
      when 'refused' = any(held.states) then 'failed' when 'changedOnMachine' = any(held.states) then 'changed'
      when 'pending' = any(held.states) then 'underway' else 'done' end)`,
    reason: sql`held.reason`,
    heardAt: sql`held."heardAt"`,
    backState: sql`'rolledBack'`,
    isGivenAgain: true,
  }),
  bakes: ({ organisationId, menuId, revision }) => sql<boolean>`activities.at >= members."heldAt"
    and activities."programChanged" is not true and activities."programId" = any(select unnest("programIds") from "menuRevisions"
      where "organisationId" = ${organisationId} and "menuId" = ${menuId} and revision = ${revision})`,
  approvedRevision: async (trx, { menuId }) =>
    (await trx.selectFrom('menus').select('approvedRevision').where('id', '=', menuId).executeTakeFirst())
      ?.approvedRevision,
  lock: (trx, { organisationId }) => lockMenus(trx, organisationId ?? ''),
  requireReach: async (trx, caller, { menuId }) => {
    const member = memberOf(caller);
    if (await reachesFurther(trx, member, await placesFor(trx, member, menuId ?? ''))) refuseFurther();
  },
  setGiven: async (services, trx, { organisationId, menuId }, ids, revision) => {
    if (ids.length === 0 || menuId === null) return;
    await trx
      .deleteFrom('givenMenus')
      .where('organisationId', '=', organisationId)
      .where('menuId', '=', menuId)
      .where(sql<boolean>`"machineId" = any(${[...ids]}::uuid[])`)
      .execute();
    if (revision !== null)
      await sql`insert into "givenMenus" ("organisationId", "machineId", "menuId", revision)
        select ${organisationId}, "machineId", ${menuId}, ${revision}::int
        from unnest(${[...ids]}::uuid[]) as "machineId"
        ${returningOne}`.execute(trx);
    await services.jobs.announce(trx, 'menus.affected', { organisationId, machineIds: [...ids] });
  },
  forgetGiven: async (trx, organisationId, menuId) => {
    await trx
      .deleteFrom('givenMenus')
      .where('organisationId', '=', organisationId)
      .where('menuId', '=', menuId)
      .execute();
  },
  approve: setApproved,
  forgetRefusals: (trx, { organisationId, menuId }, ids) =>
    forgetRefusals(trx, organisationId, ids, sql<boolean>`"menuId" = ${menuId}`),
};

export const menuKind = revisionKind(menuRevisionsOf);

async function setApproved(
  services: Services,
  trx: Trx,
  rollout: RevisionRollout,
  revision: number | null,
): Promise<void> {
  const { organisationId, menuId } = rollout;
  if (menuId === null) return;
  const before = await trx
    .selectFrom('menus')
    .select(['approved', 'createdById', 'editedById'])
    .where('organisationId', '=', organisationId)
    .where('id', '=', menuId)
    .executeTakeFirst();
  await trx
    .updateTable('menus')
    .set({ approvedRevision: revision, updatedAt: services.now(), version: sql`version + 1` })
    .where('organisationId', '=', organisationId)
    .where('id', '=', menuId)
    .execute();
  if (revision !== null) await keepMenuApproval(trx, { organisationId }, menuId, revision, services.now());
  await menuRevisionsOf.forgetGiven(trx, organisationId, menuId);
  const was = before ? { [menuId]: seenAs(before) } : {};
  await notifyLive(trx, { organisationId, resource: 'menus', op: 'update', ids: [menuId], was });
  await services.jobs.announce(trx, 'menus.affected', { organisationId, menuId });
}
