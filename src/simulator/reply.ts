import type { IncomingMessage, ServerResponse } from "node:http"
import { BankError } from "./errors"

const BODY_LIMIT = 256 * 1024
// A client may finish sending a somewhat oversized body, so that it can read the response.
const READ_LIMIT = 32 * BODY_LIMIT

/** A response ready to send, its body already in its final bytes. */
export interface Reply {
  status: number
  text: string
  headers?: Record<string, string>
}

/** A JSON response. */
export function json(status: number, body: object, headers?: Record<string, string>): Reply {
  return { status, text: JSON.stringify(body), headers }
}

/** An error as a JSON response. */
export function refusal(error: BankError): Reply {
  const { retryAfter } = error.details
  return json(error.status, error.toBody(), retryAfter ? { "Retry-After": String(retryAfter) } : undefined)
}

/** Sends a response, as JSON unless its headers have another type. */
export function send(response: ServerResponse, { status, text, headers }: Reply): void {
  const length = { "Content-Length": String(Buffer.byteLength(text)) }
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8", ...length, ...headers })
  response.end(text)
}

/** The raw body, byte for byte. Throws 413 `invalid_request` above 256 KiB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > READ_LIMIT) break
    if (size <= BODY_LIMIT) chunks.push(chunk)
  }
  if (size > BODY_LIMIT)
    throw new BankError("invalid_request", "The body is larger than 256 KiB.", { status: 413 })
  return Buffer.concat(chunks)
}

/** Parses a JSON body; throws 400 `invalid_request` when it is not JSON. */
export function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw))
  } catch {
    throw new BankError("invalid_request", "The body is not JSON in UTF-8.")
  }
}
