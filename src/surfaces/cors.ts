import { z } from "@medusajs/framework/zod"
import { problem } from "../domain/errors"
import { policyOf } from "./admission"
import type { Call } from "./call"
import { type AnyOperation, operation } from "./operation"
import { reply } from "./reply"
import type { Surface } from "./surface"

type Headers = Record<string, string>

/** Every header in which a surface says something, and which a page could not read otherwise. */
const TOLD = [
  ...["WWW-Authenticate", "Retry-After", "Allow", "ETag", "Request-Id", "X-Request-Id"],
  ...["Idempotency-Key", "Idempotent-Replayed", "Content-Digest", "Signature", "Signature-Input"],
].join(", ")

/**
 * What a browser is told about pages of other origins (Fetch standard, CORS protocol). None may call, except those of
 * origins the merchant names. Cookies never count: a page has to have a token of its own.
 */
export async function corsHeaders(call: Call, surface: Surface): Promise<Headers> {
  const { origin } = call.headers
  if (!origin || !isForPages(surface, call)) return {}
  const { cors_origins } = await policyOf(call).settings()
  if (!cors_origins.includes(origin)) return { Vary: "Origin" }
  return {
    Vary: "Origin",
    "Access-Control-Allow-Origin": origin,
    "Access-Control-Expose-Headers": TOLD,
  }
}

function isForPages({ cors = [] }: Surface, { path }: Call): boolean {
  return cors === "all" || cors.some((end) => path.endsWith(end))
}

/** Answers a browser that asks before it calls; whoever may not call is told the methods, as with any wrong one. */
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
        "Access-Control-Allow-Headers": askedHeaders(call),
        "Access-Control-Max-Age": "600",
      })
    },
  })
}

/** The headers a page wants to send: it is trusted with all it asks for, as far as these are names of headers. */
function askedHeaders({ headers }: Call): string {
  const asked = headers["access-control-request-headers"] ?? ""
  return /^[\w!#$%&'*+.^`|~, -]*$/.test(asked) ? asked : ""
}
