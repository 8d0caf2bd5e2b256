import { createHash, createPrivateKey, randomUUID, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../../demo/key-pair"
import { driverOf } from ".."
import { readOptions } from "../../options"

type Json = Record<string, unknown>

const bank_key = newPrivateJwk()
const { readNotification } = driverOf(
  readOptions({
    base_url: "https://shop.example",
    bank: {
      api_url: "https://bank.example",
      issuer: "https://bank.example",
      merchant_id: "mrc_1",
      merchant_key: newPrivateJwk(),
      jwks: {
        keys: [{ kty: "EC", crv: "P-256", x: bank_key.x, y: bank_key.y, kid: "bank-1", alg: "ES256" }],
      },
    },
  })
)

const raw = JSON.stringify({ event_id: "evt_1", sequence: 1, type: "merchant.updated" })
const now = Math.floor(Date.now() / 1000)
const encoded = (text: string) => Buffer.from(text).toString("base64url")
const part = (value: unknown) => encoded(JSON.stringify(value))
const headerOf = (change: Json = {}) => ({ alg: "ES256", typ: "gwb-ipn+jwt", kid: "bank-1", ...change })
const claimsOf = (change: Json = {}) => ({
  iss: "https://bank.example",
  aud: "mrc_1",
  iat: now,
  exp: now + 120,
  jti: randomUUID(),
  htm: "POST",
  htu: "https://shop.example/gw-bank/v1/ipn",
  bdg: createHash("sha256").update(raw).digest("base64url"),
  ...change,
})

function signature(input: string, dsaEncoding: "ieee-p1363" | "der" = "ieee-p1363"): Buffer {
  const key = createPrivateKey({ key: bank_key, format: "jwk" })
  return sign("sha256", Buffer.from(input), { key, dsaEncoding })
}

/** Signs a header and a payload without changing them. */
function signed(header: string, payload: string): string {
  return `${header}.${payload}.${signature(`${header}.${payload}`).toString("base64url")}`
}
const genuine = (header: Json = {}, claims: Json = {}) =>
  signed(part(headerOf(header)), part(claimsOf(claims)))

/** A genuine token with another signature. */
function withSignature(make: (input: string) => Buffer): string {
  const input = genuine().split(".").slice(0, 2).join(".")
  return `${input}.${make(input).toString("base64url")}`
}

async function reasonFor(token: string | undefined): Promise<string> {
  const verdict = await readNotification({
    method: "POST",
    headers: { "gw-signature": token },
    raw_body: Buffer.from(raw),
  })
  return verdict.ok ? "believed" : verdict.reason
}

describe("the signature of a notification", () => {
  it.each<[string, string]>([
    ["as the bank creates it", genuine()],
    ["with the store among several audiences", genuine({}, { aud: ["mrc_0", "mrc_1"] })],
    ["with additional claims", genuine({}, { extra: { of: "theirs" }, nbf: now })],
    ["from a clock that is slightly ahead", genuine({}, { iat: now + 25, exp: now + 145 })],
    ["after it expired, within the clock tolerance", genuine({}, { iat: now - 130, exp: now - 15 })],
  ])("is accepted %s", async (_, token) => {
    expect(await reasonFor(token)).toBe("believed")
  })

  it.each<[string, string, string | undefined]>([
    ["is missing", "signature_missing", undefined],
    ["is not a token", "signature_invalid", "a.b.c"],
    ["has a fourth part", "signature_invalid", `${genuine()}.${part({})}`],
    ["is not base64url", "signature_invalid", genuine().replace(/\.([^.]*)$/, ".$1==")],
    ["has a header that is not an object", "signature_invalid", signed(part(null), part(claimsOf()))],
    ["has a header that is not JSON", "signature_invalid", signed(encoded("{"), part(claimsOf()))],
    ["is all zeros", "signature_invalid", withSignature(() => Buffer.alloc(64))],
    ["is one byte too short", "signature_invalid", withSignature((input) => signature(input).subarray(1))],
    ["is DER-encoded", "signature_invalid", withSignature((input) => signature(input, "der"))],
    ["signs something else", "signature_invalid", withSignature(() => signature("something else"))],
    ["has no algorithm", "alg_not_allowed", genuine({ alg: undefined })],
    ["has another algorithm", "alg_not_allowed", genuine({ alg: "ES384" })],
    ["requires an unsupported extension", "alg_not_allowed", genuine({ crit: ["b64"], b64: true })],
    ["names an unknown key", "key_unknown", genuine({ kid: "bank-2" })],
    ["has a number as its key id", "key_unknown", genuine({ kid: 1 })],
    ["has another type", "claim_mismatch", genuine({ typ: "gwb-response+jwt" })],
    ["has no type", "claim_mismatch", genuine({ typ: undefined })],
    ["has claims that are not JSON", "claim_mismatch", signed(part(headerOf()), encoded("{"))],
    ...["iss", "aud", "iat", "exp", "jti", "htm", "htu", "bdg"].map((name): [string, string, string] => [
      `lacks the claim ${name}`,
      "claim_mismatch",
      genuine({}, { [name]: undefined }),
    ]),
    ["has an empty id", "claim_mismatch", genuine({}, { jti: "" })],
    ["has a time that is not a number", "claim_mismatch", genuine({}, { exp: String(now + 120) })],
    ["has no audience", "claim_mismatch", genuine({}, { aud: [] })],
    ["is from the future", "claim_mismatch", genuine({}, { iat: now + 60, exp: now + 180 })],
    ["is not valid yet", "claim_mismatch", genuine({}, { nbf: now + 60 })],
    ["is valid for too long", "claim_mismatch", genuine({}, { exp: now + 301 })],
    ["has expired", "signature_stale", genuine({}, { iat: now - 200, exp: now - 30 })],
    [
      "is too old, even if it has not expired",
      "signature_stale",
      genuine({}, { iat: now - 400, exp: now + 60 }),
    ],
    ["signs another body", "digest_mismatch", genuine({}, { bdg: encoded("another") })],
  ])("is rejected if it %s", async (_, reason, token) => {
    expect(await reasonFor(token)).toBe(reason)
  })
})
