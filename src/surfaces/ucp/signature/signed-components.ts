import type { Call } from "../../../gateway/call"

/** The parts of a call that a signature can cover. */
export type Sent = Pick<Call, "method" | "base_url" | "path" | "query_text" | "headers" | "body">

const CHANGING = ["POST", "PUT", "PATCH", "DELETE"]

/**
 * The components that a signature must cover for the request to count as signed (UCP: Message signatures). Where
 * signatures are required, a change must also cover its token, if it has one, so that the signature is of no use with another one.
 */
export function requiredOf({ method, query_text, headers, body }: Sent, isRequired: boolean): string[] {
  const isChanging = CHANGING.includes(method)
  return [
    "@method",
    "@authority",
    "@path",
    ...(query_text ? ["@query"] : []),
    ...("ucp-agent" in headers ? ["ucp-agent"] : []),
    ...(isChanging && "idempotency-key" in headers ? ["idempotency-key"] : []),
    ...(isChanging && isRequired && "authorization" in headers ? ["authorization"] : []),
    ...(body?.length ? ["content-digest", "content-type"] : []),
  ]
}

/** Derived components (RFC 9421 section 2.2). They use the store's public address, not the Host that was called. */
const DERIVED: Readonly<Record<string, (sent: Sent) => string>> = {
  "@method": ({ method }) => method,
  "@scheme": ({ base_url }) => new URL(base_url).protocol.replace(":", ""),
  "@authority": ({ base_url }) => new URL(base_url).host,
  "@path": pathOf,
  "@query": ({ query_text }) => `?${query_text}`,
  "@request-target": targetOf,
  "@target-uri": (sent) => new URL(sent.base_url).origin + targetOf(sent),
}

/** The value of a component; undefined when the request does not have it, or the name is unknown. */
export function valueOf(name: string, sent: Sent): string | undefined {
  if (name.startsWith("@")) return Object.hasOwn(DERIVED, name) ? DERIVED[name]?.(sent) : undefined
  return Object.hasOwn(sent.headers, name) ? String(sent.headers[name]) : undefined
}

/** The path as the client sent it: a reverse proxy may have removed the path of the public address. */
function pathOf({ base_url, path }: Sent): string {
  return new URL(base_url).pathname.replace(/\/$/, "") + path
}

function targetOf(sent: Sent): string {
  return pathOf(sent) + (sent.query_text && `?${sent.query_text}`)
}
