import { dayMilliseconds } from '@fournil/contract/kit/durations';
/** SCL-03: a table that is partitioned by time. */
export interface PartitionedTable {
  name: 'activities' | 'readings' | 'machineErrors' | 'historyEvents' | 'packedReadings';
  /** The column by which it is partitioned. */
  column: string;
  /** The length of a partition, in UTC. */
  unit: 'month' | 'day';
  /** How many partitions are made ahead of the present one. */
  ahead: number;
  /** The primary key; it has to contain the column of the partitions. */
  key: readonly string[];
  /** A further unique key of the whole table. */
  alsoUnique?: readonly string[];
  /**
   * Unique within each partition only, because they do not contain the column of the partitions. They find repeated
   * reports of machines with wrong clocks.
   */
  uniqueInEach: readonly { columns: readonly string[]; where: string }[];
  /** Whether its rows belong to machines, and are deleted with them. */
  isOfMachines: boolean;
  /**
   * The former version asks an insertion for `xmax`, which a partitioned table answers only if the columns of its
   * partitions have other numbers than its own: it gets a column that is dropped at once.
   */
  answersXmax?: boolean;
}

/**
 * The tables of migration 0060, in the order in which a batch of reports writes them, so that nobody waits in a circle.
 */
export const firstPartitioned: readonly PartitionedTable[] = [
  {
    name: 'activities',
    column: 'at',
    unit: 'month',
    ahead: 3,
    key: ['organisationId', 'machineId', 'reportId', 'at'],
    uniqueInEach: [{ columns: ['organisationId', 'machineId', 'reportId'], where: '"saidAt" is not null' }],
    isOfMachines: true,
  },
  {
    name: 'readings',
    column: 'at',
    unit: 'day',
    ahead: 7,
    key: ['organisationId', 'machineId', 'at'],
    uniqueInEach: [{ columns: ['organisationId', 'machineId', 'reportId'], where: '"reportId" is not null' }],
    isOfMachines: true,
  },
  {
    name: 'machineErrors',
    column: 'dateStart',
    unit: 'month',
    ahead: 3,
    key: ['organisationId', 'machineId', 'code', 'dateStart'],
    // The former version names it in `on conflict`.
    alsoUnique: ['machineId', 'code', 'dateStart'],
    uniqueInEach: ['reportId', 'endReportId'].map((column) => ({
      columns: ['organisationId', 'machineId', 'code', 'saidStart', column],
      where: `"saidStart" is not null and "${column}" is not null`,
    })),
    isOfMachines: true,
    answersXmax: true,
  },
  {
    name: 'historyEvents',
    column: 'at',
    unit: 'month',
    ahead: 3,
    // The maker's own events have no organisation.
    key: ['id', 'at'],
    uniqueInEach: [],
    isOfMachines: false,
  },
];

/** The readings of a machine and hour in one row (migration 0061). */
export const packedReadings: PartitionedTable = {
  name: 'packedReadings',
  column: 'hour',
  unit: 'month',
  ahead: 3,
  key: ['organisationId', 'machineId', 'hour'],
  uniqueInEach: [],
  isOfMachines: true,
};

export const partitionedTables: readonly PartitionedTable[] = [...firstPartitioned, packedReadings];

export const quotedList = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/** The name of a unique index of one partition. */
export const uniqueName = (table: string, number: number) => `${table}_once_${number + 1}`;

/**
 * The statement that indexes the first partition by time, so that what is older than a setting says is found in it;
 * later partitions are dropped whole. BRIN, because rows lie in the order of time: it takes next to no space.
 */
export const timeIndexName = (table: string) => `${table}_by_time`;
export const timeIndex = ({ name, column }: PartitionedTable, how: 'concurrently' | '') =>
  `create index ${how} if not exists "${timeIndexName(name)}" on "${name}" using brin ("${column}")`;

/**
 * The first instant of the first partition after the rows that exist at `now`: far enough ahead for a migration that
 * takes days to build indexes for months, and for no report to be refused meanwhile.
 */
export function boundaryAfter(now: Date, unit: PartitionedTable['unit']): string {
  const days = unit === 'day' ? 3 : 8;
  const at = new Date(now.getTime() + days * dayMilliseconds);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()];
  const boundary = unit === 'day' ? Date.UTC(year, month, day) : Date.UTC(year, month + 1, 1);
  return new Date(boundary).toISOString().slice(0, 10);
}
