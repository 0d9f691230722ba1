#!/bin/bash
# Run once, when the primary's cluster is made: the account of the standby, with the one right that it needs, and a slot
# that keeps what it has not read yet.
set -euo pipefail

psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --set password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('standby');
SQL
echo 'host replication replicator samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
