import { contentDigest } from "../domain/content-digest"
import { type Component, type MessageKey, signComponents } from "../domain/message-signature"
import type { OutboundMessage } from "./post"

/**
 * The headers that sign a POST request (RFC 9421; RFC 9530 for the body). The signature covers its URL, the headers
 * named in `covered`, and its body.
 */
export function signatureHeaders(
  { url, headers, body }: OutboundMessage,
  covered: readonly string[],
  key: MessageKey,
  now: Date = new Date()
): Record<string, string> {
  const digest = contentDigest(body)
  const { host, pathname, search } = new URL(url)
  const components: Component[] = [
    ["@method", "POST"],
    ["@authority", host],
    ["@path", pathname],
    ...(search ? [["@query", search] as const] : []),
    ["content-digest", digest],
    ...covered.map((name): Component => [name, headers[name] ?? ""]),
  ]
  return { "content-digest": digest, ...signComponents(components, key, now) }
}
