import { problem } from "../domain/errors"
import { isStorable } from "../domain/storable"

/** Parses a JSON body. Throws `request_too_large`, and `parse_error` also for text that the database cannot store. */
export function jsonIn(body: Buffer | null): unknown {
  if (!body) throw problem("request_too_large")
  const value = parsed(body.toString("utf8"))
  if (isStorable(value)) return value
  throw problem(
    "parse_error",
    {},
    "The request body contains a NUL character or an unpaired surrogate. Remove it and send the request again."
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw problem("parse_error")
  }
}
