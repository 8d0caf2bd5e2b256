import type { Check } from "../check"
import { ok, warning } from "../check-result"

/** Whether the key for encrypting stored secrets is set, which production requires. */
export const encryptionKey: Check = {
  name: "encryption key",
  run: ({ options }) => [
    options.encryption_key
      ? ok("is set")
      : warning(
          "is not set, and a store in production does not boot without it",
          "Run `openssl rand -base64 32` and set the output as encryption_key, or GW_ENCRYPTION_KEY."
        ),
  ],
}
