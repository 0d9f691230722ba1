import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { logins, roleName } from '../roles.ts';

/**
 * Who may ask the database: see `Scope` in database.ts. None is a superuser, none owns a table, none may become
 * another.
 */
export const roles: Migration = {
  async up(db) {
    for (const login of logins) {
      const name = await roleName(db, login);
      // Roles belong to the whole cluster: they may be there from a database of this name that was dropped.
      await sql`do $$ begin
        if not exists (select from pg_roles where rolname = ${sql.lit(name)})
        then create role ${sql.id(name)} nologin; end if;
      end $$`.execute(db);
      await sql`grant usage on schema public to ${sql.id(name)}`.execute(db);
    }
    // Sorts names as people do, in any language, numbers by value: "Four 2" before "Four 10".
    await sql`create collation natural_order (provider = icu, locale = 'und-u-kn-true')`.execute(db);
    await sql`create table "serverSecrets" (name text primary key, value text not null)`.execute(db);
  },
};
