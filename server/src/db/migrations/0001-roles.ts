import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { logins, roleName } from '../roles.ts';

/**
 * The roles of database access: see `Scope` in database.ts. None is a superuser, owns a table or may become another.
 */
export const roles: Migration = {
  async up(db) {
    for (const login of logins) {
      const name = await roleName(db, login);
      // Roles belong to the whole cluster: they may exist from a dropped database of this name.
      await sql`do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(name)})
        then create role ${sql.id(name)} nologin; end if;
      end $$`.execute(db);
      await sql`grant usage on schema public to ${sql.id(name)}`.execute(db);
    }
    // The collation for names: language independent, numbers by value: "Four 2" before "Four 10".
    await sql`create collation natural_order (provider = icu, locale = 'und-u-kn-true')`.execute(db);
    await sql`create table "serverSecrets" (name text primary key, value text not null)`.execute(db);
  },
};
