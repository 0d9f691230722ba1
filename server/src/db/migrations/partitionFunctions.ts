import { type Kysely, sql } from 'kysely';
import { type PartitionedTable, quotedList } from '../partitions/tables.ts';
import { rolesOf } from './protect.ts';

/** Runs as the owner of the tables, in UTC; nobody waits long behind the locks that it requests. */
const asOwner = `language plpgsql security definer
  set search_path = public, pg_temp set timezone = 'UTC' set lock_timeout = '200ms'`;

/**
 * SCL-03: no login may change tables, so partitions are made and dropped by these functions, which can do nothing
 * else: make the partitions of the next steps, and drop those that are old enough.
 */
export async function partitionFunctions(db: Kysely<unknown>, tables: readonly PartitionedTable[]): Promise<void> {
  const { gate } = await rolesOf(db);
  await boundsFunction(db);
  await makeFunction(db, tables);
  await dropFunction(db, tables);
  // Citus hands such statements on to its workers without the quotes around the name.
  await sql`set local citus.enable_ddl_propagation = off`.execute(db);
  for (const signature of [
    '"makePartition"(text, integer)',
    '"dropPartition"(text, timestamptz, boolean)',
    '"partitionBounds"(text)',
  ]) {
    await sql`revoke all on function ${sql.raw(signature)} from public`.execute(db);
    await sql`grant execute on function ${sql.raw(signature)} to ${gate}`.execute(db);
  }
  await sql`set local citus.enable_ddl_propagation = on`.execute(db);
}

/** The partitions of a table in order, with their instants; the default one has none. */
async function boundsFunction(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function "partitionBounds"(parent text)
    returns table (name text, begins timestamptz, ends timestamptz) language sql stable
    set search_path = public, pg_temp as $$
      select relname::text, (found)[1]::timestamptz, (found)[2]::timestamptz
      from (
        select relname, regexp_match(replace(replace(pg_get_expr(relpartbound, oid), 'MINVALUE', '''-infinity'''),
          'MAXVALUE', '''infinity'''), 'FROM \\(''([^'']+)''\\) TO \\(''([^'']+)''\\)') as found
        from pg_class join pg_inherits on inhrelid = oid
        where inhparent = to_regclass(format('public.%I', parent)) and not inhdetachpending
      ) as parts order by 2 nulls last
    $$`.execute(db);
}

const choose = (tables: readonly PartitionedTable[], what: (table: PartitionedTable) => string) =>
  tables.map((table) => `when '${table.name}' then ${what(table)}`).join(' ');

/** The statements that make the unique indexes of one partition; `%1$I` is its name, `%2$s` a part of theirs. */
const uniquesOf = ({ uniqueInEach }: PartitionedTable) =>
  `array[${uniqueInEach
    .map(({ columns, where }) => `'create unique index %2$I on %1$I (${quotedList(columns)}) where ${where}'`)
    .join(', ')}]::text[]`;

/**
 * `"makePartition"(parent, step)` makes the partition that is `step` steps after the present one, if it is missing;
 * true when it did. It is made empty beside the table and then attached, which keeps nobody from writing. Rows of its
 * time that are in the default partition move.
 */
async function makeFunction(db: Kysely<unknown>, tables: readonly PartitionedTable[]): Promise<void> {
  await sql
    .raw(`create or replace function "makePartition"(parent text, step integer) returns boolean ${asOwner} as $$
    declare
      unit text := case parent ${choose(tables, ({ unit }) => `'${unit}'`)} end;
      place text := case parent ${choose(tables, ({ column }) => `'${column}'`)} end;
      uniques text[] := case parent ${choose(tables, uniquesOf)} end;
      since timestamptz; until timestamptz; part text; attached text;
    begin
      if unit is null or step not between 0 and 60 then raise exception 'No such partition.'; end if;
      since := date_trunc(unit, now()) + step * ('1 ' || unit)::interval;
      until := since + ('1 ' || unit)::interval;
      part := parent || to_char(since, case unit when 'day' then '_YYYY_MM_DD' else '_YYYY_MM' end);
      if not pg_try_advisory_xact_lock(hashtextextended('fournil partitions', 0)) then return false; end if;
      if exists (select from "partitionBounds"(parent) known where known.begins <= since
        and known.ends > since) then return false; end if;
      execute format('create table %I (like %I including defaults including storage including compression)',
        part, parent);
      for number in 1 .. cardinality(uniques) loop
        execute format(uniques[number], part, part || '_once_' || number);
      end loop;
      if parent = 'historyEvents' then
        execute format('create trigger "keepAllHistory" before truncate on %I
          for each statement execute function "keepHistory"()', part);
      end if;
      attached := format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part, since, until);
      begin
        execute attached;
      exception when check_violation then
        execute format('alter table %I no force row level security', parent || '_default');
        if parent = 'historyEvents' then
          execute format('alter table %I disable trigger "keepHistory"', parent || '_default');
        end if;
        execute format('with moved as (delete from %1$I where %2$I >= %3$L and %2$I < %4$L returning *)
          insert into %5$I select * from moved', parent || '_default', place, since, until, part);
        if parent = 'historyEvents' then
          execute format('alter table %I enable trigger "keepHistory"', parent || '_default');
        end if;
        execute format('alter table %I force row level security', parent || '_default');
        execute attached;
      end;
      execute format('alter table %I enable row level security', part);
      execute format('alter table %I force row level security', part);
      return true;
    end $$`)
    .execute(db);
}

/**
 * `"dropPartition"(parent, before, "ifEmpty")` drops the first partition that ends before an instant and returns its
 * name, or null. One with rows only when it is 30 days old, of the history a year (AUD-01).
 */
async function dropFunction(db: Kysely<unknown>, tables: readonly PartitionedTable[]): Promise<void> {
  await sql
    .raw(`create or replace function "dropPartition"(parent text, before timestamptz, "ifEmpty" boolean) returns text
      ${asOwner} as $$
    declare
      latest timestamptz := now() - case when parent = 'historyEvents' then interval '365 days'
        when "ifEmpty" then interval '1 day' else interval '30 days' end;
      part text; "hasRows" boolean;
    begin
      if parent not in (${tables.map(({ name }) => `'${name}'`).join(', ')}) then
        raise exception 'No such partition.';
      end if;
      if not pg_try_advisory_xact_lock(hashtextextended('fournil partitions', 0)) then return null; end if;
      for part in select name from "partitionBounds"(parent) where ends <= least(before, latest) loop
        if "ifEmpty" then
          execute format('lock table %I in access exclusive mode', part);
          execute format('alter table %I no force row level security', part);
          execute format('select exists (select from %I)', part) into "hasRows";
          execute format('alter table %I force row level security', part);
          continue when "hasRows";
        end if;
        execute format('drop table %I', part);
        return part;
      end loop;
      return null;
    end $$`)
    .execute(db);
}
