import { z } from "@medusajs/framework/zod"
import { canonicalJson } from "../../domain/canonical-json"
import { problem } from "../../domain/errors"
import { digest } from "../../domain/secrets"
import type { Call } from "../call"
import { jsonIn } from "../json-body"

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
 * The hash of the request that a key belongs to: the content of the body, however it is formatted, and the path
 * parameters, but not which alias of the route was called. So the same request over REST and over MCP is one.
 */
export function hashOf({ params, body }: Call): string {
  return digest(`${JSON.stringify(params)} ${body?.length ? contentHashOf(body) : digest("{}")}`)
}

/** The hash of a JSON body's content. Throws what `jsonIn` throws, and `invalid_request` if it is nested too deeply. */
export function contentHashOf(body: Buffer): string {
  return digest(canonicalText(jsonIn(body)))
}

/** The canonical text of a JSON value. Throws `invalid_request` if it is nested too deeply. */
export function canonicalText(value: unknown): string {
  try {
    return canonicalJson(value)
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw problem(
      "invalid_request",
      {},
      "The request body is nested too deeply. Reduce its nesting and send it again."
    )
  }
}
