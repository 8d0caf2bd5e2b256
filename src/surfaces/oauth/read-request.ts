import { type Problem, problem } from "../../domain/errors"
import type { Call } from "../../gateway/call"
import type { AnyOperation } from "../../gateway/operation"
import type { ParsedRequest } from "../../gateway/surface"

/**
 * Reads the parameters by media type: the query of a GET and a form as URLSearchParams, JSON as its parsed value,
 * anything else as undefined. The schema of each operation then accepts only its own format.
 */
export function read(call: Call, operation: AnyOperation): ParsedRequest {
  if (call.method === "GET" || call.method === "HEAD") return { operation, input: call.query }
  if (call.body === null) return refuse(operation, problem("request_too_large"))
  const text = call.body.toString("utf8")
  switch (mediaType(call)) {
    case "application/x-www-form-urlencoded":
      return { operation, input: new URLSearchParams(text) }
    case "application/json":
      return readJson(operation, text)
    default:
      return { operation, input: undefined }
  }
}

function readJson(operation: AnyOperation, text: string): ParsedRequest {
  try {
    return { operation, input: JSON.parse(text) as unknown }
  } catch {
    return refuse(operation, problem("parse_error"))
  }
}

const refuse = (operation: AnyOperation, refused: Problem): ParsedRequest => ({
  operation,
  input: undefined,
  refused,
})

/** Whether the request is JSON: programs get JSON responses where browsers get pages. */
export const isJson = (call: Call): boolean => mediaType(call) === "application/json"

function mediaType(call: Call): string | undefined {
  return call.headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
}
