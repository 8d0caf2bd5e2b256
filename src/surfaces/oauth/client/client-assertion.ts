import { createLocalJWKSet, type JWTPayload, jwtVerify } from "jose"
import type { Client } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { endpointOf, oauthOf } from "../oauth-module"

/** The longest time until an assertion expires, and the tolerated clock difference, in seconds. */
const LONGEST = 300
const SKEW = 30

/**
 * Whether the assertion authenticates the client (RFC 7523 §3): signed with ES256 by one of its registered keys, with
 * the client as issuer and subject, this server as the only audience, a short lifetime, and not used before.
 */
export async function provesBySignature(client: Client, assertion: string, call: Call): Promise<boolean> {
  const claims = await signedClaims(client, assertion)
  if (!claims || !isForUs(claims.aud, call) || !isShortLived(claims)) return false
  const { jti, exp = 0 } = claims
  if (typeof jti !== "string" || jti === "" || jti.length > 255) return false
  return oauthOf(call).assertions.useOnce({ client_id: client.id, jti, ends: exp + SKEW })
}

async function signedClaims({ id, jwks }: Client, assertion: string): Promise<JWTPayload | undefined> {
  if (!jwks) return undefined
  const { keys } = jwks
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), {
      algorithms: ["ES256"],
      issuer: id,
      subject: id,
      clockTolerance: SKEW,
    })
    return payload
  } catch {
    return undefined
  }
}

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
