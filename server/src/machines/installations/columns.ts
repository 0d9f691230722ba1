import type { ProgramMachinePage } from '@fournil/contract/machines/programMachineQuery';
import { type RawBuilder, sql } from 'kysely';
import { givesWay, isKept } from '../../db/changesAtOvens.ts';
import type { FieldColumns } from '../../db/fields.ts';
import { isAddedByHand, isInFleet, wantedRevision } from '../../db/predicates.ts';

type Field = NonNullable<ProgramMachinePage['order']>['field'];

/** A column of the revision that the machine should have. */
function wanted(name: 'sha256' | 'createdAt'): RawBuilder<unknown> {
  return sql`(select ${sql.ref(name)} from "programRevisions" where "programId" = programs.id
    and revision = ${wantedRevision})`;
}

/**
 * What `installationState` makes of a row, of `installations` joined with `machines` and `programs`.
 */
export const stateOfInstallation = sql`(case
  when not ${isInFleet} or ${wantedRevision} is null then 'notSent'
  when installations."reportedState" = 'applied' then
    case when installations."reportedSha256" is not distinct from ${wanted('sha256')} then 'synchronised'
      else 'pending' end
  when installations."reportedState" = 'changed' then
    case when ${givesWay} or installations."reportedSha256" is not distinct from ${wanted('sha256')} then 'pending'
      else 'changedOnMachine' end
  when installations."reportedState" = 'refused'
    and installations."reportedRevision" = ${wantedRevision} then 'refused'
  else 'pending' end)`;
/** MNU-02 */
export const isChanged = sql<boolean>`(${stateOfInstallation} = 'changedOnMachine')`;
/**
 * MNU-02: changed at the oven, and nobody has decided about it. Joined with `machines` and `programs`; the first
 * condition is that of an index.
 */
export const isUndecided = sql<boolean>`(installations."reportedState" = 'changed' and ${isChanged} and not ${isKept})`;
const isReported = sql`${stateOfInstallation} not in ('pending', 'notSent')`;

/** INT-01: what the list of installations sorts and filters by; the reason by its code. */
export const installationColumns: FieldColumns<Field> = {
  id: sql`installations.id`,
  machine: sql`installations."machineId"`,
  machineName: sql`machines.name collate natural_order`,
  position: sql`installations.position`,
  addedByHand: isAddedByHand,
  state: stateOfInstallation,
  reason: sql`(case when ${stateOfInstallation} in ('refused', 'changedOnMachine') 
    then coalesce(installations."reportedReason" ->> 'code', installations."reportedReason" #>> '{}') end)`,
  since: sql`(case when ${isReported} and installations."reportedAt" is not null then installations."reportedAt"
    else greatest(installations."requestedAt", ${wanted('createdAt')}) end)`,
  wantedRevision,
  reportedRevision: sql`installations."reportedRevision"`,
};
