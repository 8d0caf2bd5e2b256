import { createHmac } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { base64url, newKey } from "../support/gwb"
import {
  type Answer,
  hash,
  obtainCode,
  oauthUrl,
  postForm,
  postRegistration,
  redeem,
  REDIRECT_URI,
  registerClient,
  switchSurfaces,
} from "../support/oauth-client"
import {
  assertion,
  JWT_BEARER,
  newRsaKey,
  publicJwk,
  publicRsa,
  registerSigningClient,
  signed,
  type SigningClient,
} from "../support/signing-client"
import { world } from "../support/world"

const { base_url } = world()
const WITHOUT_ID = { client_id: undefined }
const soon = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const outcome = ({ status, body }: Answer) => [status, body.error]
const AUTHENTICATED = [400, "unsupported_grant_type"]
const REFUSED = [401, "invalid_client"]

let one: SigningClient

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  one = await registerSigningClient()
})

/** Requests an unsupported grant type: an answer that says so means the client is authenticated. */
const authenticate = (fields: Record<string, string | undefined>) =>
  postForm("token", WITHOUT_ID, { grant_type: "x", ...fields }).then(outcome)

describe("a client with private_key_jwt", () => {
  it("is registered with its public keys and without a secret [OAUTH-32]", async () => {
    const key = newKey()
    const { status, body } = await postRegistration({
      client_name: "Signing agent",
      client_type: "a2a_agent",
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: "private_key_jwt",
      jwks: { keys: [{ ...publicJwk(key), x5t: "dropped" }] },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "ES256",
      jwks: { keys: [publicJwk(key)] },
    })
    expect(body).not.toHaveProperty("client_secret")
    expect(JSON.stringify(body)).not.toContain("dropped")
  })

  it("can sign with RS256, and registers only keys of its algorithm [OAUTH-32]", async () => {
    const key = newRsaKey()
    const metadata = {
      client_name: "Signing agent",
      client_type: "a2a_agent",
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: "private_key_jwt",
      token_endpoint_auth_signing_alg: "RS256",
    }
    const jwk = publicRsa(key)
    const { status, body } = await postRegistration({ ...metadata, jwks: { keys: [jwk] } })
    expect([status, body]).toMatchObject([
      201,
      { token_endpoint_auth_signing_alg: "RS256", jwks: { keys: [jwk] } },
    ])
    const client = { client_id: String(body.client_id) }
    expect(await authenticate(signed(assertion({ client, key }, {}, { alg: "RS256" })))).toEqual(
      AUTHENTICATED
    )
    for (const keys of [[publicJwk(newKey())], [{ ...jwk, n: "AQAB" }], [{ ...jwk, d: key.jwk.d }]])
      expect((await postRegistration({ ...metadata, jwks: { keys } })).status).toBe(400)
  })

  it("exchanges a code, introspects and revokes with signed assertions [OAUTH-32, OAUTH-13]", async () => {
    const made = await obtainCode(one.client, "admin")
    const nameless = { ...one.client, ...WITHOUT_ID }
    const { status, body } = await redeem(one.client, made, signed(assertion(one)))
    expect(status).toBe(200)
    const token = body.access_token
    const live = await postForm("introspect", nameless, { token, ...signed(assertion(one)) })
    expect(live.body).toMatchObject({ active: true, client_id: one.client.client_id })
    expect((await postForm("revoke", nameless, { token, ...signed(assertion(one)) })).status).toBe(200)
    const dead = await postForm("introspect", nameless, { token, ...signed(assertion(one)) })
    expect(dead.body).toEqual({ active: false })
  })

  it.each([
    ["the issuer", () => base_url],
    ["the token endpoint", () => oauthUrl("token")],
    ["the issuer alone in a list", () => [base_url]],
  ])("may address its assertion to %s [OAUTH-32]", async (_, aud) => {
    expect(await authenticate(signed(assertion(one, { aud: aud() })))).toEqual(AUTHENTICATED)
  })

  it.each<[string, () => Record<string, unknown>, Record<string, unknown>?]>([
    ["addressed to another server", () => ({ aud: "https://other.example" })],
    ["addressed to another endpoint", () => ({ aud: oauthUrl("introspect") })],
    ["addressed to this server and another one", () => ({ aud: [base_url, "https://other.example"] })],
    ["without an audience", () => ({ aud: undefined })],
    ["of another issuer", () => ({ iss: "a2a_000000000000000000000000" })],
    ["without an issuer", () => ({ iss: undefined })],
    ["about an unknown client", () => ({ sub: "a2a_000000000000000000000000" })],
    ["about a list of clients", () => ({ sub: [one.client.client_id] })],
    ["without a subject", () => ({ sub: undefined })],
    ["without an id", () => ({ jti: undefined })],
    ["with a number as id", () => ({ jti: 7 })],
    ["that has expired", () => ({ exp: soon(-40) })],
    ["that never expires", () => ({ exp: undefined })],
    ["that lives too long", () => ({ exp: soon(400) })],
    ["that is not valid yet", () => ({ nbf: soon(60) })],
    ["that says it is not signed", () => ({}), { alg: "none" }],
    ["that names another algorithm", () => ({}), { alg: "HS256" }],
    ["that names an unknown key", () => ({}), { kid: "unknown" }],
    ["with an unknown critical extension", () => ({}), { crit: ["x"], x: 1 }],
  ])("is rejected with an assertion %s [OAUTH-32]", async (_, changes, header) => {
    expect(await authenticate(signed(assertion(one, changes(), header)))).toEqual(REFUSED)
  })

  it("is rejected with an assertion signed by another key, or with the public key as an HMAC secret [OAUTH-32]", async () => {
    expect(await authenticate(signed(assertion({ ...one, key: { ...newKey(), kid: one.key.kid } })))).toEqual(
      REFUSED
    )
    const [, claims] = assertion(one).split(".")
    const input = `${base64url('{"alg":"HS256"}')}.${claims}`
    const mac = createHmac("sha256", JSON.stringify(publicJwk(one.key)))
      .update(input)
      .digest("base64url")
    expect(await authenticate(signed(`${input}.${mac}`))).toEqual(REFUSED)
    for (const broken of ["x", "a.b.c", `${assertion(one).slice(0, -2)}`, "\u0000"])
      expect(await authenticate(signed(broken))).toEqual(REFUSED)
  })

  it("can use an assertion once, also when eight requests arrive at once [OAUTH-32]", async () => {
    const once = signed(assertion(one))
    const answers = await Promise.all(Array.from({ length: 8 }, () => authenticate(once)))
    expect(answers.filter(([status]) => status === 400)).toEqual([AUTHENTICATED])
    expect(answers.filter(([status]) => status === 401)).toHaveLength(7)
    expect(await authenticate(once)).toEqual(REFUSED)
  })

  it("may use an assertion id that another client has used [OAUTH-32]", async () => {
    const jti = "the-same"
    const other = await registerSigningClient()
    expect(await authenticate(signed(assertion(one, { jti })))).toEqual(AUTHENTICATED)
    expect(await authenticate(signed(assertion(other, { jti })))).toEqual(AUTHENTICATED)
  })

  it("leaves only a hash of its assertion id in the database [OAUTH-24]", async () => {
    const jti = "kept-as-a-hash"
    await authenticate(signed(assertion(one, { jti })))
    const rows = await sql<{ row: string }>("select a::text as row from gw_oauth_assertion a")
    expect(rows.some(({ row }) => row.includes(hash(jti)))).toBe(true)
    expect(rows.some(({ row }) => row.includes(jti))).toBe(false)
  })

  it("cannot authenticate by its client id alone, by a secret, or as another client [OAUTH-32]", async () => {
    const { client_id } = one.client
    expect(await authenticate({ client_id })).toEqual(REFUSED)
    expect(await authenticate({ client_id, client_secret: "x" })).toEqual(REFUSED)
    const stranger = await registerSigningClient()
    const { client_id: other } = stranger.client
    expect(await authenticate({ client_id: other, ...signed(assertion(one)) })).toEqual(REFUSED)
    expect(await authenticate(signed(assertion(one, { iss: other, sub: other })))).toEqual(REFUSED)
    expect(await authenticate({ client_id, ...signed(assertion(one)) })).toEqual(AUTHENTICATED)
  })

  it("is rejected once it is revoked [OAUTH-32]", async () => {
    const revoked = await registerSigningClient()
    await sql("update gw_oauth_client set status = 'revoked', revoked_at = now() where id = $1", [
      revoked.client.client_id,
    ])
    expect(await authenticate(signed(assertion(revoked)))).toEqual(REFUSED)
  })

  it.each([
    ["a secret in the form", { client_secret: "x" }, {}],
    ["HTTP Basic", {}, { authorization: `Basic ${Buffer.from("a:b").toString("base64")}` }],
  ])(
    "is rejected with an assertion and %s in one request [OAUTH-25, OAUTH-32]",
    async (_, fields, headers) => {
      const body = new URLSearchParams({ grant_type: "x", ...signed(assertion(one)), ...fields })
      const response = await fetch(oauthUrl("token"), { method: "POST", body, headers })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: "invalid_request" })
    }
  )

  it.each([
    ["without its type", () => ({ client_assertion: assertion(one) })],
    ["of another type", () => ({ client_assertion: assertion(one), client_assertion_type: "saml2-bearer" })],
    ["that is missing", () => ({ client_assertion_type: JWT_BEARER })],
  ])("gets invalid_request for an assertion %s [OAUTH-31]", async (_, fields) => {
    expect(await authenticate(fields())).toEqual([400, "invalid_request"])
  })

  it("cannot be imitated by a client that was registered with a secret [OAUTH-32]", async () => {
    const { client_id } = await registerClient({ jwks: { keys: [publicJwk(one.key)] } })
    expect(await authenticate(signed(assertion({ client: { client_id }, key: one.key })))).toEqual(REFUSED)
  })
})

describe("the keys of a client", () => {
  const jwk = () => publicJwk(newKey())
  it.each<[string, () => object]>([
    ["no keys", () => ({ jwks: undefined })],
    ["an empty list", () => ({ jwks: { keys: [] } })],
    ["eleven keys", () => ({ jwks: { keys: Array.from({ length: 11 }, jwk) } })],
    ["a private key", () => ({ jwks: { keys: [newKey().jwk] } })],
    ["a key of another kind", () => ({ jwks: { keys: [{ kty: "RSA", n: "x", e: "AQAB" }] } })],
    ["a secret as key", () => ({ jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } })],
    ["a key of another curve", () => ({ jwks: { keys: [{ ...jwk(), crv: "P-384" }] } })],
    ["a key for encryption", () => ({ jwks: { keys: [{ ...jwk(), use: "enc" }] } })],
    ["a point that is not on the curve", () => ({ jwks: { keys: [{ ...jwk(), x: "A".repeat(43) }] } })],
    [
      "two keys without ids",
      () => ({ jwks: { keys: [jwk(), jwk()].map((key) => ({ ...key, kid: undefined })) } }),
    ],
    [
      "two keys with the same id",
      () => ({ jwks: { keys: [jwk(), jwk()].map((key) => ({ ...key, kid: "a" })) } }),
    ],
    ["a key id the database cannot store", () => ({ jwks: { keys: [{ ...jwk(), kid: "\u0000" }] } })],
    ["a jwks_uri", () => ({ jwks_uri: "http://169.254.169.254/latest" })],
    ["another algorithm", () => ({ jwks: { keys: [jwk()] }, token_endpoint_auth_signing_alg: "RS256" })],
  ])("are rejected: %s [OAUTH-31, OAUTH-32]", async (_, metadata) => {
    const { status, body } = await postRegistration({
      client_name: "Signing agent",
      client_type: "a2a_agent",
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: "private_key_jwt",
      ...metadata(),
    })
    expect([status, body.error]).toEqual([400, "invalid_client_metadata"])
    expect(body.error_description).toMatch(/jwks|signing_alg/)
  })

  it("may be several, distinguished by their ids [OAUTH-32]", async () => {
    const [old, next] = [newKey(), newKey()]
    const { client } = await registerSigningClient({ jwks: { keys: [publicJwk(old), publicJwk(next)] } })
    for (const key of [old, next])
      expect(await authenticate(signed(assertion({ client, key })))).toEqual(AUTHENTICATED)
    expect(await authenticate(signed(assertion({ client, key: next }, {}, { kid: undefined })))).toEqual(
      REFUSED
    )
  })
})
