#!/bin/bash
# Run once on the primary: the account of the standby, with the one right that it needs, and a slot that keeps what it has
# not read yet. The image runs it when it makes the cluster. By hand, as the user postgres:
#   POSTGRES_USER=postgres REPLICATION_PASSWORD=… bash deploy/postgres/primary.sh
# As Debian installs it, PostgreSQL listens on its own computer only: set listen_addresses, and restart it.
set -euo pipefail

ask() {
  psql --username "$POSTGRES_USER" --dbname postgres --set ON_ERROR_STOP=1 --no-align --tuples-only "$@"
}

ask --set=password="$REPLICATION_PASSWORD" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('standby');
SQL
# From networks that this computer is in; write the address of the standby in place of `samenet` where it is elsewhere.
echo 'host replication replicator samenet scram-sha-256' >>"$(ask --command='show hba_file')"
ask --command='select pg_reload_conf()'
