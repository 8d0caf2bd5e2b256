#!/bin/sh
# Whether a message is the store's, with openssl: the headers and the secret in the environment, the body, byte for byte
# as it arrived, on standard input.
set -eu

# Older or newer messages are somebody's repetition.
age=$(($(date +%s) - WEBHOOK_TIMESTAMP))
[ "${age#-}" -le 300 ] || exit 1

key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=v1,$({ printf %s.%s. "$WEBHOOK_ID" "$WEBHOOK_TIMESTAMP"; cat; } |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

# While a secret is being replaced there are two signatures.
for signature in $WEBHOOK_SIGNATURE; do
  if [ "$signature" = "$expected" ]; then
    echo genuine
    exit 0
  fi
done
exit 1
