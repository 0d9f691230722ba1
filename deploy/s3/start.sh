#!/bin/sh
# SeaweedFS with one bucket and one pair of keys.
set -eu

cat >/tmp/s3.json <<JSON
{"identities": [{
  "name": "fournil",
  "credentials": [{"accessKey": "$AWS_ACCESS_KEY_ID", "secretKey": "$AWS_SECRET_ACCESS_KEY"}],
  "actions": ["Read:fournil", "Write:fournil", "List:fournil", "Tagging:fournil"]
}]}
JSON
(
  until echo 's3.bucket.create -name fournil' | weed shell -master=localhost:9333 >/tmp/shell.log 2>&1; do sleep 1; done
  touch /tmp/bucket-made
) &
exec weed server -dir=/data -ip=s3 -ip.bind=0.0.0.0 -s3 -s3.port=8333 -s3.config=/tmp/s3.json
