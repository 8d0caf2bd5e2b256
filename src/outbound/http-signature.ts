import { createHash, createPrivateKey, type JsonWebKey, type KeyObject, sign } from "node:crypto"
import type { OutboundMessage } from "./post"

/** What a message is signed with: a private EC P-256 key, and the name its public half is published under. */
export interface MessageKey {
  readonly id: string
  readonly jwk: JsonWebKey
}

const keys = new WeakMap<JsonWebKey, KeyObject>()

/**
 * The headers that sign a POST (RFC 9421, ECDSA P-256 with SHA-256; RFC 9530 for the body): its address, all of its
 * headers named in `covered`, and its body.
 */
export function signatureHeaders(
  { url, headers, body }: OutboundMessage,
  covered: readonly string[],
  key: MessageKey,
  now: Date = new Date()
): Record<string, string> {
  const digest = `sha-256=:${createHash("sha256").update(body).digest("base64")}:`
  const { host, pathname, search } = new URL(url)
  const components: [name: string, value: string][] = [
    ["@method", "POST"],
    ["@authority", host],
    ["@path", pathname],
    ...(search ? [["@query", search] as [string, string]] : []),
    ["content-digest", digest],
    ...covered.map((name): [string, string] => [name, headers[name] ?? ""]),
  ]
  const names = components.map(([name]) => `"${name}"`).join(" ")
  const parameters = `(${names});created=${Math.floor(now.getTime() / 1000)};keyid="${key.id}"`
  const base = [
    ...components.map(([name, value]) => `"${name}": ${value}`),
    `"@signature-params": ${parameters}`,
  ]
  const signature = sign("sha256", Buffer.from(base.join("\n")), {
    key: keyOf(key.jwk),
    // What is signed on the web is r and s, and not their DER encoding.
    dsaEncoding: "ieee-p1363",
  })
  return {
    "content-digest": digest,
    "signature-input": `sig1=${parameters}`,
    signature: `sig1=:${signature.toString("base64")}:`,
  }
}

function keyOf(jwk: JsonWebKey): KeyObject {
  const known = keys.get(jwk) ?? createPrivateKey({ key: jwk, format: "jwk" })
  keys.set(jwk, known)
  return known
}
