import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { policyOf } from "./admission"
import type { Call } from "./call"
import { type AnyOperation, operation } from "./operation"
import { reply } from "./reply"
import type { Surface } from "./surface"

type Headers = Record<string, string>

/** Every response header of a surface that a web page could not read otherwise. */
const EXPOSED_HEADERS = [
  "WWW-Authenticate",
  "Retry-After",
  "Allow",
  "ETag",
  "Request-Id",
  "X-Request-Id",
  "RateLimit",
  "RateLimit-Policy",
  "Idempotency-Key",
  "Idempotent-Replayed",
  "Content-Digest",
  "Signature",
  "Signature-Input",
].join(", ")

/**
 * The CORS headers of a response (Fetch standard, CORS protocol). Only pages of the origins that the merchant lists may
 * call. Cookies are never accepted: a page needs a token of its own.
 */
export async function corsHeaders(call: Call, surface: Surface): Promise<Headers> {
  const { origin } = call.headers
  if (!origin || !isForPages(surface, call)) return {}
  const { cors_origins } = await policyOf(call).settings()
  if (!cors_origins.includes(origin)) return { Vary: "Origin" }
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": EXPOSED_HEADERS,
  }
}

function isForPages({ cors = [] }: Surface, { path }: Call): boolean {
  return cors === "all" || cors.some((end) => path.endsWith(end))
}

/**
 * Answers a CORS preflight request. A page that may not call gets `method_not_allowed`, as for any other wrong method.
 */
export function preflight(surface: Surface, methods: readonly string[], forAll: boolean): AnyOperation {
  return operation({
    access: "discovery",
    input: z.unknown(),
    async run(_, call) {
      const allowed = forAll ? { "Access-Control-Allow-Origin": "*" } : await corsHeaders(call, surface)
      if (!("Access-Control-Allow-Origin" in allowed)) throw problem("method_not_allowed", { allow: methods })
      return reply(204, {
        ...allowed,
        "Access-Control-Allow-Methods": methods.join(", "),
        "Access-Control-Allow-Headers": requestedHeaders(call),
        "Access-Control-Max-Age": "600",
      })
    },
  })
}

/** Allows every request header that the page asks for, as long as they are valid header names. */
function requestedHeaders({ headers }: Call): string {
  const requested = headers["access-control-request-headers"] ?? ""
  return /^[\w!#$%&'*+.^`|~, -]*$/.test(requested) ? requested : ""
}
