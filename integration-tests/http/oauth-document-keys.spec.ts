import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { newKey, type SigningKey, signToken } from "../support/gwb"
import { OAuthBrowser } from "../support/oauth-browser"
import {
  authorizeUrl,
  forgetAttempts,
  newPkce,
  obtainCode,
  oauthUrl,
  postForm,
  redeem,
  REDIRECT_URI,
  refresh,
  switchSurfaces,
} from "../support/oauth-client"
import { AS_NEW, changeSettings } from "../support/policy"
import { ProfileHost } from "../support/profile-host"
import { newRsaKey, publicJwk, publicRsa, signed } from "../support/signing-client"
import { world } from "../support/world"

let host: ProfileHost
beforeAll(async () => {
  await switchSurfaces({ ucp_enabled: true, a2a_enabled: true })
  host = await ProfileHost.listen()
})
afterEach(forgetAttempts)
afterAll(async () => {
  host.close()
  await switchSurfaces({ ucp_enabled: false })
})

const scope = "dev.ucp.shopping.order:read"
const SIGNS = { token_endpoint_auth_method: "private_key_jwt" }
/** The methods of ChatGPT's document. */
const SIGNS_OR_NOT = { ...SIGNS, token_endpoint_auth_methods_supported: ["none", "private_key_jwt"] }

/** A client with a document, whose published keys a test can change. */
interface Published {
  readonly client_id: string
  readonly keys_url: string
  /** Undefined publishes none. */
  keys: object[] | undefined
  metadata: object
}

/** Publishes a client's document that names its keys by URL, and the keys. */
function publish(metadata: object, ...keys: object[]): Published {
  const json = { "content-type": "application/json" }
  const keys_url = host.publish((_, response) => {
    response.writeHead(made.keys ? 200 : 503, json).end(JSON.stringify({ keys: made.keys }))
  })
  const client_id = host.publish((_, response) => {
    const named = { client_id, client_name: "ChatGPT", redirect_uris: [REDIRECT_URI], jwks_uri: keys_url }
    response.writeHead(200, json).end(JSON.stringify({ ...named, ...made.metadata }))
  })
  const made: Published = { client_id, keys_url, keys, metadata }
  return made
}

/** How an assertion is signed. An empty `kid` names no key. */
interface Signer {
  readonly alg: string
  readonly key: SigningKey
  readonly kid?: string
}

/** An assertion as ChatGPT signs it: its document's URL as issuer and subject, the token endpoint as audience. */
function assertionOf(
  { client_id }: Published,
  { alg, key, kid = key.kid }: Signer,
  changes: object = {}
): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: client_id, sub: client_id, aud: oauthUrl("token"), jti: randomUUID(), exp: now + 60 }
  return signToken(key, { alg, ...(kid && { kid }) }, { ...claims, ...changes })
}

const rs256 = { alg: "RS256", key: newRsaKey() }
const es256 = { alg: "ES256", key: newKey() }
const RS256_KEY = publicRsa(rs256.key)
const ES256_KEY = publicJwk(es256.key)

const outcomeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error,
]
const AUTHENTICATED = [400, "unsupported_grant_type"]
const REFUSED = [401, "invalid_client"]

const open = ({ client_id }: Published) =>
  new OAuthBrowser().open(authorizeUrl({ client_id, scope }, newPkce().challenge))

/** Requests an unsupported grant type: an answer that says so means the client is authenticated. */
const authenticate = ({ client_id }: Published, fields: Record<string, string>) =>
  postForm("token", { client_id }, { grant_type: "x", ...fields }).then(outcomeOf)

const storedKeys = async ({ client_id }: Published) =>
  (
    await sql<{ kids: string[]; auth_method: string }>(
      `select auth_method, array(select k ->> 'kid' from jsonb_array_elements(jwks -> 'keys') k) as kids
         from gw_oauth_client where metadata_url = $1`,
      [client_id]
    )
  )[0]

describe("a client whose document names its keys", () => {
  it.each([
    ["RS256", rs256, RS256_KEY],
    ["ES256", es256, ES256_KEY],
  ])("exchanges a code and refreshes its tokens with assertions of %s [MCP-52]", async (_, signer, key) => {
    const client = publish(SIGNS_OR_NOT, key)
    const { client_id } = client
    const code = await obtainCode({ client_id, scope }, "customer")
    const first = await redeem({ client_id }, code, signed(assertionOf(client, signer)))
    expect([first.status, first.body]).toEqual([200, first.body])
    const token = String(first.body.refresh_token)
    const again = await refresh({ client_id }, token, signed(assertionOf(client, signer)))
    expect([again.status, again.body]).toEqual([200, again.body])
  })

  it("may also send its id alone if its document allows that, and not otherwise [MCP-52]", async () => {
    for (const [methods, expected] of [
      [SIGNS_OR_NOT, AUTHENTICATED],
      [SIGNS, REFUSED],
    ] as const) {
      const client = publish(methods, RS256_KEY)
      await open(client)
      expect(await authenticate(client, {})).toEqual(expected)
      expect(await authenticate(client, { client_secret: "guessed" })).toEqual(REFUSED)
      expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(AUTHENTICATED)
    }
  })

  it("may no longer send its id alone once its document says that it signs [MCP-52]", async () => {
    const client = publish(SIGNS_OR_NOT, RS256_KEY)
    await open(client)
    client.metadata = SIGNS
    await readAgo(client, "6 minutes")
    expect(await authenticate(client, {})).toEqual(REFUSED)
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(AUTHENTICATED)
  })

  it("may send its id alone for a day while its document cannot be read, which is tried once a minute [MCP-52]", async () => {
    const client = publish(SIGNS_OR_NOT, RS256_KEY)
    await open(client)
    client.metadata = { redirect_uris: [] }
    const reads = host.requestCount(client.client_id)
    await readAgo(client, "6 minutes")
    for (let time = 0; time < 3; time++) expect(await authenticate(client, {})).toEqual(AUTHENTICATED)
    expect(host.requestCount(client.client_id)).toBe(reads + 1)
    await readAgo(client, "25 hours")
    expect(await authenticate(client, {})).toEqual(REFUSED)
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(REFUSED)
    client.metadata = SIGNS_OR_NOT
    const together = Array.from({ length: 4 }, () => authenticate(client, {}))
    expect(await Promise.all(together)).toEqual(Array.from({ length: 4 }, () => AUTHENTICATED))
  })

  it.each<[string, object]>([
    ["names another client", { iss: "https://other.example/client.json" }],
    ["is about another client", { sub: "https://other.example/client.json" }],
    ["is for another server", { aud: "https://other.example/token" }],
    ["is for several servers", { aud: [world().base_url, "https://other.example"] }],
    ["has expired", { exp: 1 }],
    ["is valid for a day", { exp: Math.floor(Date.now() / 1000) + 86_400 }],
    ["has no id", { jti: undefined }],
  ])("is refused when its assertion %s [MCP-52]", async (_, changes) => {
    const client = publish(SIGNS_OR_NOT, RS256_KEY)
    await open(client)
    expect(await authenticate(client, signed(assertionOf(client, rs256, changes)))).toEqual(REFUSED)
  })

  it("is refused when it repeats an assertion, or signs with another key or algorithm [MCP-52]", async () => {
    const client = publish(SIGNS_OR_NOT, RS256_KEY)
    await open(client)
    const once = signed(assertionOf(client, rs256))
    expect(await authenticate(client, once)).toEqual(AUTHENTICATED)
    expect(await authenticate(client, once)).toEqual(REFUSED)
    const { kid } = rs256.key
    for (const wrong of [
      { alg: "RS256", key: { ...newRsaKey(), kid } },
      { alg: "ES256", key: { ...newKey(), kid } },
      { alg: "HS256", key: rs256.key },
      { alg: "none", key: rs256.key },
      { alg: "RS384", key: rs256.key },
    ])
      expect([wrong.alg, await authenticate(client, signed(assertionOf(client, wrong)))]).toEqual([
        wrong.alg,
        REFUSED,
      ])
  })

  it("uses an assertion once for all surfaces of its document [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    const { client_id } = client
    for (const own of [scope, "a2a:payments:read"])
      await new OAuthBrowser().open(authorizeUrl({ client_id, scope: own }, newPkce().challenge))
    const once = signed(assertionOf(client, rs256))
    const at = (path: string) =>
      authenticate(client, { ...once, resource: `${world().base_url}/${path}/v1/mcp` })
    expect([await at("gw-ucp"), await at("gw-a2a")]).toEqual([AUTHENTICATED, REFUSED])
  })

  it("may change its keys: an unknown one makes the store read them again, and no wrong signature does [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    await open(client)
    const reads = host.requestCount(client.keys_url)
    const wrong = { alg: "RS256", key: { ...newRsaKey(), kid: rs256.key.kid } }
    expect(await authenticate(client, signed(assertionOf(client, wrong)))).toEqual(REFUSED)
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(AUTHENTICATED)
    expect(host.requestCount(client.keys_url)).toBe(reads)
    client.keys = [ES256_KEY]
    expect(await authenticate(client, signed(assertionOf(client, es256)))).toEqual(AUTHENTICATED)
    expect(host.requestCount(client.keys_url)).toBe(reads + 1)
    expect((await storedKeys(client))?.kids).toEqual([es256.key.kid])
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(REFUSED)
  })

  const readAgo = ({ client_id }: Published, interval: string) =>
    sql(
      `update gw_oauth_client set metadata_read_at = now() - interval '${interval}' where metadata_url = $1`,
      [client_id]
    )

  it("may remove a key: it is accepted no longer than for five minutes [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY, ES256_KEY)
    await open(client)
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(AUTHENTICATED)
    client.keys = [ES256_KEY]
    await readAgo(client, "6 minutes")
    expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(REFUSED)
    expect(await authenticate(client, signed(assertionOf(client, es256)))).toEqual(AUTHENTICATED)
  })

  it("may change a key without an id, and keys in the document [MCP-52]", async () => {
    const [old, next] = [newRsaKey(), newRsaKey()]
    const nameless = (key: SigningKey) => ({ ...publicRsa(key), kid: undefined })
    const client = publish(SIGNS, nameless(old))
    const inline = publish({ ...SIGNS, jwks_uri: undefined, jwks: { keys: [RS256_KEY] } })
    await open(client)
    await open(inline)
    client.keys = [nameless(next)]
    inline.metadata = { ...SIGNS, jwks_uri: undefined, jwks: { keys: [ES256_KEY] } }
    const unnamed = { alg: "RS256", key: next, kid: "" }
    expect(await authenticate(client, signed(assertionOf(client, unnamed)))).toEqual(AUTHENTICATED)
    expect(await authenticate(inline, signed(assertionOf(inline, es256)))).toEqual(AUTHENTICATED)
  })

  it("may change its keys also while registration is closed [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    await open(client)
    await changeSettings({ registration: "closed" })
    client.keys = [ES256_KEY]
    expect(await authenticate(client, signed(assertionOf(client, es256)))).toEqual(AUTHENTICATED)
    await changeSettings(AS_NEW)
  })

  it("is accepted with its last keys for a day while they cannot be read [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    await open(client)
    client.keys = undefined
    for (const [ago, expected] of [
      ["23 hours", AUTHENTICATED],
      ["25 hours", REFUSED],
    ] as const) {
      await readAgo(client, ago)
      expect(await authenticate(client, signed(assertionOf(client, rs256)))).toEqual(expected)
    }
  })

  it("can push its first request with an assertion alone [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    const { status, body } = await postForm(
      "par",
      {},
      {
        response_type: "code",
        redirect_uri: REDIRECT_URI,
        scope,
        code_challenge: newPkce().challenge,
        code_challenge_method: "S256",
        ...signed(assertionOf(client, rs256)),
      }
    )
    expect([status, body]).toEqual([201, body])
  })

  it("cannot make the store read its keys without a limit [MCP-52]", async () => {
    const client = publish(SIGNS, RS256_KEY)
    await open(client)
    const unknown = { alg: "RS256", key: newRsaKey() }
    for (let n = 0; n < 35; n++) await authenticate(client, signed(assertionOf(client, unknown)))
    expect(host.requestCount(client.keys_url)).toBeLessThanOrEqual(31)
  })

  it.each<[string, object[]]>([
    ["no key", []],
    [
      "only keys for other purposes",
      [
        { ...RS256_KEY, use: "enc" },
        { kty: "oct", k: "AAAA" },
      ],
    ],
    ["only a short RSA key", [{ ...RS256_KEY, n: "AQAB" }]],
    [
      "several keys without ids",
      [
        { ...RS256_KEY, kid: undefined },
        { ...RS256_KEY, kid: undefined },
      ],
    ],
    ["only a private key", [{ ...rs256.key.jwk, kid: rs256.key.kid }]],
  ])(
    "is refused when it only signs and publishes %s, and is public when it need not [MCP-52]",
    async (_, keys) => {
      const signing = publish(SIGNS, ...keys)
      expect((await open(signing)).status).toBe(400)
      expect(await storedKeys(signing)).toBeUndefined()
      const either = publish(SIGNS_OR_NOT, ...keys)
      await open(either)
      expect(await storedKeys(either)).toEqual({ auth_method: "none", kids: [] })
    }
  )

  it("uses the keys that it can of a set with others, and keys in the document itself [MCP-52]", async () => {
    const mixed = publish(SIGNS, { kty: "OKP", crv: "Ed25519", x: "AAAA" }, RS256_KEY)
    const inline = publish({ ...SIGNS, jwks_uri: undefined, jwks: { keys: [ES256_KEY] } })
    await open(mixed)
    await open(inline)
    expect(await storedKeys(mixed)).toEqual({ auth_method: "private_key_jwt", kids: [rs256.key.kid] })
    expect(await authenticate(inline, signed(assertionOf(inline, es256)))).toEqual(AUTHENTICATED)
  })

  it.each(["http://169.254.169.254/keys", "ftp://client.example/keys", "not a URL"])(
    "is refused when it only signs and its keys are at %s [MCP-52]",
    async (jwks_uri) => {
      expect((await open(publish({ ...SIGNS, jwks_uri }, RS256_KEY))).status).toBe(400)
    }
  )

  it("finds the algorithms in the server's metadata [MCP-52]", async () => {
    const metadata = await fetch(`${world().base_url}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      token_endpoint_auth_methods_supported: expect.arrayContaining(["private_key_jwt", "none"]) as string[],
      token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256"],
    })
  })
})
