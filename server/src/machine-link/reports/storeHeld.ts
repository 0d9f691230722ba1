import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { isOfOrganisations } from '../../db/organisations.ts';
import type { Services } from '../../kit/services.ts';
import { desiredChanged } from '../../machines/index.ts';
import type { LinkedMachine } from '../linkedMachine.ts';
import { columnsOf, latest } from './columns.ts';
import { isNewer } from './newer.ts';
import type { ReportOf } from './report.ts';

/**
 * LNK-06: the reported state of a machine. The list is complete: an installation that it does not contain is not on the
 * machine. An older report never replaces a newer one.
 */
export async function storeHeld(
  services: Services,
  trx: Trx,
  reports: (ReportOf<'birth'> | ReportOf<'reported'>)[],
): Promise<void> {
  if (reports.length === 0) return;
  const newest = latest(
    reports,
    (report) => report.machineId,
    (report, over) =>
      isNewer(
        { at: report.message.at, wins: report.arrivalWins ?? false },
        { at: over.message.at, wins: over.arrivalWins ?? false },
      ),
  );
  const now = services.now();
  const heads = columnsOf(
    newest.map(({ machineId, message, arrivalWins }) => ({
      machineId,
      at: message.at,
      version: message.desiredVersion,
      wins: arrivalWins ?? false,
    })),
    'machineId',
    'at',
    'version',
    'wins',
  );
  const rows = newest.flatMap(({ machineId, message, arrivalWins }) =>
    message.programs.map((program) => ({
      machineId,
      at: message.at,
      wins: arrivalWins ?? false,
      programId: program.id,
      revision: program.revision,
      sha256: program.sha256,
      state: program.state,
      reason: program.reason === undefined ? null : JSON.stringify(program.reason),
    })),
  );
  const all = columnsOf(rows, 'machineId', 'at', 'programId', 'revision', 'sha256', 'state', 'reason', 'wins');
  await sql`update installations set "reportedRevision" = null, "reportedSha256" = null, "reportedState" = null,
    "reportedReason" = null, "reportedAt" = report.at
    from unnest(${heads.machineId}::uuid[], ${heads.at}::timestamptz[],
      ${heads.wins}::boolean[]) as report ("machineId", at, wins)
    where ${isOfOrganisations('installations.organisationId', newest)}
      and installations."machineId" = report."machineId" and "reportedState" is not null
      and (report.wins or "reportedAt" <= report.at or "reportedAt" > ${now}::timestamptz)
      and not exists (select from unnest(${all.machineId}::uuid[], ${all.programId}::uuid[]) as held ("machineId",
        "programId")
        where held."machineId" = installations."machineId" and held."programId" = installations."programId")`.execute(
    trx,
  );
  await sql`update installations set "reportedRevision" = held.revision, "reportedSha256" = held.sha256,
    "reportedState" = held.state, "reportedReason" = held.reason,
      "reportedAt" = case when (installations."reportedSha256", installations."reportedState",
        installations."reportedReason")
          is not distinct from (held.sha256, held.state, held.reason) then least(installations."reportedAt", case
            when held.wins then held.at else ${now}::timestamptz end) else held.at end
    from unnest(${all.machineId}::uuid[], ${all.programId}::uuid[], ${all.revision}::int[], ${all.sha256}::text[],
      ${all.state}::text[], ${all.reason}::jsonb[], ${all.at}::timestamptz[], ${all.wins}::boolean[])
      as held ("machineId", "programId", revision, sha256, state, reason, at, wins)
    where ${isOfOrganisations('installations.organisationId', newest)}
      and installations."machineId" = held."machineId" and installations."programId" = held."programId"
      and (held.wins or installations."reportedAt" is null or installations."reportedAt" <= held.at
        or installations."reportedAt" > ${now}::timestamptz)`.execute(trx);
  await endDecisions(services, trx, newest);
  await sql`update "machineStates" state set "reportedDesiredVersion" = greatest(state."reportedDesiredVersion",
    report.version)
    from unnest(${heads.machineId}::uuid[], ${heads.version}::int[]) as report ("machineId", version)
    where ${isOfOrganisations('state.organisationId', newest)} and state."machineId" = report."machineId"`.execute(trx);
}

/**
 * MNU-02: the change about which somebody decided is gone, or another one has taken its place: the decision ends, or a
 * change that nobody has seen would be overwritten, or kept, by it.
 */
async function endDecisions(services: Services, trx: Trx, reports: LinkedMachine[]): Promise<void> {
  const all = columnsOf(reports, 'organisationId', 'machineId');
  const ofReports = sql`from unnest(${all.organisationId}::uuid[], ${all.machineId}::uuid[])
      as report ("organisationId", "machineId")
    where ${isOfOrganisations('installations.organisationId', reports)}
      and installations."organisationId" = report."organisationId"
      and installations."machineId" = report."machineId"`;
  const isOver = (hash: string) => sql`${sql.id(hash)} is not null
    and ("reportedState" is distinct from 'changed' or "reportedSha256" is distinct from ${sql.id(hash)})`;
  await sql`update installations set "keptSha256" = null, "keptUntil" = null, "adoptedRevision" = null
    ${ofReports} and ${isOver('keptSha256')}`.execute(trx);
  const { rows } = await sql<{ machineId: string }>`update installations
    set "overwriteSha256" = null, "overwriteChanged" = false
    ${ofReports} and ${isOver('overwriteSha256')} returning installations."machineId"`.execute(trx);
  const changed = new Set(rows.map((row) => row.machineId));
  const byOrganisation = Map.groupBy(
    reports.filter(({ machineId }) => changed.has(machineId)),
    ({ organisationId }) => organisationId,
  );
  for (const [organisationId, machines] of byOrganisation)
    await desiredChanged(services, trx, organisationId, [...new Set(machines.map(({ machineId }) => machineId))]);
}
