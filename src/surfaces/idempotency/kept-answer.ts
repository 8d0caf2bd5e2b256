import { seal, unseal } from "../../domain/sealed"
import type { KeyedRequest } from "../../modules/agent/models/idempotency"
import { policyOf } from "../admission"
import type { Call } from "../call"

/** How the body of an answer is kept, and read again. */
export interface Keeping {
  wrap(body: string): string
  unwrap(kept: string): string
}

/** As it is. */
export const PLAIN: Keeping = { wrap: (body) => body, unwrap: (kept) => kept }

/** Sealed, because it has a secret in it; without a key to seal with no secret is ever answered. */
export function sealedFor(call: Call, { owner, operation, key }: KeyedRequest): Keeping {
  const { encryption_key } = policyOf(call).options
  if (!encryption_key) return PLAIN
  const about = `answer ${owner} ${operation} ${key}`
  return {
    wrap: (body) => seal(body, about, encryption_key),
    unwrap: (kept) => unseal(kept, about, encryption_key),
  }
}
