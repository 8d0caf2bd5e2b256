import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose"
import type { Client, ClientKeySet } from "../../../modules/oauth/models/client"
import type { Call } from "../../../gateway/call"
import { endpointOf, oauthOf } from "../oauth-module"
import { ASSERTION_ALGORITHMS } from "../register/client-keys"
import { newerKeys } from "./published-keys"

/** The longest time until an assertion expires, and the tolerated clock difference, in seconds. */
const LONGEST = 300
const SKEW = 30

/**
 * Whether the assertion authenticates the client (RFC 7523 §3): signed with ES256 or RS256 by one of its keys, with the
 * client as issuer and subject, this server as the only audience, a short lifetime, and not used before. A client with a
 * document signs as its URL, and its keys are read again when it signs with a new one.
 */
export async function provesBySignature(client: Client, assertion: string, call: Call): Promise<boolean> {
  const claims = await signedClaims(client, assertion, call)
  if (!claims || !isForUs(claims.aud, call) || !isShortLived(claims)) return false
  const { jti, exp = 0 } = claims
  if (typeof jti !== "string" || jti === "" || jti.length > 255) return false
  return oauthOf(call).assertions.useOnce({ client_id: await signerOf(client, call), jti, ends: exp + SKEW })
}

/** All clients of one document sign as the same URL, so that an assertion is used once by all of them. */
async function signerOf({ id, metadata_url }: Client, call: Call): Promise<string> {
  const [oldest] = metadata_url ? await oauthOf(call).clients.findDocument(metadata_url) : []
  return oldest?.id ?? id
}

async function signedClaims(client: Client, assertion: string, call: Call): Promise<JWTPayload | undefined> {
  const known = client.jwks ? await verified(client, client.jwks, assertion) : "unknown_key"
  if (known !== "unknown_key") return known
  const newer = await newerKeys(client, call)
  const claims = newer && (await verified(client, newer, assertion))
  return claims === "unknown_key" ? undefined : claims
}

async function verified(
  { id, metadata_url }: Client,
  { keys }: ClientKeySet,
  assertion: string
): Promise<JWTPayload | "unknown_key" | undefined> {
  const name = metadata_url ?? id
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet({ keys: [...keys] }), {
      algorithms: ASSERTION_ALGORITHMS,
      issuer: name,
      subject: name,
      clockTolerance: SKEW,
    })
    return payload
  } catch (error) {
    return error instanceof errors.JWKSNoMatchingKey ? "unknown_key" : undefined
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
