import { randomUUID } from "node:crypto"
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose"
import {
  hash,
  oauthUrl,
  obtainCode,
  type Person,
  REDIRECT_URI,
  type RegisteredClient,
  type TokenSet,
} from "./oauth-client"
import { world } from "./world"

/** What a proof is for, and what in it is changed; a claim that is undefined is left out. */
export interface ProofOf {
  readonly method?: string
  readonly url: string
  readonly token?: string
  readonly claims?: JWTPayload
  readonly header?: { readonly typ?: string; readonly jwk?: JWK }
}

/** A client's key for DPoP proofs (RFC 9449). */
export class ProofKey {
  private constructor(
    private readonly alg: string,
    private readonly key: CryptoKey,
    readonly jwk: JWK,
    readonly private_jwk: JWK,
    readonly jkt: string
  ) {}

  static async create(alg = "ES256"): Promise<ProofKey> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
    const jwk = await exportJWK(publicKey)
    const jkt = await calculateJwkThumbprint(jwk)
    return new ProofKey(alg, privateKey, jwk, await exportJWK(privateKey), jkt)
  }

  /** The value of the header `DPoP` for one request. */
  proof({ method = "POST", url, token, claims = {}, header = {} }: ProofOf): Promise<string> {
    const iat = Math.floor(Date.now() / 1000)
    const ath = token === undefined ? undefined : hash(token)
    return new SignJWT({ htm: method, htu: url, iat, jti: randomUUID(), ath, ...claims })
      .setProtectedHeader({ alg: this.alg, typ: "dpop+jwt", jwk: this.jwk, ...header })
      .sign(this.key)
  }

  /** The headers of a call with a token that is bound to this key. */
  async headers(request: ProofOf & { readonly token: string }): Promise<Record<string, string>> {
    return { authorization: `DPoP ${request.token}`, dpop: await this.proof(request) }
  }
}

/** Posts a form of a client with a proof to an endpoint of the authorization server. */
export async function postProven(
  endpoint: "token" | "par",
  { client_id, client_secret }: RegisteredClient,
  fields: Record<string, string>,
  dpop: string | ProofKey | undefined
): Promise<{ status: number; body: Record<string, string> }> {
  const url = oauthUrl(endpoint)
  const proof = dpop instanceof ProofKey ? await dpop.proof({ url }) : dpop
  const response = await fetch(url, {
    method: "POST",
    headers: { ...(proof !== undefined && { dpop: proof }) },
    body: new URLSearchParams({ client_id, ...(client_secret && { client_secret }), ...fields }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** The token request for a new consent, whose authorization request has `more` parameters. */
export async function codeFields(
  client: RegisteredClient,
  person: Person,
  more: Record<string, string> = {}
): Promise<Record<string, string>> {
  const { code, verifier } = await obtainCode(client, person, more)
  const grant_type = "authorization_code"
  return { grant_type, code, code_verifier: verifier, redirect_uri: REDIRECT_URI }
}

/** Tokens of a new consent, bound to the key. */
export async function redeemProven(
  client: RegisteredClient,
  person: Person,
  key: ProofKey
): Promise<TokenSet> {
  const { status, body } = await postProven("token", client, await codeFields(client, person), key)
  if (status !== 200 || body.token_type !== "DPoP")
    throw new Error(`the token endpoint answered ${status} ${JSON.stringify(body)}`)
  return body as unknown as TokenSet
}

/** The path of the A2A surface. */
export const RPC = "/gw-a2a/v1/rpc"

/** A call that every token of the A2A surface may make. */
export const SKILLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "agent/listSkills" })

/** Calls the A2A surface with these headers. */
export async function callSkills(headers: Record<string, string>, path = RPC) {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body: SKILLS }
  const response = await fetch(world().base_url + path, init)
  const body = (await response.json()) as { error?: { message: string; data: { reason?: string } } }
  const challenge = response.headers.get("www-authenticate")
  return { status: response.status, challenge, message: body.error?.message, reason: body.error?.data.reason }
}

/** The URL of the protected resource's metadata. */
export const metadataOf = (surface: string): string =>
  `${world().base_url}/.well-known/oauth-protected-resource/gw-${surface}/v1`

/** The challenge of the A2A surface for a call with a DPoP token. */
export const challengeFor = (error: string): string =>
  `DPoP realm="${world().base_url}", resource_metadata="${metadataOf("a2a")}", error="${error}", algs="ES256 ES384"`
