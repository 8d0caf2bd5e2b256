import { createHmac, randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { digest, makeKey, openJws, segment, signJws } from "./support/jws"
import { makeClient, type Bend } from "./support/merchant"
import { paymentBody, startWorld } from "./support/simulator"

let world: Awaited<ReturnType<typeof startWorld>>
beforeAll(async () => void (world = await startWorld()))
afterAll(() => world.stop())

const now = () => Math.floor(Date.now() / 1000)

async function reasonFor(bend: Bend, path = "/gwb/v1/payments"): Promise<string> {
  const answer = await world.call("POST", path, paymentBody(randomUUID()), bend)
  expect(answer.status).toBe(401)
  const payments = await world.control("GET", "/_sim/payments")
  expect(payments.json.data).toEqual([])
  return (answer.json.error as { code: string }).code
}

// The refusals come first; each one also proves that nothing was executed.
describe("a request signature", () => {
  it("is required", async () => {
    expect(await reasonFor({ token: null })).toBe("signature_missing")
  })

  it("must be a JWS", async () => {
    expect(await reasonFor({ token: "abc" })).toBe("signature_invalid")
    expect(await reasonFor({ token: "a.b.c" })).toBe("signature_invalid")
  })

  it("by another key with the merchant's kid is invalid", async () => {
    expect(await reasonFor({ signWith: { ...makeKey(), kid: world.shop.key.kid } })).toBe("signature_invalid")
  })

  it("by a key that the merchant does not publish, or without a kid, is refused as key_unknown", async () => {
    expect(await reasonFor({ signWith: makeKey() })).toBe("key_unknown")
    expect(await reasonFor({ header: { kid: undefined } })).toBe("key_unknown")
  })

  it("must use ES256", async () => {
    const claims = segment({ iss: "mrc_demo", jti: randomUUID() })
    const none = `${segment({ alg: "none", typ: "gwb-request+jwt", kid: world.shop.key.kid })}.${claims}.`
    expect(await reasonFor({ token: none })).toBe("alg_not_allowed")
    const input = `${segment({ alg: "HS256", typ: "gwb-request+jwt", kid: world.shop.key.kid })}.${claims}`
    const mac = createHmac("sha256", JSON.stringify(world.shop.key.jwk)).update(input).digest("base64url")
    expect(await reasonFor({ token: `${input}.${mac}` })).toBe("alg_not_allowed")
  })

  it.each<[string, Bend]>([
    ["another message type", { header: { typ: "gwb-response+jwt" } }],
    ["no message type", { header: { typ: undefined } }],
    ["an unknown issuer", { claims: { iss: "mrc_unknown" } }],
    ["another audience", { claims: { aud: "https://other.example" } }],
    ["several audiences", { claims: { aud: ["https://other.example", "SELF"] } }],
    ["another method", { claims: { htm: "GET" } }],
    ["another URL", { claims: { htu: "https://other.example/gwb/v1/payments" } }],
    ["another idempotency key", { claims: { idk: randomUUID() } }],
    ["no idempotency key", { claims: { idk: undefined } }],
    ["no message id", { claims: { jti: undefined } }],
    ["no digest", { claims: { bdg: undefined } }],
    ["no expiry", { claims: { exp: undefined } }],
    ["an issue time in the future", { claims: { iat: now() + 120, exp: now() + 240 } }],
    ["a lifetime of more than 300 seconds", { claims: { exp: now() + 86_400 } }],
  ])("with %s is refused as claim_mismatch", async (_, bend) => {
    const aud = bend.claims?.aud
    if (Array.isArray(aud)) aud[1] = world.url
    expect(await reasonFor(bend)).toBe("claim_mismatch")
  })

  it("covers the query of the URL", async () => {
    const htu = `${world.url}/gwb/v1/payments`
    const answer = await world.call("GET", "/gwb/v1/payments?merchant_reference=x", undefined, {
      claims: { htu },
    })
    expect(answer.json.error).toMatchObject({ code: "claim_mismatch" })
  })

  it("is stale ten minutes later, and after its expiry", async () => {
    expect(await reasonFor({ claims: { iat: now() - 600, exp: now() - 480 } })).toBe("signature_stale")
    expect(await reasonFor({ claims: { iat: now() - 310, exp: now() - 40 } })).toBe("signature_stale")
  })

  it("covers every byte of the body", async () => {
    expect(await reasonFor({ sentBody: JSON.stringify(paymentBody("x", { amount: 1 })) })).toBe(
      "digest_mismatch"
    )
    expect(await reasonFor({ sentBody: JSON.stringify(paymentBody("x"), null, 1) })).toBe("digest_mismatch")
    expect(await reasonFor({ claims: { bdg: digest("") } })).toBe("digest_mismatch")
  })

  it("is accepted once when it is genuine", async () => {
    const key = randomUUID()
    const first = await world.call("POST", "/gwb/v1/payments", paymentBody("gwp_once"), { key })
    expect(first.status).toBe(201)
    const again = await world.call("POST", "/gwb/v1/payments", paymentBody("gwp_once"), {
      key,
      token: first.token,
    })
    expect(again.json.error).toMatchObject({ code: "replayed", retryable: false })
    const anew = await world.call("POST", "/gwb/v1/payments", paymentBody("gwp_once"), { key })
    expect(anew.status).toBe(201)
  })
})

describe("a response", () => {
  it("is signed for its caller and bound to its request", async () => {
    const jti = randomUUID()
    const { claims } = await world.call("GET", "/gwb/v1/events", undefined, { claims: { jti } })
    expect(claims).toMatchObject({ iss: world.url, aud: "mrc_demo", rjt: jti, sts: 200 })
  })

  it("is signed when it is an error, too", async () => {
    const jti = randomUUID()
    const { claims, status } = await world.call("GET", "/gwb/v1/nothing", undefined, { claims: { jti } })
    expect(status).toBe(404)
    expect(claims).toMatchObject({ aud: "mrc_demo", rjt: jti, sts: 404 })
  })

  it("is 503 and not 401 while the merchant's keys cannot be fetched", async () => {
    const fresh = await startWorld()
    fresh.shop.state.jwksStatus = 500
    const answer = await fresh.call("GET", "/gwb/v1/events")
    expect(answer.status).toBe(503)
    expect(answer.json.error).toMatchObject({ code: "unavailable", retryable: true })
    fresh.shop.state.jwksStatus = 200
    expect((await fresh.call("GET", "/gwb/v1/events")).status).toBe(200)
    await fresh.stop()
  })

  it("with the key set is cacheable for ten minutes and has no private key", async () => {
    const response = await fetch(`${world.url}/gwb/v1/jwks.json`)
    expect(response.headers.get("cache-control")).toBe("max-age=600")
    expect(response.headers.get("gw-signature")).toBeNull()
    expect(await response.text()).not.toContain('"d"')
  })
})

it("keys in the merchant's configuration are accepted, and no others", async () => {
  const jwks = { keys: [world.shop.key.jwk] }
  const merchant = { ...world.shop.merchant, jwks_url: undefined, jwks }
  const other = { ...merchant, merchant_id: "mrc_other", jwks: { keys: [makeKey().jwk] } }
  const pinned = await startWorld([], { merchants: [merchant, other] })
  const asDemo = makeClient(pinned.url, pinned.url, world.shop.key)
  expect((await asDemo("GET", "/gwb/v1/events")).status).toBe(200)
  const asOther = makeClient(pinned.url, pinned.url, world.shop.key, "mrc_other")
  expect((await asOther("GET", "/gwb/v1/events")).json.error).toMatchObject({ code: "key_unknown" })
  await pinned.stop()
})

it("the verification in the tests refuses a changed token", () => {
  const key = makeKey()
  const [header, claims, signature] = signJws({ alg: "ES256" }, { a: 1 }, key.privateKey).split(".")
  expect(openJws(`${header}.${claims}.${signature}`, key.jwk).claims).toEqual({ a: 1 })
  expect(() => openJws(`${header}.${segment({ a: 2 })}.${signature}`, key.jwk)).toThrow("does not hold")
})
