import type { Call } from "../../call"

/** What of a call its signature can be about. */
export type Sent = Pick<Call, "method" | "base_url" | "path" | "query_text" | "headers" | "body">

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"]

/** What a signature has to cover for a request to count as signed (UCP: Message signatures). */
export function requiredOf({ method, query_text, headers, body }: Sent): string[] {
  const isChanging = CHANGING.includes(method)
  return [
    ...["@method", "@authority", "@path"],
    ...(query_text ? ["@query"] : []),
    ...("ucp-agent" in headers ? ["ucp-agent"] : []),
    ...(isChanging && "idempotency-key" in headers ? ["idempotency-key"] : []),
    ...(body?.length ? ["content-digest", "content-type"] : []),
  ]
}

/** What is not a header (RFC 9421 section 2.2): of the store's public address, whatever host was called. */
const DERIVED: Readonly<Record<string, (sent: Sent) => string>> = {
  "@method": ({ method }) => method,
  "@scheme": ({ base_url }) => new URL(base_url).protocol.replace(":", ""),
  "@authority": ({ base_url }) => new URL(base_url).host,
  "@path": pathOf,
  "@query": ({ query_text }) => `?${query_text}`,
  "@request-target": targetOf,
  "@target-uri": (sent) => new URL(sent.base_url).origin + targetOf(sent),
}

/** What a component of a request is; undefined when it has none of this name, or the name is not known here. */
export function valueOf(name: string, sent: Sent): string | undefined {
  if (name.startsWith("@")) return Object.hasOwn(DERIVED, name) ? DERIVED[name]?.(sent) : undefined
  return Object.hasOwn(sent.headers, name) ? String(sent.headers[name]) : undefined
}

/** As the client has sent it: what stands in front of the store takes the path of the public address away. */
function pathOf({ base_url, path }: Sent): string {
  return new URL(base_url).pathname.replace(/\/$/, "") + path
}

function targetOf(sent: Sent): string {
  return pathOf(sent) + (sent.query_text && `?${sent.query_text}`)
}
