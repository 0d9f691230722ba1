import type pg from 'pg';
import { distributedTables, referenceTables } from './tables.ts';

const oidsOf = (names: readonly string[]) => `array[${names.map((name) => `'"${name}"'`).join(', ')}]::regclass[]`;
const isOneOf = (oid: string, names: readonly string[]) => `${oid} = any (${oidsOf(names)})`;

/** Unique across organisations: pairing sees to it, under a lock of the serial number. */
const acrossOrganisations = ['machines_paired_once'];
/** Named by a former version only. */
const ofFormerVersion = ['machineErrors_also'];

interface Key {
  table: string;
  name: string;
  isConstraint: boolean;
  definition: string;
}

/**
 * Puts `organisationId` first in the unique keys of the distributed tables, because each shard can only check its own
 * rows.
 */
export async function widenKeys(client: pg.ClientBase): Promise<void> {
  for (const name of acrossOrganisations) await client.query(`drop index if exists "${name}"`);
  for (const name of ofFormerVersion) await client.query(`drop index if exists "${name}"`);
  const { rows } = await client.query<Key>(`
    select index.indrelid::regclass::text as table, class.relname::text as name, con.oid is not null as "isConstraint",
      coalesce(pg_get_constraintdef(con.oid), pg_get_indexdef(class.oid)) as definition
    from pg_index index join pg_class class on class.oid = index.indexrelid
      left join pg_constraint con on con.conindid = index.indexrelid and con.contype in ('p', 'u')
    where index.indisunique and not exists (select from pg_inherits where inhrelid = class.oid)
      and (${isOneOf('index.indrelid', distributedTables)} or exists (select from pg_inherits
        where inhrelid = index.indrelid and ${isOneOf('inhparent', distributedTables)}))
      and not exists (select from pg_attribute where attrelid = index.indrelid and attname = 'organisationId'
        and attnum = any((index.indkey::smallint[])[0:index.indnkeyatts - 1]))
    order by 1, 2`);
  for (const { table, name, isConstraint, definition } of rows) {
    const widened = widen(definition);
    if (isConstraint)
      await client.query(`alter table ${table} drop constraint "${name}", add constraint "${name}" ${widened}`);
    else await client.query(`drop index "${name}"; ${widened}`);
  }
}

const widen = (definition: string) =>
  definition.replace('(', '("organisationId", ').replace('INCLUDE ("organisationId", ', 'INCLUDE (');

interface ForeignKey {
  table: string;
  name: string;
  column: string;
  target: string;
  targetColumn: string;
  definition: string;
  isWidened: boolean;
}

/**
 * Takes the foreign keys between tables of several nodes away, and returns the statements that add them again, between
 * two distributed tables with `organisationId` in both.
 */
export async function takeForeignKeys(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  if (tables.length === 0) return [];
  const everywhere = [...distributedTables, ...referenceTables];
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, conname::text as name, quote_ident(a.attname) as column,
      confrelid::regclass::text as target, quote_ident(b.attname) as "targetColumn",
      pg_get_constraintdef(con.oid) as definition, cardinality(conkey) = 1
        and ${isOneOf('conrelid', distributedTables)} and ${isOneOf('confrelid', distributedTables)} as "isWidened"
    from pg_constraint con join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
    where contype = 'f' and conparentid = 0
      and ${isOneOf('conrelid', tables)} and ${isOneOf('confrelid', everywhere)}`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`);
  return rows.flatMap(({ table, name, column, target, targetColumn, definition, isWidened }) => {
    const add = `alter table ${table} add constraint "${name}"`;
    if (!isWidened) return [`${add} ${definition}`];
    // Citus knows no `set null` of a part of the columns; the one such key, of an action to what it undid, may dangle.
    if (definition.includes('ON DELETE SET NULL')) return [];
    return [
      `${add} foreign key ("organisationId", ${column}) references ${target} ("organisationId", ${targetColumn})
       ${definition.includes('ON DELETE CASCADE') ? 'on delete cascade' : ''}`,
    ];
  });
}
