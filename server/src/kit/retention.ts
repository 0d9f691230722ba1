import { dayMilliseconds } from '@fournil/contract/kit/durations';
import { type RawBuilder, sql } from 'kysely';
import { gateScope, organisationScope, type Scope } from '../db/database.ts';
import { inChunks } from './process/inChunks.ts';
import type { Services } from './services.ts';

/** SEC-09: one kind of data that is deleted after a time: how long it is kept, and how it is deleted. */
export interface Retention {
  /** Its name in the operator's command and in the documents. */
  name: string;
  keptFor: string;
  /** What is done with the rows, where they are not deleted: counted or packed. */
  did?: string;
  /** How many rows are to be deleted now. */
  due(services: Services): Promise<number>;
  /** Deletes these rows in chunks; returns how many. Long work ends early when the server stops. */
  remove(services: Services, isStopped?: () => boolean): Promise<number>;
}

const rowsPerChunk = 5000;

interface Rows {
  name: string;
  keptFor: string;
  days: number;
  table: string;
  /** The condition of the rows that are older than this moment and to be deleted. */
  isDue: (before: Date) => RawBuilder<unknown>;
  /** The login that may delete them; for rows of organisations, the scope of each organisation in turn. */
  as: Scope | 'organisations';
  /** Columns that are emptied instead of deleting the row. */
  emptied?: string;
}

/** A rule for the rows of one table. */
export function retentionOfRows({ name, keptFor, days, table, isDue, as, emptied }: Rows): Retention {
  const before = (services: Services) => new Date(services.now().getTime() - days * dayMilliseconds);
  const rows = sql.table(table);
  const scopes = async (services: Services) =>
    as === 'organisations' ? (await organisationsOf(services)).map(organisationScope) : [as];
  const sum = async (services: Services, count: (scope: Scope) => Promise<number>) => {
    let total = 0;
    for (const scope of await scopes(services)) total += await count(scope);
    return total;
  };
  const chunk = (services: Services, scope: Scope) =>
    services.db.as(scope, async (trx) => {
      const due = sql`array(select ctid from ${rows} where ${isDue(before(services))} limit ${rowsPerChunk})`;
      const work = emptied
        ? sql`update ${rows} set ${sql.id(emptied)} = null where ctid = any(${due})`
        : sql`delete from ${rows} where ctid = any(${due})`;
      return Number((await work.execute(trx)).numAffectedRows ?? 0n);
    });
  return {
    name,
    keptFor,
    due: (services) =>
      sum(services, (scope) =>
        services.db.read(scope, async (trx) => {
          const counted = await sql<{
            count: number;
          }>`select count(*)::int as count from ${rows} where ${isDue(before(services))}`.execute(trx);
          return counted.rows[0]?.count ?? 0;
        }),
      ),
    remove: (services, isStopped = () => false) =>
      sum(services, (scope) => inChunks({ isOver: isStopped, full: rowsPerChunk }, () => chunk(services, scope))),
  };
}

async function organisationsOf(services: Services): Promise<string[]> {
  const rows = await services.db.read(gateScope, (trx) => trx.selectFrom('organisations').select('id').execute());
  return rows.map(({ id }) => id);
}
