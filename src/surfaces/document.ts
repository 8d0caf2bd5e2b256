import { digest } from "../domain/secrets"
import type { Call } from "./call"
import { json, type RawReply, reply } from "./reply"

/**
 * A document of discovery: anyone may keep it for five minutes and read it from any web page, and whoever shows its
 * ETag is answered 304 without a body (RFC 9110 §13.1.2). `more` are further headers.
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

/** The ETag of a document that is the same only when every byte of it is. */
export const tagOf = (content: object): string => `"${digest(JSON.stringify(content))}"`

/** Whether the caller has what an ETag stands for already (RFC 9110 §13.1.2: compared weakly). */
export function isKnown(etag: string, { headers }: Call): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "")
  const known = (headers["if-none-match"] ?? "").split(",").map(opaque)
  return known.includes(opaque(etag)) || known.includes("*")
}
