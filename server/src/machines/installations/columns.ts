import type { ProgramMachinePage } from '@fournil/contract/machines/programMachineQuery';
import { type RawBuilder, sql } from 'kysely';
import { givesWay, isKept } from '../../db/changesAtOvens.ts';
import type { FieldColumns } from '../../db/fields.ts';
import { isAddedByHand, isInFleet, wantedRevision } from '../../db/predicates.ts';

type Field = NonNullable<ProgramMachinePage['order']>['field'];

/** The revision that a machine should have, of `installations` joined with `programs`. */
export const joinWanted = sql`left join "programRevisions" on "programRevisions"."organisationId" = programs."organisationId"
  and "programRevisions"."programId" = programs.id and "programRevisions".revision = ${wantedRevision}`;
const joinedSha256 = sql`"programRevisions".sha256`;

/** What `installationState` makes of a row, of `installations` joined with `machines` and `programs`. */
export const stateOfInstallation = stateBy(sql`(select sha256 from "programRevisions"
  where "programId" = programs.id and revision = ${wantedRevision})`);
/** The same where `joinWanted` is joined as well: for many rows at once. */
const stateWhereJoined = stateBy(joinedSha256);

function stateBy(wantedSha256: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case
    when not ${isInFleet} or ${wantedRevision} is null then 'notSent'
    when installations."reportedState" = 'applied' then
      case when installations."reportedSha256" is not distinct from ${wantedSha256} then 'synchronised'
        else 'pending' end
    when installations."reportedState" = 'changed' then
      case when ${givesWay} or installations."reportedSha256" is not distinct from ${wantedSha256} then 'pending'
        else 'changedOnMachine' end
    when installations."reportedState" = 'refused'
      and installations."reportedRevision" = ${wantedRevision} then 'refused'
    else 'pending' end)`;
}

/**
 * MNU-02: the state `changedOnMachine`, as conditions of which PostgreSQL can estimate how many rows match; where
 * `joinWanted` is joined. Null where nothing was reported.
 */
export const isChanged = sql<boolean>`(installations."reportedState" = 'changed' and ${isInFleet}
  and ${wantedRevision} is not null and not ${givesWay}
  and installations."reportedSha256" is distinct from ${joinedSha256})`;
/** MNU-02: changed at the oven, and nobody has decided about it. */
export const isUndecided = sql<boolean>`(${isChanged} and not ${isKept})`;
const isReported = sql`${stateWhereJoined} not in ('pending', 'notSent')`;

/** INT-01: what the list of installations sorts and filters by; the reason by its code. */
export const installationColumns: FieldColumns<Field> = {
  id: sql`installations.id`,
  machine: sql`installations."machineId"`,
  machineName: sql`machines.name collate natural_order`,
  position: sql`installations.position`,
  addedByHand: isAddedByHand,
  state: stateWhereJoined,
  reason: sql`(case when ${stateWhereJoined} in ('refused', 'changedOnMachine') 
    then coalesce(installations."reportedReason" ->> 'code', installations."reportedReason" #>> '{}') end)`,
  waitsFor: sql`(case ${stateWhereJoined}
    when 'notSent' then case
      when ${wantedRevision} is null then 'approval'
      when machines."pairedAt" is null then 'pairing'
      when not machines.approved then 'machineApproval'
      else 'service' end
    when 'pending' then (select case
          when not connected then 'connection'
          when occupation = 'program' and "machineStates"."programId" = programs.id then 'bake'
          else 'confirmation' end
        from "machineStates" where "machineId" = machines.id and "organisationId" = machines."organisationId") end)`,
  since: sql`(case when ${isReported} and installations."reportedAt" is not null then installations."reportedAt"
    else greatest(installations."requestedAt", "programRevisions"."createdAt") end)`,
  wantedRevision,
  reportedRevision: sql`installations."reportedRevision"`,
};
