import { sql } from 'kysely';
import { gateScope, organisationScope, type Trx } from '../db/database.ts';
import { theServer } from '../history/index.ts';
import { repeat } from '../kit/process/repeat.ts';
import type { Services } from '../kit/services.ts';
import { isUndecided, joinWanted } from '../machines/index.ts';
import { type Changed, keepTheirs, overwrite } from './decide.ts';

const intervalMilliseconds = 15_000;
const changesPerStep = 50;

/** Nothing is decided while an oven preheats or bakes. */
const isOpen = sql`${isUndecided} and state.occupation not in ('preheat', 'program', 'manual')`;

const changedInstallations = sql`installations
  join machines on machines."organisationId" = installations."organisationId"
    and machines.id = installations."machineId"
  join "machineStates" state on state."organisationId" = installations."organisationId"
    and state."machineId" = installations."machineId"
  join programs on programs."organisationId" = installations."organisationId"
    and programs.id = installations."programId"
  ${joinWanted}`;

/** MNU-02: decides about changes at ovens by the rule of their organisation; nothing while an oven bakes. */
export function watchDifferences(services: Services): { close(): Promise<void> } {
  return repeat(
    () => decideByRule(services),
    intervalMilliseconds,
    (error) => services.log.error({ err: error }, 'differences'),
  );
}

/** Works off what is open now; several servers may do it at once. */
export async function decideByRule(services: Services): Promise<void> {
  const organisations = await services.db.read(gateScope, async (trx) => {
    const { rows } = await sql<{ id: string }>`select distinct installations."organisationId" as id from installations
      join organisations on organisations.id = installations."organisationId" and "changesAtOvens" <> 'ask'
      where "reportedState" = 'changed'`.execute(trx);
    return rows.map(({ id }) => id);
  });
  for (const id of organisations)
    await decideFor(services, id).catch((error) => services.log.error({ err: error, organisation: id }, 'differences'));
}

async function decideFor(services: Services, id: string): Promise<void> {
  for (let count = changesPerStep; count === changesPerStep; )
    count = await services.db.as(organisationScope(id), (trx) => decideSome(services, trx, id));
}

async function decideSome(services: Services, trx: Trx, organisationId: string): Promise<number> {
  const organisation = await trx
    .selectFrom('organisations')
    .select('changesAtOvens')
    .where('id', '=', organisationId)
    .executeTakeFirst();
  const rule = organisation?.changesAtOvens ?? 'ask';
  if (rule === 'ask') return 0;
  const { rows } = await sql<Changed>`select installations.id, installations."organisationId",
      installations."machineId", machines.name as "machineName", programs.id as "programId",
      programs.name as "programName", installations."reportedSha256" as sha256
    from ${changedInstallations}
    where installations."organisationId" = ${organisationId} and ${isOpen}
    order by installations."machineId", installations.id limit ${sql.lit(changesPerStep)}
    for no key update of installations skip locked`.execute(trx);
  const actor = { ...theServer, organisationId };
  for (const change of rows)
    if (rule === 'ours') await overwrite(services, trx, actor, change);
    else await keepTheirs(services, trx, actor, change, { until: null });
  return rows.length;
}
