import { sql } from 'kysely';
import type { ReportsKeptDays } from '../base/keptDays.ts';
import { gateScope, linkScope } from '../db/database.ts';
import type { PartitionedTable } from '../db/partitions/tables.ts';
import { dropPartitions, keptSince } from '../kit/partitions.ts';
import { inChunks } from '../kit/process/inChunks.ts';
import { type Retention, retentionOfRows } from '../kit/retention.ts';
import type { Services } from '../kit/services.ts';
import { certificateRetention } from './broker/certificates.ts';
import { daysKeeping, isUncounted } from './kept-days/keepDays.ts';
import { keepEnergy } from './kept-days/keepEnergy.ts';
import { contentsRetention } from './reports/contentsRetention.ts';
import { recount } from './reports/storeFaults.ts';

const rowsPerChunk = 5000;
const machinesPerChunk = 200;

interface Reported {
  name: string;
  setting: string;
  of: keyof ReportsKeptDays;
  table: PartitionedTable['name'];
  column: string;
  /** Identify a row in this table. */
  key: readonly string[];
}

const reported: readonly Reported[] = [
  {
    name: 'activities of machines',
    setting: 'ACTIVITIES_KEPT_DAYS',
    of: 'activities',
    table: 'activities',
    column: 'at',
    key: ['organisationId', 'machineId', 'reportId', 'at'],
  },
  {
    name: 'readings of machines',
    setting: 'READINGS_KEPT_DAYS',
    of: 'readings',
    table: 'readings',
    column: 'at',
    key: ['organisationId', 'machineId', 'at'],
  },
  {
    name: 'readings of machines, packed',
    setting: 'READINGS_KEPT_DAYS',
    of: 'readings',
    table: 'packedReadings',
    column: 'hour',
    key: ['organisationId', 'machineId', 'hour'],
  },
  {
    name: 'faults of machines',
    setting: 'FAULTS_KEPT_DAYS',
    of: 'machineErrors',
    table: 'machineErrors',
    column: 'dateStart',
    key: ['organisationId', 'machineId', 'code', 'dateStart'],
  },
];

/**
 * SCL-03: what machines reported, for as long as a setting says, and for ever without it. Partitions are dropped whole;
 * rows are deleted where one partition has rows of many years: the one that was the whole table before it was
 * partitioned.
 */
function retentionOfReports({ name, setting, of, table, column, key }: Reported): Retention {
  const at = sql.id(column);
  const since = (services: Services) => {
    const days = services.config.reportsKeptDays[of];
    return days === undefined ? null : keptSince(table, days, services.now());
  };
  const due = async (services: Services) => {
    const before = since(services);
    if (before === null) return 0;
    const { rows } = await services.db.read(gateScope, (trx) =>
      sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where ${at} < ${before}`.execute(
        trx,
      ),
    );
    return rows[0]?.count ?? 0;
  };
  const chunk = (services: Services, before: Date) =>
    services.db.as(gateScope, async (trx) => {
      const columns = sql.join(key.map((one) => sql.id(one)));
      const isSame = sql.join(
        key.map((one) => sql`report.${sql.id(one)} = old.${sql.id(one)}`),
        sql` and `,
      );
      const { numAffectedRows } = await sql`with old as materialized (
          select ${columns} from ${sql.table(table)} where ${at} < ${before} limit ${rowsPerChunk}
        )
        delete from ${sql.table(table)} as report using old where report.${at} < ${before} and ${isSame}`.execute(trx);
      return Number(numAffectedRows ?? 0n);
    });
  return {
    name,
    keptFor: `${setting}, for ever without it`,
    due,
    remove: async (services, isStopped = () => false) => {
      const before = since(services);
      const count = await due(services);
      if (before === null || count === 0) return 0;
      if (!(await keepFigures(services, table, before, isStopped))) return 0;
      await dropPartitions(services, table, before);
      // The next server deletes the rest.
      await inChunks({ isOver: isStopped, full: rowsPerChunk }, () => chunk(services, before));
      if (table === 'machineErrors') await recountAll(services, before);
      return count;
    },
  };
}

/** SCL-03: keeps the figures of what is about to be deleted; false where that takes longer, and the next hour goes on. */
async function keepFigures(
  services: Services,
  table: PartitionedTable['name'],
  before: Date,
  isStopped: () => boolean,
): Promise<boolean> {
  if (table === 'packedReadings') return keepEnergy(services, before, isStopped);
  if (table === 'readings') return true;
  await daysKeeping.remove(services, isStopped);
  return !(await isUncounted(services, before));
}

/** Faults that never ended are deleted as well, and then count no more. */
async function recountAll(services: Services, before: Date): Promise<void> {
  const machines = await services.db.read(linkScope, (trx) =>
    trx
      .selectFrom('machineStates')
      .select(['machineId', 'organisationId'])
      .where((where) => where.or([where('openErrorCount', '>', 0), where('lastErrorStart', '<', before)]))
      .orderBy('machineId')
      .execute(),
  );
  for (let start = 0; start < machines.length; start += machinesPerChunk)
    await services.db.as(linkScope, (trx) => recount(trx, machines.slice(start, start + machinesPerChunk)));
}

export const linkRetention: Retention[] = [
  ...reported.map(retentionOfReports),
  contentsRetention,
  certificateRetention,
  retentionOfRows({
    name: 'outages',
    keptFor: '2 years after their end',
    days: 730,
    table: 'outages',
    isDue: (before) => sql`"endedAt" < ${before}`,
    as: 'organisations',
  }),
  retentionOfRows({
    name: 'PINs that were tried',
    keptFor: '1 day',
    days: 1,
    table: 'pairingTries',
    isDue: (before) => sql`at < ${before}`,
    as: linkScope,
  }),
  retentionOfRows({
    name: 'refused messages of machines',
    keptFor: '30 days after the last of a kind',
    days: 30,
    table: 'refusedMessages',
    isDue: (before) => sql`"lastAt" < ${before}`,
    as: linkScope,
  }),
];
