import { problem } from "../domain/errors"
import type { Call } from "./call"
import { isStorable } from "../domain/storable"

/** Parses a JSON body. Throws `request_too_large`, and `parse_error` also for text that the database cannot store. */
export function jsonIn(body: Buffer | null): unknown {
  if (!body) throw problem("request_too_large")
  const value = parsed(body)
  if (isStorable(value)) return value
  throw problem(
    "parse_error",
    {},
    "The request body contains a NUL character or an unpaired surrogate. Remove it and send the request again."
  )
}

/** RFC 8259 section 8.1 requires UTF-8: other bytes are refused, because replacing them would change the content. */
const UTF8 = new TextDecoder("utf-8", { fatal: true })

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body))
  } catch {
    throw problem("parse_error")
  }
}

/** `application/json`, and types with its suffix such as `application/a2a+json` (RFC 6839). */
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i

/**
 * Throws `unsupported_media_type` for a body whose headers name another format than JSON, or an encoding such as gzip,
 * which is not decoded. A body without a `Content-Type` is read as JSON.
 */
export function checkJsonBody({ headers }: Pick<Call, "headers">): void {
  const type = headers["content-type"] ?? "application/json"
  const encoding = headers["content-encoding"] ?? "identity"
  if (!JSON_TYPE.test(type.trim())) throw problem("unsupported_media_type", { content_type: type })
  if (encoding.trim().toLowerCase() === "identity") return
  const message = "The request body must not be encoded. Send it without Content-Encoding."
  throw problem("unsupported_media_type", { content_encoding: encoding }, message)
}
