import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, verify } from "node:crypto"
import { createSigner, httpbis } from "http-message-signatures"
import type { SigningKey } from "./gwb"
import { world } from "./world"

/** A request of a platform and how it is signed, by an independent library. */
export interface SignedCall {
  readonly method?: string
  readonly path: string
  readonly profile: string
  readonly key: SigningKey
  readonly body?: string
  readonly headers?: Record<string, string>
  /** Sign another origin than the store's public one, or another path than the requested one. */
  readonly signed_origin?: string
  readonly signed_path?: string
  /** A component that the signature leaves out. */
  readonly uncovered?: string
  readonly parameters?: Record<string, Date | string | null>
}

export const digestHeader = (body: string): string =>
  `sha-256=:${createHash("sha256").update(body).digest("base64")}:`

/** The signed request, ready for `fetch`. */
export async function signedInit(
  call: SignedCall
): Promise<RequestInit & { headers: Record<string, string> }> {
  const { path, profile, key, body, method = body === undefined ? "GET" : "POST" } = call
  const headers = { ...headersOf(profile, body), ...call.headers }
  const { signed_origin = world().base_url, signed_path = path } = call
  const message = { method, url: `${signed_origin}${signed_path}`, headers }
  const pem = createPrivateKey({ key: key.jwk, format: "jwk" }).export({ format: "pem", type: "pkcs8" })
  const fields = [
    "@method",
    "@authority",
    "@path",
    ...(path.includes("?") ? ["@query"] : []),
    ...Object.keys(headers).filter((name) => !name.toLowerCase().startsWith("signature")),
  ].filter((name) => name !== call.uncovered)
  const paramValues = { created: new Date(), ...call.parameters }
  const params = ["keyid", ...Object.keys(paramValues)]
  const signer = createSigner(pem, "ecdsa-p256-sha256", key.kid)
  const signed = await httpbis.signMessage({ key: signer, fields, params, paramValues }, message)
  return { method, body, headers: signed.headers as Record<string, string> }
}

function headersOf(profile: string, body: string | undefined): Record<string, string> {
  return {
    "ucp-agent": `profile="${profile}"`,
    ...(body !== undefined && { "content-type": "application/json", "content-digest": digestHeader(body) }),
  }
}

/** Whether a response is signed with one of these keys, checked by the same independent library. */
export async function isGenuineAnswer(
  { status, headers }: Response,
  body: string,
  keys: readonly (JsonWebKey & { kid?: string })[]
): Promise<boolean> {
  if (headers.get("content-digest") !== digestHeader(body)) return false
  const keyLookup = async ({ keyid }: { keyid?: string }) => {
    const jwk = keys.find(({ kid }) => kid === keyid)
    if (!jwk) return null
    const key = createPublicKey({ key: jwk, format: "jwk" })
    const isSigned = async (data: Buffer, signature: Buffer) =>
      verify("sha256", data, { key, dsaEncoding: "ieee-p1363" }, signature)
    return { id: keyid, algs: ["ecdsa-p256-sha256"], verify: isSigned }
  }
  const requiredFields = ["@status", "content-digest", "content-type"]
  const signed = { status, headers: Object.fromEntries(headers) }
  const config = { keyLookup, requiredFields, requiredParams: ["created", "keyid"], maxAge: 60 }
  return (await httpbis.verifyMessage(config, signed)) === true
}
