import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { bodyHash } from '../../programs/index.ts';
import type { RefusedOf } from '../refused/storeRefused.ts';
import { columnsOf } from './columns.ts';
import { excerptOf } from './readMessage.ts';
import type { ReportOf } from './report.ts';

/**
 * MNU-02: keeps the bodies of programs that were changed at machines, of programs that are installed on them. Returns
 * those whose hash is not that of the body, to be refused.
 */
export async function storeChanged(trx: Trx, reports: readonly ReportOf<'changed'>[]): Promise<RefusedOf[]> {
  const isHashed = ({ message: { body, sha256 } }: ReportOf<'changed'>) => bodyHash(body) === sha256;
  await storeBodies(trx, reports.filter(isHashed));
  return reports
    .filter((report) => !isHashed(report))
    .map(({ machineId, message }) => ({
      machineId,
      topic: 'changed',
      id: message.id,
      code: 'otherHash',
      args: {},
      field: 'sha256',
      excerpt: excerptOf(message),
    }));
}

async function storeBodies(trx: Trx, reports: readonly ReportOf<'changed'>[]): Promise<void> {
  const changes = columnsOf(
    reports.map(({ machineId, organisationId, message }) => ({
      machineId,
      organisationId,
      programId: message.body.id,
    })),
    'machineId',
    'organisationId',
    'programId',
  );
  if (reports.length === 0) return;
  const { rows: installed } = await sql<{ machineId: string; programId: string }>`
    select installations."machineId", installations."programId" from installations
      join unnest(${changes.organisationId}::uuid[], ${changes.machineId}::uuid[], ${changes.programId}::uuid[])
        as asked ("organisationId", "machineId", "programId")
        on asked."organisationId" = installations."organisationId" and asked."machineId" = installations."machineId"
        and asked."programId" = installations."programId"`.execute(trx);
  const isInstalled = new Set(installed.map(({ machineId, programId }) => `${machineId} ${programId}`));
  const kept = reports
    .filter(({ machineId, message }) => isInstalled.has(`${machineId} ${message.body.id}`))
    .map((report) => [`${report.organisationId} ${report.message.sha256}`, report] as const);
  const rows = [...new Map(kept).values()]
    .map(({ organisationId, message: { sha256, body } }) => ({
      organisationId,
      sha256,
      programId: body.id,
      name: body.name,
      phaseGroups: JSON.stringify(body.phaseGroups),
    }))
    // In one order, so that two servers with the same bodies wait for each other without a deadlock.
    .sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const all = columnsOf(rows, 'organisationId', 'sha256', 'programId', 'name', 'phaseGroups');
  await sql`insert into "changedBodies" ("organisationId", sha256, "programId", name, "phaseGroups")
    select * from unnest(${all.organisationId}::uuid[], ${all.sha256}::text[], ${all.programId}::uuid[],
      ${all.name}::text[], ${all.phaseGroups}::jsonb[])
    -- Reported again: kept as long as one that is new.
    on conflict ("organisationId", sha256) do update set "createdAt" = excluded."createdAt"`.execute(trx);
}
