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
  if (status !== 200) throw new Error(`the token endpoint answered ${status} ${JSON.stringify(body)}`)
  return body as unknown as TokenSet
}
