import { constants, createHmac, type KeyObject, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { withinCapabilities } from "../../src/drivers/capabilities"
import type { NotificationVerdict } from "../../src/drivers/driver"
import { type Changes, newSigner } from "./netopia-double/sign-notification"
import { netopia } from "./netopia-example"
import { NetopiaOptions } from "./netopia-example/options"
import { ACCOUNT } from "./netopia-store"

const [signer, stranger] = [newSigner(), newSigner()]

const driverWith = (public_key: string | undefined) =>
  withinCapabilities(
    netopia({
      base_url: "https://shop.example",
      bank: NetopiaOptions.parse({
        driver: "netopia",
        api_url: "https://netopia.example",
        ...ACCOUNT,
        public_key,
      }),
    })
  )
const driver = driverWith(signer.public_key)

const messageOf = (payment: object = {}, order: object = {}) => ({
  order: { orderID: "gwp_1", ...order },
  payment: { ntpID: "1880001", status: 3, amount: 0.29, currency: "RON", ...payment },
})
const bytesOf = (message: unknown) => Buffer.from(JSON.stringify(message))
const raw = bytesOf(messageOf())

const read = (token: string | undefined, raw_body = raw, by = driver) =>
  by.readNotification({ method: "POST", headers: { "verification-token": token }, raw_body })
const readSigned = (message: unknown, change?: Changes) =>
  read(signer.tokenFor(bytesOf(message), ACCOUNT.merchant_id, change), bytesOf(message))
const reasonIn = (verdict: NotificationVerdict) => (verdict.ok ? "accepted" : verdict.reason)

const withPss = (input: Buffer, key: KeyObject) =>
  sign("RSA-SHA512", input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 64 })
const withPublicKey = (input: Buffer) => createHmac("sha256", signer.public_key).update(input).digest()

/** Each forgery next to the genuine message that it differs from. */
const forgeries: [what: string, verdict: string, change: Changes][] = [
  ["genuine", "accepted", {}],
  [
    "signed with HS256 and the public key",
    "alg_not_allowed",
    { header: { alg: "HS256" }, sign: withPublicKey },
  ],
  ["unsigned, with alg none", "alg_not_allowed", { header: { alg: "none" }, sign: () => Buffer.alloc(0) }],
  ["signed with PS512", "alg_not_allowed", { header: { alg: "PS512" }, sign: withPss }],
  ["signed with PS512 under the name RS512", "signature_invalid", { sign: withPss }],
  ["without a signature", "signature_invalid", { sign: () => Buffer.alloc(0) }],
  ["of another issuer", "claim_mismatch", { claims: { iss: "NETOPIA" } }],
  ["for another point of sale", "claim_mismatch", { claims: { aud: ["AAAA"] } }],
  ["without a point of sale", "claim_mismatch", { claims: { aud: undefined } }],
  ["without a digest", "claim_mismatch", { claims: { sub: undefined } }],
  ["with the digest of another body", "digest_mismatch", { claims: { sub: "AAAA" } }],
  ["expired", "signature_stale", { claims: { exp: 1 } }],
]

describe("a notification of NETOPIA [BANK-82]", () => {
  it.each(forgeries)("that is %s has the verdict %s", async (_what, verdict, change) => {
    const token = signer.tokenFor(raw, ACCOUNT.merchant_id, change)
    expect(reasonIn(await read(token))).toBe(verdict)
  })

  it.each([
    ["no token", undefined, "signature_missing"],
    ["an empty token", "", "signature_missing"],
    ["a token that is none", "abc", "signature_invalid"],
    ["the token of another key", stranger.tokenFor(raw, ACCOUNT.merchant_id), "signature_invalid"],
  ])("is rejected with %s", async (_what, token, reason) => {
    expect(reasonIn(await read(token))).toBe(reason)
  })

  it("is rejected with the same contents in other bytes", async () => {
    const token = signer.tokenFor(raw, ACCOUNT.merchant_id)
    const spaced = Buffer.from(JSON.stringify(messageOf(), null, 1))
    expect(reasonIn(await read(token, spaced))).toBe("digest_mismatch")
  })

  it("is rejected by a store without NETOPIA's key, and requested again", async () => {
    const keyless = driverWith(undefined)
    const verdict = await read(signer.tokenFor(raw, ACCOUNT.merchant_id), raw, keyless)
    expect(reasonIn(verdict)).toBe("key_unknown")
    const { status, body } = keyless.acknowledge(verdict)
    expect([status, JSON.parse(body)]).toMatchObject([503, { errorType: 1 }])
  })

  it("is not parsed before it is verified", async () => {
    const notJson = Buffer.from("{")
    expect(reasonIn(await read("abc", notJson))).toBe("signature_invalid")
    const signed = signer.tokenFor(notJson, ACCOUNT.merchant_id)
    expect(reasonIn(await read(signed, notJson))).toBe("malformed")
  })

  it.each([
    ["an amount finer than the minor unit", messageOf({ amount: 0.295 })],
    ["a negative amount", messageOf({ amount: -1 })],
    ["an amount that is a text", messageOf({ amount: "0.29" })],
    ["no amount, but a paid status", messageOf({ amount: undefined }, { amount: 0.29, currency: "RON" })],
    ["a status that is a text", messageOf({ status: "3" })],
    ["no order number", messageOf({}, { orderID: undefined })],
    ["a text that the database cannot store", messageOf({ ntpID: "1\0" })],
  ])("is malformed with %s", async (_what, message) => {
    const verdict = await readSigned(message)
    expect(reasonIn(verdict)).toBe("malformed")
    const { status, body } = driver.acknowledge(verdict)
    expect([status, JSON.parse(body)]).toMatchObject([400, { errorType: 2 }])
  })

  it("has the same event and nonce when it is sent again, and others with another status", async () => {
    const [one, two, later] = [
      await readSigned(messageOf()),
      await readSigned(messageOf(), { claims: { iat: 1 } }),
      await readSigned(messageOf({ status: 5 })),
    ]
    if (!one.ok || !two.ok || !later.ok) throw new Error("a genuine notification was rejected")
    expect([two.event, two.nonce.jti]).toEqual([one.event, one.nonce.jti])
    expect(later.event.event_id).not.toBe(one.event.event_id)
    expect(later.nonce.jti).not.toBe(one.nonce.jti)
  })

  it("is acknowledged with error type 0 when it is stored or repeated", async () => {
    for (const verdict of [await readSigned(messageOf()), { ok: false, reason: "replayed" } as const]) {
      const { status, body } = driver.acknowledge(verdict)
      expect([status, JSON.parse(body)]).toEqual([200, { errorType: 0, errorCode: null, errorMessage: "" }])
    }
  })

  it("is an event without a payment if its status has no known meaning", async () => {
    const verdict = await readSigned(messageOf({ status: 8 }))
    expect(verdict).toMatchObject({ ok: true, event: { type: "netopia.8", payment: null } })
  })

  it("reports the paid amount and currency, not those of the order", async () => {
    const verdict = await readSigned(messageOf({ amount: 0.2 }, { amount: 0.29, currency: "EUR" }))
    expect(verdict).toMatchObject({
      event: { payment: { amount: 20, currency: "RON", amounts: { captured: 20, refunded: 0 } } },
    })
  })
})
