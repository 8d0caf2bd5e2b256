import type { IncomingHttpHeaders } from "node:http"
import { headerMismatch } from "./era"
import type { Message } from "./message"

/** The parameter that the header `Mcp-Name` repeats, by method. */
const NAMED: Readonly<Record<string, string>> = { "tools/call": "name", "resources/read": "uri" }

/**
 * Checks that the headers of a stateless request repeat its body (MCP 2026-07-28: Streamable HTTP, standard request
 * headers), so that a proxy that decides by headers and the store never see different calls. Throws `header_mismatch`.
 */
export function checkMirroredHeaders({ method, params }: Message, headers: IncomingHttpHeaders): void {
  if (headers["mcp-method"] !== method) throw headerMismatch("Mcp-Method", "method")
  const named = NAMED[method]
  if (named === undefined) return
  if (decoded(headers["mcp-name"]?.toString()) !== params[named])
    throw headerMismatch("Mcp-Name", `params.${named}`)
}

const UTF8 = new TextDecoder("utf-8", { fatal: true })

/** The value of a header, which has the form `=?base64?…?=` if it is not plain ASCII. */
function decoded(value: string | undefined): string | undefined {
  const encoded = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value ?? "")?.[1]
  if (encoded === undefined) return value
  try {
    return UTF8.decode(Buffer.from(encoded, "base64"))
  } catch {
    return undefined
  }
}
