import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { digest } from "../../domain/secrets"
import type { Call } from "../call"

const Key = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()

/** The `Idempotency-Key` of a call. Throws `invalid_params` for what can be none. */
export function keyIn({ headers }: Call): string | undefined {
  const key = Key.safeParse(headers["idempotency-key"])
  if (key.success) return key.data
  const message = "must be 1 to 255 visible ASCII characters"
  throw problem("invalid_params", { issues: [{ path: "Idempotency-Key", message }] })
}

/** What a key stands for: the raw bytes count, and what the address names; not under which of its names it was called. */
export function hashOf({ params, body }: Call): string {
  return digest(`${JSON.stringify(params)} ${digest(body ?? "")}`)
}
