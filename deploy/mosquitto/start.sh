#!/bin/sh
# Runs mosquitto, and lets it read the revoked certificates again when their file has changed: mosquitto does so at
# SIGHUP only. start.sh [configuration] [list of revoked certificates] [seconds between looks]
set -eu
configuration=${1:-/etc/mosquitto/mosquitto.conf}
list=${2:-/etc/mosquitto/fournil/crl.pem}
seconds=${3:-10}

mosquitto -c "$configuration" &
broker=$!
trap 'kill "$broker"; wait "$broker"; exit' TERM INT
seen=$(cksum <"$list")
while kill -0 "$broker" 2>/dev/null; do
  sleep "$seconds" &
  wait $! || true
  present=$(cksum <"$list")
  if [ "$present" != "$seen" ]; then
    seen=$present
    kill -HUP "$broker" || true
  fi
done
wait "$broker"
