import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { logins, prefixOf } from '../roles.ts';

/**
 * SEC-05: databases of an earlier version shared the roles `fournil_…` with all others on their cluster, and their
 * owner could become each of them. This migration creates roles of their own and moves the grants to them.
 */
export const ownLogins: Migration = {
  async up(db) {
    const { rows } = await sql<{ name: string; wasShared: boolean }>`select current_database() as name, exists (
      select from pg_namespace, aclexplode(nspacl) granted join pg_roles on pg_roles.oid = granted.grantee
      where nspname = 'public' and rolname = 'fournil_app') as "wasShared"`.execute(db);
    const prefix = prefixOf(rows[0]?.name ?? '');
    // A copy of another database continues with that one's roles.
    if (!rows[0]?.wasShared) return;
    for (const login of logins) {
      const name = `${prefix}_${login}`;
      await sql`do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(name)})
        then create role ${sql.id(name)} nologin; end if;
      end $$`.execute(db);
      await sql`grant usage on schema public to ${sql.id(name)}`.execute(db);
      if (prefix !== 'fournil') await move(db, `fournil_${login}`, name);
      else await sql`revoke ${sql.id(name)} from current_user`.execute(db);
    }
  },
};

/** Moves the grants of `from` in this database to `to`. */
export async function move(db: Kysely<unknown>, from: string, to: string): Promise<void> {
  await sql`do $$
    declare one record;
    begin
      if not exists (select from pg_roles where rolname = ${sql.lit(from)}) then return; end if;
      for one in select polname, polrelid::regclass as place from pg_policy
          where (select oid from pg_roles where rolname = ${sql.lit(from)}) = any(polroles) loop
        execute format('alter policy %I on %s to %I', one.polname, one.place, ${sql.lit(to)});
      end loop;
      for one in
        select relation.oid::regclass as place, '' as part, privilege_type as privilege
          from pg_class relation, aclexplode(relacl) granted
          where relnamespace = 'public'::regnamespace
            and grantee = (select oid from pg_roles where rolname = ${sql.lit(from)})
        union all
        select attrelid::regclass, '(' || quote_ident(attname) || ')', privilege_type
          from pg_attribute, aclexplode(attacl) granted
          where grantee = (select oid from pg_roles where rolname = ${sql.lit(from)})
      loop
        execute format('grant %s %s on %s to %I', one.privilege, one.part, one.place, ${sql.lit(to)});
        execute format('revoke %s %s on %s from %I', one.privilege, one.part, one.place, ${sql.lit(from)});
      end loop;
      execute format('revoke usage on schema public from %I', ${sql.lit(from)});
      if to_regnamespace('pgboss') is not null then
        execute format('revoke all on all tables in schema pgboss from %I', ${sql.lit(from)});
        execute format('revoke usage on schema pgboss from %I', ${sql.lit(from)});
      end if;
    end $$`.execute(db);
}
