"""Verifies that the store sent a message. Needs only the standard library."""

import base64
import hashlib
import hmac
import os
import sys
import time

# A message that is older or newer than this is rejected, because it may be a replay.
TOLERANCE_SECONDS = 300


def is_genuine(body: bytes, webhook_id: str, timestamp: str, signature: str, secret: str) -> bool:
    """Pass the raw body, byte for byte, never a parsed and serialized one."""
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{webhook_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    # For 24 hours after a rotation of the secret, a message has two signatures.
    return any(hmac.compare_digest(one.encode(), expected.encode()) for one in signature.split(" "))


if __name__ == "__main__":
    # As a program: the headers and the secret in the environment, the body on standard input.
    names = ("WEBHOOK_ID", "WEBHOOK_TIMESTAMP", "WEBHOOK_SIGNATURE", "WEBHOOK_SECRET")
    if not is_genuine(sys.stdin.buffer.read(), *(os.environ[name] for name in names)):
        sys.exit(1)
    print("genuine")
