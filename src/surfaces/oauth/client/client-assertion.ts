import { createLocalJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { endpointOf, oauthOf } from "../oauth-module"
import { ASSERTION_ALGORITHMS } from "../register/client-keys"
import { asPublished } from "./document-client"

/** The longest time until an assertion expires, and the tolerated clock difference, in seconds. */
const LONGEST = 300
const SKEW = 30

/**
 * Whether the assertion authenticates the client (RFC 7523 §3): signed with ES256 or RS256 by one of its keys, with the
 * client as issuer and subject, this server as the only audience, a short lifetime, and not used before. A client with a
 * document signs as its URL; its keys are those that it publishes now.
 */
export async function provesBySignature(client: Client, assertion: string, call: Call): Promise<boolean> {
  const claims = await signedClaims(client, assertion, call)
  if (!claims || !isForUs(claims.aud, call) || !isShortLived(claims)) return false
  const { jti, exp = 0 } = claims
  if (typeof jti !== "string" || jti === "" || jti.length > 255) return false
  // All clients of one document sign as the same URL, so that an assertion is used once by all of them.
  return oauthOf(call).assertions.useOnce({ signer: signerOf(client), jti, ends: exp + SKEW })
}

const signerOf = ({ id, metadata_url }: Client): string => metadata_url ?? id

async function signedClaims(client: Client, assertion: string, call: Call): Promise<JWTPayload | undefined> {
  const current = await asPublished(client, call)
  const claims = await verified(current, assertion)
  if (claims !== "other_key") return claims
  // The client may have changed its keys since they were read.
  const newest = await asPublished(current, call, { is_urgent: true })
  const again = newest === current ? undefined : await verified(newest, assertion)
  return again === "other_key" ? undefined : again
}

async function verified(client: Client, assertion: string): Promise<JWTPayload | "other_key" | undefined> {
  const keys = [...(client.jwks?.keys ?? [])]
  const signer = signerOf(client)
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys }), {
      algorithms: [...ASSERTION_ALGORITHMS],
      issuer: signer,
      subject: signer,
      clockTolerance: SKEW,
    })
    return payload
  } catch (error) {
    return isAboutKey(error, assertion) ? "other_key" : undefined
  }
}

/** Whether another key may have signed: none has the id that the assertion names, or it names none. */
const isAboutKey = (error: unknown, assertion: string): boolean =>
  error instanceof errors.JWKSNoMatchingKey ||
  (error instanceof errors.JWSSignatureVerificationFailed &&
    decodeProtectedHeader(assertion).kid === undefined)

/**
 * Only one audience is accepted: another server in the audience could replay the assertion here. It is the issuer, or
 * one of the endpoints that RFC 9126 §2 names.
 */
function isForUs(audience: JWTPayload["aud"], call: Call): boolean {
  const [only = "", ...more] = [audience].flat()
  const own = [call.base_url, endpointOf(call, "token"), endpointOf(call, "par")]
  return more.length === 0 && own.includes(only)
}

function isShortLived({ exp = Infinity }: JWTPayload): boolean {
  return exp <= Date.now() / 1000 + LONGEST + SKEW
}
