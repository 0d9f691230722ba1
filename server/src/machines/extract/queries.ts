import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import type { Member } from '../../kit/caller.ts';
import type { Cell } from '../../kit/http/csv.ts';
import { filteredMachines, type MachineSelection } from '../queries.ts';
import type { ExtractedMachine, extractColumns, extractKeys } from './columns.ts';

export const extractKinds = ['activities', 'errors'] as const;
export type ExtractKind = (typeof extractKinds)[number];

/** The requested period: from (inclusive) to (exclusive). */
export interface ExtractPeriod {
  from: Date;
  to: Date;
}

/** The rows of a page: some milliseconds of work for the server. */
const rowsPerPage = 500;

/** The machines of the reader's filters, by name, a page at a time while the lines of those before are written. */
export async function* extractedMachines(
  readInTransaction: ReadInTransaction,
  member: Member,
  selection: MachineSelection,
): AsyncGenerator<ExtractedMachine> {
  for (let last: ExtractedMachine | null = null; ; ) {
    const from: ExtractedMachine | null = last;
    const page: ExtractedMachine[] = await readInTransaction((trx) =>
      filteredMachines(trx, member, selection)
        .select(['machines.id', 'machines.name', 'machines.serialNumber', 'machines.timezone'])
        .$if(from !== null, (qb) =>
          qb.where(
            sql<boolean>`(machines.name collate natural_order, machines.id) > (${from?.name} collate natural_order,
              ${from?.id}::uuid)`,
          ),
        )
        .orderBy(sql`machines.name collate natural_order`)
        .orderBy('machines.id')
        .limit(rowsPerPage)
        .execute(),
    );
    yield* page;
    last = page.at(-1) ?? null;
    if (page.length < rowsPerPage) return;
  }
}

/** Opens a transaction of the reader's for one page. */
type ReadInTransaction = <Rows>(read: (trx: Trx) => Promise<Rows>) => Promise<Rows>;

/**
 * The lines of these machines, oldest first, a page at a time. Each page is a transaction of its own that starts after
 * the last row of the page before: a slow reader keeps neither a connection nor an old snapshot of the database.
 */
export async function* extractPages(
  readInTransaction: ReadInTransaction,
  machines: Iterable<ExtractedMachine> | AsyncIterable<ExtractedMachine>,
  kind: ExtractKind,
  period: ExtractPeriod,
  columns: Columns,
): AsyncGenerator<Cell[][]> {
  for await (const machine of machines) {
    for (let last: Place | null = firstPlace(period); last !== null; ) {
      const from: Place = last;
      const page = await readInTransaction((trx) =>
        kind === 'activities'
          ? activityPage(trx, machine, from, period.to, columns)
          : errorPage(trx, machine, from, period.to, columns),
      );
      if (page.cells.length > 0) yield page.cells;
      last = page.next;
    }
  }
}

/** The last row of the page before; rows are ordered by instant and id. */
interface Place {
  at: Date;
  id: string;
}

interface Lines {
  cells: Cell[][];
  /** Null when this was the last page. */
  next: Place | null;
}

/** Before the first row of the period: no id is smaller. */
function firstPlace({ from }: ExtractPeriod): Place {
  return { at: from, id: '00000000-0000-0000-0000-000000000000' };
}

type Columns = ReturnType<typeof extractColumns> | typeof extractKeys;

async function activityPage(
  trx: Trx,
  machine: ExtractedMachine,
  { at, id }: Place,
  to: Date,
  columns: Columns,
): Promise<Lines> {
  const rows = await trx
    .selectFrom('activities')
    .select(['id', 'at', 'type', 'programName', 'mode', 'saidAt'])
    .where('machineId', '=', machine.id)
    .where('at', '>=', at)
    .where('at', '<', to)
    .where(sql<boolean>`(at, id) > (${at}::timestamptz, ${id}::uuid)`)
    .orderBy('at')
    .orderBy('id')
    .limit(rowsPerPage)
    .execute();
  return { cells: rows.map((row) => columns.activities.cells(machine, row)), next: nextOf(rows) };
}

async function errorPage(
  trx: Trx,
  machine: ExtractedMachine,
  { at, id }: Place,
  to: Date,
  columns: Columns,
): Promise<Lines> {
  const rows = await trx
    .selectFrom('machineErrors')
    .select(['id', 'code', 'dateStart as at', 'dateEnd', 'saidStart as saidAt'])
    .where('machineId', '=', machine.id)
    .where('dateStart', '>=', at)
    .where('dateStart', '<', to)
    .where(sql<boolean>`("dateStart", id) > (${at}::timestamptz, ${id}::uuid)`)
    .orderBy('dateStart')
    .orderBy('id')
    .limit(rowsPerPage)
    .execute();
  return { cells: rows.map((row) => columns.errors.cells(machine, row)), next: nextOf(rows) };
}

function nextOf(rows: Place[]): Place | null {
  return rows.length < rowsPerPage ? null : (rows.at(-1) ?? null);
}
