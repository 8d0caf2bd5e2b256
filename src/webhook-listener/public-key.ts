import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto"
import type { Message } from "./message"

/** A public key of a store, with its key id. */
export type StoreKey = JsonWebKey & { readonly kid?: string }

/** Fetches the keys of a store's UCP profile. Throws when the profile is not available. */
export async function keysIn(profile: string): Promise<StoreKey[]> {
  const answer = await fetch(profile, { signal: AbortSignal.timeout(5_000) })
  if (!answer.ok) throw new Error(`${profile} answered ${answer.status}`)
  const { signing_keys = [], keys = signing_keys } = (await answer.json()) as Record<string, StoreKey[]>
  return keys
}

/** The components that every signature must cover. */
const REQUIRED_COMPONENTS = [
  "@method",
  "@authority",
  "@path",
  "content-digest",
  "webhook-id",
  "webhook-timestamp",
]

/** The fault of a message's HTTP signature (RFC 9421); undefined when one of the keys has signed it. */
export function faultByKey(message: Message, keys: readonly StoreKey[]): string | undefined {
  const { headers, body } = message
  const [, label, parameters = ""] = /^(\w+)=(.+)$/.exec(String(headers["signature-input"] ?? "")) ?? []
  const names = [...(/^\(([^)]*)\)/.exec(parameters)?.[1] ?? "").matchAll(/"([^"]+)"/g)].map(
    ([, name = ""]) => name
  )
  const [, signature = ""] = new RegExp(`^${label}=:([^:]+):$`).exec(String(headers.signature ?? "")) ?? []
  if (!label || !signature) return "the message has no signature by a key"
  const missing = REQUIRED_COMPONENTS.find((name) => !names.includes(name))
  if (missing) return `the signature does not cover ${missing}`
  const digest = createHash("sha256").update(body).digest("base64")
  if (headers["content-digest"] !== `sha-256=:${digest}:`) return "the body does not match Content-Digest"
  const jwk = keys.find(({ kid }) => parameters.includes(`keyid="${kid}"`))
  if (!jwk) return "the signing key is not in the store's profile"
  const key = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" as const }
  const lines = [
    ...names.map((name) => `"${name}": ${valueOf(name, message)}`),
    `"@signature-params": ${parameters}`,
  ]
  const isSigned = verify("sha256", Buffer.from(lines.join("\n")), key, Buffer.from(signature, "base64"))
  return isSigned ? undefined : "the signature does not match the message"
}

function valueOf(name: string, { method, url, headers }: Message): string {
  const [path = "", query] = url.split("?")
  const derived: Record<string, string> = {
    "@method": method,
    "@authority": String(headers.host),
    "@path": path,
    "@query": `?${query ?? ""}`,
  }
  return derived[name] ?? String(headers[name] ?? "")
}
