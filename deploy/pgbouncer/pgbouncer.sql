-- The login with which PgBouncer asks for the verifiers of the product's logins. Run once, in the product's database,
-- by a superuser:
--   psql --dbname=fournil --single-transaction --set=ON_ERROR_STOP=1 --set=password=… --file=deploy/pgbouncer/pgbouncer.sql
-- The same password belongs in /etc/pgbouncer/userlist.txt, a file of the user postgres that nobody else may read:
--   "pgbouncer" "…"
create role pgbouncer login password :'password';
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
-- Verifiers of the product's own logins only: the schema of this database was opened to them by name, not only to everybody, and they end like that.
-- The owner of the database is not among them: the product uses that one past the pooler (DATABASE_DIRECT_URL).
create function pgbouncer.verifier_of(login text) returns table (name text, verifier text)
  language sql security definer set search_path = pg_catalog as $$
    select usename::text, passwd from pg_shadow
    where usename = login and not usesuper
      and exists (select from pg_namespace, aclexplode(nspacl) as granted where nspname = 'public' and granted.grantee = usesysid)
      and usename ~ '_(app|staff|gate|link|jobs|nobody)$'
  $$;
revoke all on function pgbouncer.verifier_of from public;
grant execute on function pgbouncer.verifier_of to pgbouncer;
