import { createHash, createPrivateKey, type JsonWebKey, randomUUID, sign } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { newPrivateJwk } from "../../demo/key-pair"
import { world } from "./world"

/*
 * The GWB/1 protocol implemented with node:crypto alone, so that no mistake of the driver or the simulator
 * stays hidden.
 */

export interface SigningKey {
  readonly jwk: JsonWebKey
  readonly kid: string
}

export const base64url = (text: string | Buffer): string => Buffer.from(text).toString("base64url")
export const digestOf = (raw: string | Buffer): string => createHash("sha256").update(raw).digest("base64url")

/** The JWK thumbprint (RFC 7638). */
export function thumbprint({ crv, kty, x, y }: JsonWebKey): string {
  return digestOf(JSON.stringify({ crv, kty, x, y }))
}

export function newKey(): SigningKey {
  const jwk = newPrivateJwk()
  return { jwk, kid: thumbprint(jwk) }
}

/** The signing key of the running bank, read from its disk. */
export function bankKey(): SigningKey {
  const { keys } = JSON.parse(readFileSync(join(world().simulator_data_dir, "keys.json"), "utf8")) as {
    keys: [JsonWebKey]
  }
  return { jwk: keys[0], kid: thumbprint(keys[0]) }
}

/** A compact ES256 JWS over exactly this header and these claims. */
export function signToken(key: SigningKey, header: object, claims: object): string {
  const input = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`
  const private_key = createPrivateKey({ key: key.jwk, format: "jwk" })
  const signature = sign("sha256", Buffer.from(input), { key: private_key, dsaEncoding: "ieee-p1363" })
  return `${input}.${base64url(signature)}`
}

/** The claims of a genuine notification with this body. */
export function ipnClaims(raw: string): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000)
  return {
    iss: world().simulator_url,
    aud: "mrc_demo",
    iat,
    exp: iat + 120,
    jti: randomUUID(),
    htm: "POST",
    htu: `${world().base_url}/gw-bank/v1/ipn`,
    bdg: digestOf(raw),
  }
}

/** Signs a notification as the bank would. `header` and `claims` replace members; undefined removes one. */
export function signIpn(
  raw: string,
  { key = bankKey(), header = {}, claims = {} }: { key?: SigningKey; header?: object; claims?: object } = {}
): string {
  const genuine = { alg: "ES256", typ: "gwb-ipn+jwt", kid: key.kid }
  return signToken(key, { ...genuine, ...header }, { ...ipnClaims(raw), ...claims })
}

/** Delivers a notification to the store, by default to the address of the default account. */
export async function deliver(
  raw: string,
  token: string | undefined,
  headers: Record<string, string> = {},
  base_url = world().base_url,
  path = "/gw-bank/v1/ipn"
): Promise<{ status: number; headers: Headers; body: { received?: boolean; error?: { code: string } } }> {
  const response = await fetch(`${base_url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token && { "gw-signature": token }), ...headers },
    body: raw,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { received?: boolean },
  }
}

/** Delivers a notification with a genuine signature. */
export const notify = (raw: string): ReturnType<typeof deliver> => deliver(raw, signIpn(raw))
