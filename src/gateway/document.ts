import { digest } from "../domain/secrets"
import type { Call } from "./call"
import { json, type RawReply, reply } from "./reply"

/**
 * A discovery document: cacheable for five minutes, readable from any web page, and 304 without a body when the request
 * has its ETag (RFC 9110 §13.1.2). `more` are further headers.
 */
export function document(
  content: object,
  call: Call,
  more: Record<string, string> = {},
  etag = tagOf(content)
): RawReply {
  const caching = {
    ETag: etag,
    "Cache-Control": "public, max-age=300",
    "Access-Control-Allow-Origin": "*",
    ...more,
  }
  return isKnown(etag, call) ? reply(304, caching) : json(content, 200, caching)
}

/** A strong ETag: it is the same only when every byte of the document is. */
export const tagOf = (content: object): string => `"${digest(JSON.stringify(content))}"`

/** Whether the caller has the version with this ETag already (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(etag: string, { headers }: Call): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "")
  const known = (headers["if-none-match"] ?? "").split(",").map(opaque)
  return known.includes(opaque(etag)) || known.includes("*")
}
