import { verify } from "node:crypto"
import { promisify } from "node:util"
import type { BankKeys } from "./gwb-keys"
import { SignatureRefused } from "../signature-refused"

/** Strict base64url. The signature may be empty, so that a token without one is rejected for its algorithm. */
const COMPACT = /^([\w-]+)\.([\w-]+)\.([\w-]*)$/

const SIGNATURE_BYTES = 64

const verifyOffThread = promisify(verify)

/** The unchecked contents of a token with a valid signature. */
export interface VerifiedJws {
  readonly typ: unknown
  readonly payload: unknown
}

/**
 * Verifies a compact JWS (RFC 7515) with ES256 (RFC 7518, 3.4) and one of the bank's keys, and then parses its
 * payload. Uses node:crypto, which loads the main thread less than WebCrypto, on which jose is based. Throws
 * SignatureRefused, or BankError if the keys cannot be fetched.
 */
export async function verifyJws(token: string, keys: BankKeys): Promise<VerifiedJws> {
  const [, encodedHeader = "", payload = "", encodedSignature = ""] = COMPACT.exec(token) ?? []
  const header = parse(encodedHeader) as Record<string, unknown> | null | undefined
  if (typeof header !== "object" || header === null) throw new SignatureRefused("signature_invalid")
  const { alg, kid, crit, typ } = header
  // `crit` requires extensions of RFC 7515. None are supported.
  if (alg !== "ES256" || crit !== undefined) throw new SignatureRefused("alg_not_allowed")
  const key = { key: await keys(kid), dsaEncoding: "ieee-p1363" as const }
  const signature = Buffer.from(encodedSignature, "base64url")
  const signed = Buffer.from(`${encodedHeader}.${payload}`)
  const genuine =
    signature.length === SIGNATURE_BYTES && (await verifyOffThread("sha256", signed, key, signature))
  if (!genuine) throw new SignatureRefused("signature_invalid")
  return { typ, payload: parse(payload) }
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"))
  } catch {
    return undefined
  }
}
