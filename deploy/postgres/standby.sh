#!/bin/bash
# Copies the primary when the standby has no cluster yet, then follows it. After a failover the former primary becomes
# the standby by the same program: with an empty folder, and PRIMARY_HOST naming the new primary. By hand, as the user
# postgres, with an empty folder and what starts PostgreSQL over it:
#   PGDATA=… PRIMARY_HOST=… REPLICATION_PASSWORD=… bash deploy/postgres/standby.sh postgres
set -euo pipefail
umask 0077

if [ -s "$PGDATA/PG_VERSION" ]; then
  # The copy writes this line, which stays when the standby is promoted.
  if ! grep --quiet --no-messages 'application_name=standby' "$PGDATA/postgresql.auto.conf"; then
    echo "$PGDATA has a cluster that is no copy of a primary: give this program an empty folder." >&2
    exit 1
  fi
else
  # Copied beside, so that a copy that broke off is not taken for a cluster.
  copy="$PGDATA/copying"
  rm -rf "$copy"
  # The password is written into the standby's own settings. The application name is the one in synchronous_standby_names.
  primary="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=standby"
  until said="$(LC_ALL=C PGPASSWORD="$REPLICATION_PASSWORD" pg_basebackup --dbname "$primary" \
    --pgdata "$copy" --write-recovery-conf --slot standby --wal-method stream --checkpoint fast 2>&1)"; do
    echo "$said" >&2
    case "$said" in
      *'password authentication failed'*)
        echo 'The primary refuses REPLICATION_PASSWORD: it is not the one that primary.sh was given, or primary.sh has not run.' >&2
        exit 1
        ;;
    esac
    echo 'The primary cannot be copied yet; the next attempt is in five seconds.' >&2
    rm -rf "$copy"
    sleep 5
  done
  [ -z "$said" ] || echo "$said" >&2
  mv "$copy"/* "$PGDATA"/
  rmdir "$copy"
fi
chmod 0700 "$PGDATA"
exec "$@"
