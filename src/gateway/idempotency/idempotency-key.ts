import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { digest } from "../../domain/secrets"
import type { Call } from "../call"

const Key = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()

/** The `Idempotency-Key` of a call; undefined when there is none. Throws `invalid_params` for an invalid one. */
export function keyIn({ headers }: Call): string | undefined {
  const key = Key.safeParse(headers["idempotency-key"])
  if (key.success) return key.data
  const message = "must be 1 to 255 visible ASCII characters"
  throw problem("invalid_params", { issues: [{ path: "Idempotency-Key", message }] })
}

/**
 * The hash of the request that a key belongs to: the raw body and the path parameters, but not which alias of the route
 * was called.
 */
export function hashOf({ params, body }: Call): string {
  return digest(`${JSON.stringify(params)} ${digest(body ?? "")}`)
}
