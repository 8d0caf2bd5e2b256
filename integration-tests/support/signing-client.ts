import { generateKeyPairSync, randomUUID } from "node:crypto"
import { newKey, type SigningKey, signToken } from "./gwb"
import { type RegisteredClient, registerClient } from "./oauth-client"
import { world } from "./world"

export const JWT_BEARER = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

/** A client that authenticates with a key of its own instead of a secret (RFC 7523). */
export interface SigningClient {
  readonly client: RegisteredClient
  readonly key: SigningKey
}

/** The public half of a key, as a client registers it. */
export function publicJwk({ jwk, kid }: SigningKey): Record<string, unknown> {
  const { kty, crv, x, y } = jwk
  return { kty, crv, x, y, kid, use: "sig", alg: "ES256" }
}

export function newRsaKey(): SigningKey {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  return { jwk: privateKey.export({ format: "jwk" }), kid: randomUUID() }
}

/** The same of an RSA key. */
export function publicRsa({ jwk: { n, e }, kid }: SigningKey): Record<string, unknown> {
  return { kty: "RSA", n, e, kid, use: "sig", alg: "RS256" }
}

export async function registerSigningClient(metadata: object = {}): Promise<SigningClient> {
  const key = newKey()
  const client = await registerClient({
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [publicJwk(key)] },
    ...metadata,
  })
  return { client, key }
}

/** A signed client assertion; `changes` replaces claims, and undefined leaves one out. */
export function assertion(
  { client, key }: SigningClient,
  changes: Record<string, unknown> = {},
  header: Record<string, unknown> = {}
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: client.client_id,
    sub: client.client_id,
    aud: world().base_url,
    jti: randomUUID(),
    iat: now,
    exp: now + 60,
    ...changes,
  }
  return signToken(key, { alg: "ES256", kid: key.kid, ...header }, claims)
}

/** The form fields that carry an assertion. */
export function signed(client_assertion: string): Record<string, string> {
  return { client_assertion_type: JWT_BEARER, client_assertion }
}
