import { type Kysely, sql } from 'kysely';
import { boundaryAfter, type PartitionedTable, quotedList, timeIndex, timeIndexName, uniqueName } from './tables.ts';

const raw = (db: Kysely<unknown>, text: string) => sql.raw(text).execute(db);
const namesOf = async (db: Kysely<unknown>, text: string) =>
  (await sql<{ name: string }>`${sql.raw(text)}`.execute(db)).rows.map(({ name }) => name);

/**
 * SCL-03: puts a partitioned table in the place of this one, which becomes its first partition without being read or
 * rewritten. What `preparePartitions` has built is used; in a new database it is built here, of no rows. To be called
 * under exclusive locks. `gate`: the quoted name of the sign-in login.
 */
export async function partitionTable(db: Kysely<unknown>, table: PartitionedTable, gate: string): Promise<void> {
  const { name, column, key, alsoUnique, uniqueInEach, isOfMachines, answersXmax } = table;
  const former = `${name}_before`;
  const boundary = await prepareHere(db, table);
  const indexes = await indexesOf(db, table);
  await raw(db, `alter table "${name}" rename to "${former}"`);
  for (const index of indexes) await raw(db, `alter index "${index.name}" rename to "${index.name}_before"`);
  await raw(
    db,
    `create table "${name}" (${answersXmax ? '"former" boolean, ' : ''}like "${former}"
      including defaults including storage including compression) partition by range ("${column}")`,
  );
  if (answersXmax) await raw(db, `alter table "${name}" drop column "former"`);
  await raw(
    db,
    `alter table "${name}" attach partition "${former}" for values from (minvalue) to ('${boundary}T00:00:00Z')`,
  );
  await raw(db, `alter table "${former}" drop constraint "${name}_before_${boundary}"`);
  await raw(db, `alter table "${name}" add constraint "${name}_pkey" primary key (${quotedList(key)})`);
  if (alsoUnique) await raw(db, `create unique index "${name}_also" on "${name}" (${quotedList(alsoUnique)})`);
  for (const { definition } of indexes) await raw(db, definition);
  if (isOfMachines)
    await raw(
      db,
      `alter table "${name}" add constraint "${name}_machine" foreign key ("organisationId", "machineId")
        references machines ("organisationId", id) on delete cascade`,
    );
  await moveRights(db, former, name);
  // Rows that belong to no other partition, so that no report is refused.
  await raw(db, `create table "${name}_default" partition of "${name}" default`);
  for (const [number, { columns, where }] of uniqueInEach.entries())
    await raw(
      db,
      `create unique index "${name}_default_once_${number + 1}" on "${name}_default" (${quotedList(columns)})
        where ${where}`,
    );
  for (const one of [name, `${name}_default`]) {
    await raw(db, `alter table "${one}" enable row level security`);
    await raw(db, `alter table "${one}" force row level security`);
  }
  // For the metrics, which count its rows.
  await raw(db, `create policy counting on "${name}_default" for select to ${gate} using (true)`);
  await raw(db, `grant select ("organisationId") on "${name}_default" to ${gate}`);
}

/** Replaces the former keys of the table, and returns the first day of the next partition. */
async function prepareHere(db: Kysely<unknown>, table: PartitionedTable): Promise<string> {
  const { name, column, unit, key, alsoUnique, uniqueInEach, isOfMachines } = table;
  await raw(db, `create unique index if not exists "${name}_key" on "${name}" (${quotedList(key)})`);
  if (alsoUnique)
    await raw(db, `create unique index if not exists "${name}_also" on "${name}" (${quotedList(alsoUnique)})`);
  for (const [number, { columns, where }] of uniqueInEach.entries()) {
    const index = uniqueName(name, number);
    await raw(db, `create unique index if not exists "${index}" on "${name}" (${quotedList(columns)}) where ${where}`);
  }
  const constraints = await namesOf(
    db,
    `select conname as name from pg_constraint where conrelid = '"${name}"'::regclass`,
  );
  let checked = constraints.find((one) => one.startsWith(`${name}_before_`));
  if (!checked) {
    checked = `${name}_before_${boundaryAfter(new Date(), unit)}`;
    const boundary = checked.slice(-10);
    await raw(
      db,
      `alter table "${name}" add constraint "${checked}"
        check ("${column}" < '${boundary}T00:00:00Z'::timestamptz)`,
    );
  }
  if (isOfMachines) {
    await raw(db, timeIndex(table, ''));
    if (!constraints.includes(`${name}_machine`))
      await raw(
        db,
        `alter table "${name}" add constraint "${name}_machine" foreign key ("organisationId", "machineId")
          references machines ("organisationId", id) on delete cascade`,
      );
    await raw(db, `alter table "${name}" drop constraint "${name}_machineId_fkey"`);
  }
  await raw(db, `alter table "${name}" drop constraint "${name}_pkey"`);
  await raw(db, `alter table "${name}" add constraint "${name}_pkey_before" primary key using index "${name}_key"`);
  await dropFormerUniques(db, table);
  return checked.slice(-10);
}

/** Those that cannot be unique over all partitions; each partition has its own instead. */
async function dropFormerUniques(db: Kysely<unknown>, { name, alsoUnique, uniqueInEach }: PartitionedTable) {
  const kept = uniqueInEach.map((_, number) => uniqueName(name, number));
  const former = await namesOf(
    db,
    `select indexrelid::regclass::text as name from pg_index
      where indrelid = '"${name}"'::regclass and indisunique and not indisprimary`,
  );
  for (const one of former) {
    const bare = one.replaceAll('"', '');
    if (!kept.includes(bare) && !(alsoUnique && bare === `${name}_also`)) await raw(db, `drop index ${one}`);
  }
  if (alsoUnique) await raw(db, `alter index "${name}_also" rename to "${name}_also_before"`);
}

/** The indexes of every partition that are not unique, as statements that create them. */
async function indexesOf(db: Kysely<unknown>, { name }: PartitionedTable) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${sql.lit(`"${name}"`)}::regclass and not indisunique and relname <> ${sql.lit(timeIndexName(name))}
    order by relname`.execute(db);
  return rows;
}

/**
 * Policies and grants of the former table go to the partitioned one. The partitions have none, so that nobody reads or
 * writes around the policies by naming a partition.
 */
async function moveRights(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  await raw(
    db,
    `do $move$
    declare one record;
    begin
      for one in
        select polname, case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
            when 'd' then 'delete' else 'all' end as command,
          array_to_string(array(select quote_ident(rolname) from pg_roles where oid = any(polroles)), ', ') as roles,
          pg_get_expr(polqual, polrelid) as seen, pg_get_expr(polwithcheck, polrelid) as written
        from pg_policy where polrelid = '"${from}"'::regclass
      loop
        execute format('create policy %I on "${to}" for %s to %s', one.polname, one.command, one.roles)
          || coalesce(' using (' || one.seen || ')', '') || coalesce(' with check (' || one.written || ')', '');
        execute format('drop policy %I on "${from}"', one.polname);
      end loop;
      for one in
        select '' as part, privilege_type as privilege, grantee::regrole::text as who
          from pg_class, aclexplode(relacl) where pg_class.oid = '"${from}"'::regclass and grantee <> relowner
            and grantee <> 0
        union all
        select '(' || quote_ident(attname) || ')', privilege_type, grantee::regrole::text
          from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl)
          where attrelid = '"${from}"'::regclass and not attisdropped and grantee <> relowner and grantee <> 0
      loop
        execute format('grant %s %s on "${to}" to %s', one.privilege, one.part, one.who);
        execute format('revoke %s %s on "${from}" from %s', one.privilege, one.part, one.who);
      end loop;
    end $move$`,
  );
}
