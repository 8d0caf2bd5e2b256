import { z } from "@medusajs/framework/zod"
import type { Call } from "../call"
import { operation } from "../operation"
import type { ParsedRequest } from "../surface"
import type { Era } from "./era"

/** A method of MCP: the operation that it runs. */
export type Method = Pick<ParsedRequest, "operation" | "is_uncounted">

type Run = (params: Record<string, unknown>, call: Call) => object

/** How long a client may keep a list or a document, and what the server says of itself, in milliseconds. */
export const CACHING = { ttlMs: 60_000, cacheScope: "private" }

/** A method that costs little. It does not count against a client's rate limit. */
export const uncounted = (run: Run): Method => ({
  is_uncounted: true,
  operation: operation({
    access: "any_token",
    allows_anonymous: true,
    input: z.record(z.string(), z.unknown()),
    run: async (params, call) => run(params, call),
  }),
})

/** The same for a result that a client of the stateless versions may keep for a while. */
export const cacheable = ({ is_stateless }: Era, run: Run): Method =>
  uncounted((params, call) => ({ ...run(params, call), ...(is_stateless && CACHING) }))
