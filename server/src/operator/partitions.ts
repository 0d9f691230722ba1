import type pg from 'pg';
import { partitionedTables } from '../db/partitions/tables.ts';
import { counted } from './counted.ts';
import { asKeeper, quoted } from './tables.ts';

/**
 * SCL-03: prints the partitions of each table; a finding for a table whose present or next partition is missing, and
 * for rows that are in the default partition because theirs was.
 */
export async function missingPartitions(client: pg.Client, say: (line: string) => void): Promise<string[]> {
  const findings: string[] = [];
  for (const { name, column, unit } of partitionedTables) {
    const { rows } = await client.query<{ count: number; last: Date; isAhead: boolean }>(
      `select count(begins)::int as count, max(ends) as last, max(ends) > now() + $2::interval as "isAhead"
        from "partitionBounds"($1)`,
      [name, `1 ${unit}`],
    );
    const { count = 0, last, isAhead = false } = rows[0] ?? {};
    const apart = await countApart(client, name, column);
    const until = last?.toISOString().slice(0, 10) ?? 'never';
    say(`Partitions of ${name}: ${count}, until ${until}; ${counted(apart.all, 'row')} in the default one.`);
    if (!isAhead) findings.push(`the next partition of ${name} is missing: the running product makes it every hour.`);
    if (apart.late > 0)
      findings.push(
        `${counted(apart.late, 'row')} of ${name} came before their partition was made; they move into it.`,
      );
  }
  return findings;
}

/** Rows in the default partition: all, and those after the last of the other partitions. */
async function countApart(client: pg.Client, name: string, column: string): Promise<{ all: number; late: number }> {
  await client.query('begin');
  const { rows: last } = await client.query<{ ends: string }>(
    'select max(ends)::text as ends from "partitionBounds"($1)',
    [name],
  );
  const { rows } = await asKeeper(client, { isGuarded: true }, () =>
    client.query<{ all: number; late: number }>(
      `select count(*)::int as all, count(*) filter (where ${quoted(column)} >= $1::timestamptz)::int as late
        from ${quoted(`${name}_default`)}`,
      [last[0]?.ends],
    ),
  );
  await client.query('commit');
  return rows[0] ?? { all: 0, late: 0 };
}
