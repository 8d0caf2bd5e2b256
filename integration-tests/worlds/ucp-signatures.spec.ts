import type { JsonWebKey } from "node:crypto"
import { readFileSync } from "node:fs"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { allowAnonymous } from "../support/anonymous"
import { sql } from "../support/database"
import { newKey, type SigningKey } from "../support/gwb"
import { runJob } from "../support/jobs"
import { type McpAnswer, toolCall } from "../support/mcp"
import { obtainTokens, registerClient, switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { AS_NEW, changeSettings, refusalsOf, setRules } from "../support/policy"
import { ProfileHost, profileIn } from "../support/profile-host"
import { isGenuineAnswer, type SignedCall, signedInit } from "../support/signed-call"
import { publicJwk } from "../support/signing-client"
import { newPrivateKey } from "../support/store-keys"
import { callUcp, refusal, type UcpAnswer } from "../support/ucp"
import { strict } from "../support/ucp-schemas"

/** In the namespace of the capability, whose errors have the members of this service; official paths have UCP's alone. */
const SEARCH = "/gw-ucp/catalog/v1/catalog/search"
const PRODUCTS = "/gw-ucp/v1/products?limit=1"
const BODY = JSON.stringify({ query: "mug" })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000)

/** The order of P-256's group. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The second valid form of an ECDSA signature: (r, -s) instead of (r, s). */
function mirrorOf(header: string): string {
  const [, label, text = ""] = /^([^=]+)=:(.*):$/.exec(header) ?? []
  const bytes = Buffer.from(text, "base64")
  const s = ORDER - BigInt(`0x${bytes.subarray(32).toString("hex")}`)
  const mirrored = [bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, "0"), "hex")]
  return `${label}=:${Buffer.concat(mirrored).toString("base64")}:`
}

/** Signatures at stores that require them or not. Each store is called at another address than its public one. */
describe("the signatures of platforms", () => {
  const running = inOwnWorld()
  const key = newKey()
  let host: ProfileHost
  let profile: string
  let keyless: string
  let client_id: string
  let token: string
  let optional: string
  let required: string

  beforeAll(async () => {
    await switchSurfaces({ ucp_enabled: true })
    host = await ProfileHost.listen()
    keyless = host.publish(profileIn("2026-04-08"))
    profile = host.publish({ ...profileIn("2026-04-08"), signing_keys: [publicJwk(key)] })
    const client = await registerClient({ client_type: "ucp_agent" })
    client_id = client.client_id
    token = (await obtainTokens(client, "customer")).access_token
    const env = { GW_ALLOW_PRIVATE_NETWORKS: "true" }
    const signing = { GW_UCP_SIGN_RESPONSES: "true", GW_CARD_KEY: newPrivateKey() }
    optional = await running().startSecondStore(env)
    required = await running().startSecondStore({ ...env, ...signing, GW_UCP_SIGNATURES: "required" })
  })

  afterAll(() => host?.close())

  /** The first signed call pins the client to its profile; most tests use several. */
  const unpin = () => setRules(client_id, { ucp_profile: null })
  beforeEach(unpin)

  /** The signed request, which covers its token. */
  const signed = (call: SignedCall, bearer = token) =>
    signedInit({ ...call, headers: { authorization: `Bearer ${bearer}`, ...call.headers } })

  /** The answers of the store with optional signatures, and of the one that requires them. */
  async function answers(init: RequestInit, path: string): Promise<[UcpAnswer, UcpAnswer]> {
    const call = (base_url: string) => callUcp(path, token, { ...init, base_url })
    return [await call(optional), await call(required)]
  }

  async function expectServed(changes: Partial<SignedCall>): Promise<void> {
    const call = { path: SEARCH, profile, key, ...changes }
    for (const { status, body } of await answers(await signed(call), call.path))
      expect([status, body]).toMatchObject([200, { ucp: { status: "success" } }])
  }

  async function expectRefused(
    init: RequestInit,
    expected: object,
    path = SEARCH,
    at_optional: object | "served" = expected
  ): Promise<void> {
    const [lax, binding] = await answers(init, path)
    expect(binding.body).toEqual(expected)
    if (binding.status === 401) expect(binding.headers.get("www-authenticate")).toMatch(/^Bearer realm=/)
    if (at_optional === "served") expect(lax.status).toBe(200)
    else expect(lax.body).toEqual(at_optional)
  }

  async function refused(changes: Partial<SignedCall>, expected: object): Promise<void> {
    const call = { path: SEARCH, profile, key, ...changes }
    await expectRefused(await signed(call), expected, call.path)
  }
  const invalid = (reason?: string) => refusal("signature_invalid", 401, reason ? { reason } : {})

  it.each<[string, Partial<SignedCall>]>([
    ["a search", { body: BODY }],
    ["a lookup", { path: "/gw-ucp/v1/catalog/lookup", body: JSON.stringify({ ids: ["horezu-mug"] }) }],
    ["a query", { path: `${SEARCH}?q=a%20mug&limit=1` }],
    ["a list", { path: PRODUCTS }],
    ["a call in the namespace of a capability", { path: "/gw-ucp/v1/catalog/search", body: BODY }],
    ["a call with an idempotency key", { body: BODY, headers: { "idempotency-key": "key-1" } }],
    ["an alg", { path: PRODUCTS, parameters: { alg: "ecdsa-p256-sha256" } }],
    ["a negotiation", { path: "/gw-ucp/v1/negotiate", body: "{}" }],
  ])("are accepted on %s", (_, changes) => expectServed(changes))

  it.each(["keys", "signing_keys"])("are verified with the profile's %s, in both versions", async (name) => {
    for (const version of ["2026-04-08", "2026-08-25"]) {
      const { ucp } = profileIn(version) as { ucp: object }
      await unpin()
      await expectServed({ profile: host.publish({ ucp, [name]: [publicJwk(key)] }), path: PRODUCTS })
    }
  })

  it("cover a call over MCP as the HTTP request that it is, with the whole message as its body [MCP-15]", async () => {
    const path = "/gw-ucp/v1/mcp"
    const message = toolCall("search_catalog", { catalog: { query: "mug" } })
    const body = JSON.stringify(message)
    const results = async (init: RequestInit) =>
      (await answers(init, path)).map(({ status, body }) => {
        const { result, error } = body as unknown as McpAnswer["body"]
        return [status, error?.data.code ?? (result?.structuredContent?.ucp as { status: string }).status]
      })
    const genuine = await signed({ path, profile, key, body })
    expect(await results(genuine)).toEqual([
      [200, "success"],
      [200, "success"],
    ])
    const again = await signed({ path, profile, key, body })
    const changed = { ...again, body: JSON.stringify({ ...message, id: 8 }) }
    expect(await results(changed)).toEqual([
      [400, "digest_mismatch"],
      [400, "digest_mismatch"],
    ])
    const meta = { "ucp-agent": { profile } }
    const unsigned = toolCall("search_catalog", { meta, catalog: { query: "mug" } })
    const headers = { "content-type": "application/json" }
    expect(await results({ method: "POST", headers, body: JSON.stringify(unsigned) })).toEqual([
      [200, "success"],
      [401, "signature_missing"],
    ])
  })

  it("are required of callers without a token as well, where anonymous browsing is allowed [BRW-04]", async () => {
    await allowAnonymous()
    const path = "/gw-ucp/v1/catalog/search"
    const call = { path, profile, key, body: BODY }
    const from = async (init: RequestInit) =>
      (await callUcp(path, undefined, { ...init, base_url: required })).status
    const { headers: _, ...unsigned } = await signedInit(call)
    expect(await from({ ...unsigned, headers: { "content-type": "application/json" } })).toBe(401)
    const once = await signedInit(call)
    expect([await from(once), await from(once)]).toEqual([200, 401])
    await changeSettings(AS_NEW)
  })

  it("may be missing only where they are optional", async () => {
    const named: Record<string, string> = { "ucp-agent": `profile="${profile}"` }
    for (const headers of [named, {}])
      await expectRefused({ headers }, refusal("signature_missing", 401), PRODUCTS, "served")
  })

  it("require a key in the profile where they are required, and are ignored elsewhere", async () => {
    const missing = refusal("key_not_found", 401)
    const call = { path: PRODUCTS, key, profile: keyless }
    await expectRefused(await signed(call), missing, PRODUCTS, "served")
    const { headers, ...init } = await signed(call)
    const { "ucp-agent": _, ...anonymous } = headers
    await expectRefused({ ...init, headers: anonymous }, missing, PRODUCTS, "served")
  })

  it("are rejected when made with another key of the same id, or with an unknown key", async () => {
    const other = newKey()
    await refused({ body: BODY, key: { ...other, kid: key.kid } }, invalid())
    await refused({ body: BODY, key: other }, refusal("key_not_found", 401))
  })

  it.each<[string, Partial<SignedCall>, string?]>([
    ["another authority", { signed_origin: "http://other.example" }],
    ["another path", { signed_path: "/gw-ucp/v1/catalog/search" }],
    ["another algorithm", { parameters: { alg: "rsa-pss-sha512" } }, "its alg does not match the key"],
    [
      "a time too long ago",
      { parameters: { created: ago(310) } },
      "its created time is more than 300 seconds ago",
    ],
    ["a time to come", { parameters: { created: ago(-600) } }, "its created time is in the future"],
    ["an end that is over", { parameters: { expires: ago(2) } }, "it has expired"],
  ])("are rejected with %s", (_, changes, reason) => refused({ body: BODY, ...changes }, invalid(reason)))

  it("cover the public address, not the host that is called", async () => {
    for (const base_url of [optional, required]) {
      const call = { path: SEARCH, profile, key, body: BODY, signed_origin: base_url }
      const { body } = await callUcp(SEARCH, token, { ...(await signed(call)), base_url })
      expect(body).toEqual(invalid())
    }
  })

  it.each([
    "@method",
    "@authority",
    "@path",
    "@query",
    "ucp-agent",
    "idempotency-key",
    "content-digest",
    "content-type",
  ])("are rejected when they do not cover %s, also where they are optional", async (uncovered) => {
    const path = `${SEARCH}?a=1`
    const headers = { "idempotency-key": "key-1" }
    const init = await signed({ path, profile, key, body: BODY, headers, uncovered })
    const more = { uncovered: [uncovered] }
    const missing = refusal("signature_missing", 401, more)
    await expectRefused(init, missing, path, refusal("signature_invalid", 401, more))
  })

  it("are rejected with another body, or with another digest than the signed one", async () => {
    const init = await signed({ path: SEARCH, profile, key, body: BODY })
    await expectRefused({ ...init, body: JSON.stringify({ query: "mat" }) }, refusal("digest_mismatch", 400))
    const forged = await signed({ path: SEARCH, profile, key, body: "{}" })
    const headers = { ...init.headers, "content-digest": String(forged.headers["content-digest"]) }
    await expectRefused({ ...init, headers, body: "{}" }, invalid())
  })

  it("are rejected with an unsupported kind of key", async () => {
    const { headers, ...init } = await signed({ path: PRODUCTS, profile, key })
    const rsa = { kty: "RSA", n: "AQAB", e: "AQAB", kid: key.kid }
    const odd = host.publish({ ...profileIn("2026-04-08"), keys: [rsa] })
    const changed = { ...headers, "ucp-agent": `profile="${odd}"` }
    await expectRefused({ ...init, headers: changed }, refusal("algorithm_unsupported", 400), PRODUCTS)
  })

  it.each([
    ["text", "keyId=mine, created now"],
    ["half of it", 'sig=("@method" "@path'],
    ["a list without a key", 'sig=("@method")'],
    ["ten thousand components", `sig=(${'"a" '.repeat(2500)});keyid="${key.kid}"`],
    ["a long name", `sig=("${"a".repeat(10_000)}`],
    ["a thousand parameters", `sig=()${";a".repeat(3000)};a="`],
  ])("are rejected when Signature-Input is %s", async (_, input) => {
    const { headers, ...init } = await signed({ path: PRODUCTS, profile, key })
    const changed = { ...headers, "Signature-Input": input }
    await expectRefused(
      { ...init, headers: changed },
      invalid("the signature headers are malformed"),
      PRODUCTS
    )
  })

  it("may be several, one of which must be valid", async () => {
    const call = { path: PRODUCTS, profile, key }
    const others = await signed({ ...call, key: newKey(), uncovered: "@path" })
    await expectServed({ path: PRODUCTS, headers: others.headers })
    const { headers } = await signed({ ...call, key: newKey() })
    const late = await signed({ ...call, headers, parameters: { created: ago(400) } })
    await expectRefused(late, refusal("key_not_found", 401), PRODUCTS)
  })

  describe("where they are required", () => {
    const used = invalid("it was used before; sign each request, also a repeated one, anew")
    const foreign = invalid(
      "the client is bound to another profile; use that one, or ask the merchant to reset it"
    )
    let another: string
    const at = (base_url: string, init: RequestInit, path = PRODUCTS) =>
      callUcp(path, token, { ...init, base_url })

    beforeAll(async () => {
      const env = { GW_ALLOW_PRIVATE_NETWORKS: "true", GW_UCP_SIGNATURES: "required" }
      another = await running().startSecondStore(env)
    })

    it("are accepted once: of 20 concurrent calls on two servers, one succeeds [BIND-02]", async () => {
      const init = await signed({ path: SEARCH, profile, key, body: BODY })
      const calls = Array.from({ length: 20 }, (_, i) => at(i % 2 ? another : required, init, SEARCH))
      const bodies = (await Promise.all(calls)).filter(({ status }) => status !== 200).map(({ body }) => body)
      expect(bodies).toEqual(Array.from({ length: 19 }, () => used))
      expect(
        (await at(required, await signed({ path: SEARCH, profile, key, body: BODY }), SEARCH)).status
      ).toBe(200)
    })

    it("are recognized in their second valid form [BIND-02]", async () => {
      const init = await signed({ path: PRODUCTS, profile, key })
      const mirrored = {
        ...init,
        headers: { ...init.headers, Signature: mirrorOf(String(init.headers.Signature)) },
      }
      expect((await at(optional, mirrored)).status).toBe(200)
      expect((await at(required, init)).status).toBe(200)
      expect((await at(required, mirrored)).body).toEqual(used)
    })

    it("are forgotten only after they are no longer valid [BIND-02]", async () => {
      const init = await signed({ path: PRODUCTS, profile, key })
      expect((await at(required, init)).status).toBe(200)
      await runJob("purge-oauth")
      expect((await at(required, init)).body).toEqual(used)
      await sql("update gw_oauth_signature set expires_at = now() - interval '1 second'")
      await runJob("purge-oauth")
      expect(await sql("select from gw_oauth_signature")).toEqual([])
    })

    it("pin the client to the first profile, also of 20 concurrent ones on two servers [BIND-03]", async () => {
      const publish = () => host.publish({ ...profileIn("2026-04-08"), keys: [publicJwk(key)] })
      const inits = await Promise.all(
        Array.from({ length: 20 }, () => signed({ path: PRODUCTS, profile: publish(), key }))
      )
      const answered = await Promise.all(inits.map((init, i) => at(i % 2 ? another : required, init)))
      const rejected = answered.filter(({ status }) => status !== 200).map(({ body }) => body)
      expect(rejected).toEqual(Array.from({ length: 19 }, () => foreign))
    })

    it("are accepted with another key of the same profile, and with another profile after a reset [BIND-03]", async () => {
      const next = newKey()
      const published = { ...profileIn("2026-04-08"), keys: [key, next].map(publicJwk) }
      const [own, other] = [host.publish(published), host.publish(published)]
      const call = async (of: string, signer: SigningKey) =>
        at(required, await signed({ path: PRODUCTS, profile: of, key: signer }))
      expect([(await call(own, key)).status, (await call(own, next)).status]).toEqual([200, 200])
      expect((await call(other, key)).body).toEqual(foreign)
      await unpin()
      expect([(await call(other, key)).status, (await call(own, key)).body]).toEqual([200, foreign])
    })

    it("are accepted only with the profile that staff have set; both changes are audited [BIND-03]", async () => {
      await setRules(client_id, { ucp_profile: keyless })
      expect((await at(required, await signed({ path: PRODUCTS, profile, key }))).body).toEqual(foreign)
      await unpin()
      expect((await at(required, await signed({ path: PRODUCTS, profile, key }))).status).toBe(200)
      const entries = await sql<{ actor_type: string | null; url: string | null }>(
        `select actor_type, detail ->> 'ucp_profile' as url from gw_audit
          where client_id = $1 and detail ? 'ucp_profile' order by at desc, id desc limit 3`,
        [client_id]
      )
      expect(entries).toEqual([
        { actor_type: null, url: profile },
        { actor_type: "user", url: null },
        { actor_type: "user", url: keyless },
      ])
    })

    it("are of no use for a change with another token of the client [BIND-01]", async () => {
      const init = await signed({ path: SEARCH, profile, key, body: BODY }, "another")
      expect((await at(required, init, SEARCH)).body).toEqual(invalid())
    })
  })

  it("are rejected on an official path in UCP's own form, with the reason [UCP-64]", async () => {
    const path = "/gw-ucp/v1/catalog/search"
    const init = await signed({ path, profile, key, body: BODY, parameters: { expires: ago(2) } })
    const [answer] = await answers(init, path)
    const { messages } = strict("2026-04-08").error.parse(answer.body)
    expect([answer.status, messages]).toMatchObject([
      401,
      [{ code: "signature_invalid", content: expect.stringContaining("it has expired") as string }],
    ])
  })

  it("are not required without a token and at public endpoints", async () => {
    expect((await callUcp(PRODUCTS, undefined, { base_url: required })).body.code).toBe("unauthorized")
    expect((await callUcp("/gw-ucp/v1/discovery", undefined, { base_url: required })).status).toBe(200)
  })

  it("that are rejected are in the audit log", async () => {
    await callUcp(PRODUCTS, token, { base_url: required })
    expect(await refusalsOf(client_id)).toMatchObject({ signature_missing: expect.any(Number) as number })
  })

  it("make the store fetch new keys, at most once a minute", async () => {
    const rotated: SigningKey[] = [newKey()]
    const text = () => JSON.stringify({ ...profileIn("2026-04-08"), keys: rotated.map(publicJwk) })
    const changing = host.publish((_, response) => {
      response.writeHead(200, { "cache-control": "max-age=3600" }).end(text())
    })
    const [first] = rotated
    if (!first) throw new Error("there is a key")
    const call = async (signer: SigningKey) => {
      const init = await signed({ path: PRODUCTS, profile: changing, key: signer })
      return (await callUcp(PRODUCTS, token, { ...init, base_url: required })).status
    }
    expect(await call(first)).toBe(200)
    const second = newKey()
    rotated.push(second)
    // The profile was fetched less than a minute ago.
    expect([await call(second), await call(newKey()), host.requestCount(changing)]).toEqual([401, 401, 1])
    expect(await call(first)).toBe(200)
  })

  describe("of the store", () => {
    const publishedKeys = async () => {
      const response = await fetch(`${required}/.well-known/ucp`)
      return ((await response.json()) as { signing_keys: JsonWebKey[] }).signing_keys
    }

    it("are on every answer with a body, on errors too, and are valid for that answer only", async () => {
      const keys = await publishedKeys()
      const init = await signed({ path: PRODUCTS, profile, key })
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      for (const [path, status, request] of [
        [PRODUCTS, 200, { headers }],
        ["/gw-ucp/v1/discovery", 200, {}],
        [PRODUCTS, 401, {}],
        ["/gw-ucp/v1/nowhere", 404, {}],
      ] as const) {
        const response = await fetch(`${required}${path}`, request)
        const body = await response.text()
        expect(response.status).toBe(status)
        expect(response.headers.get("cache-control")).toContain("no-transform")
        expect(await isGenuineAnswer(response, body, keys)).toBe(true)
        expect(await isGenuineAnswer(response, `${body} `, keys)).toBe(false)
        expect(
          await isGenuineAnswer(new Response(body, { status: 202, headers: response.headers }), body, keys)
        ).toBe(false)
      }
    })

    it("are missing on feeds, on answers without a body, and in a store that does not sign", async () => {
      const path = "/gw-ucp/v1/products/feed.json"
      const init = await signed({ path, profile, key })
      const headers = { ...init.headers, authorization: `Bearer ${token}` }
      const manifest = await fetch(`${required}/.well-known/ucp`)
      const known = { "if-none-match": String(manifest.headers.get("etag")) }
      for (const [url, status, request] of [
        [`${required}${path}`, 200, { headers }],
        [`${required}/.well-known/ucp`, 304, { headers: known }],
        [`${required}/.well-known/ucp`, 200, { method: "HEAD" }],
        [`${optional}/.well-known/ucp`, 200, {}],
      ] as const) {
        const response = await fetch(url, request)
        await response.arrayBuffer()
        expect([response.status, response.headers.get("signature")]).toEqual([status, null])
      }
    })

    it("require a key: without one the store does not start", async () => {
      const refuses = running().startSecondStore({ GW_UCP_SIGN_RESPONSES: "true", GW_CARD_KEY: "" })
      await expect(refuses).rejects.toThrow("did not start")
      const log = readFileSync(running().world.log_file, "utf8")
      expect(log).toContain("card_key: is required by ucp_sign_responses")
    })
  })
})
