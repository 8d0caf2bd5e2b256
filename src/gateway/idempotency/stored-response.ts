import { encrypt, decrypt } from "../../domain/encryption"
import type { IdempotentRequest } from "../../modules/agent/models/idempotency"
import { policyOf } from "../admission"
import type { Call } from "../call"

/** How the body of a stored response is written and read. */
export interface BodyEncoding {
  wrap(body: string): string
  unwrap(stored: string): string
}

/** Stores the body unchanged. */
export const PLAIN: BodyEncoding = { wrap: (body) => body, unwrap: (stored) => stored }

/**
 * Encrypts the body, because it contains a secret. Without an encryption key it is stored in plain text: no response
 * contains a secret then.
 */
export function encryptedFor(call: Call, { owner, operation, key }: IdempotentRequest): BodyEncoding {
  const { encryption_key } = policyOf(call).options
  if (!encryption_key) return PLAIN
  const about = `answer ${owner} ${operation} ${key}`
  return {
    wrap: (body) => encrypt(body, about, encryption_key),
    unwrap: (stored) => decrypt(stored, about, encryption_key),
  }
}
