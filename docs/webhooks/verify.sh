#!/bin/sh
# Verifies with openssl that the store sent a message: the headers and the secret are in the environment, the raw body,
# byte for byte, is on standard input.
set -eu

# A message that is older or newer than this is rejected, because it may be a replay.
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
[ "${age#-}" -le 300 ] || exit 1

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=v1,$({ printf %s.%s. "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

# For 24 hours after a rotation of the secret, a message has two signatures.
for signature in $WEBHOOK_SIGNATURE; do
  if [ "$signature" = "$expected" ]; then
    echo genuine
    exit 0
  fi
done
exit 1
