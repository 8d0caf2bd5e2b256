import { digest } from "../domain/secrets"
import type { Call } from "./call"
import { json, type RawReply, reply } from "./reply"

/**
 * A document of discovery: anyone may keep it for five minutes and read it from any web page, and whoever shows its
 * ETag is answered 304 without a body (RFC 9110 §13.1.2). `more` are further headers.
 */
export function document(content: object, { headers }: Call, more: Record<string, string> = {}): RawReply {
  const etag = `"${digest(JSON.stringify(content))}"`
  const caching = {
    ETag: etag,
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
    ...more,
  }
  const known = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""))
  return known.includes(etag) || known.includes("*") ? reply(304, caching) : json(content, 200, caching)
}
