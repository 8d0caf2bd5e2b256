import { createHash, createPrivateKey, randomUUID, sign } from "node:crypto"
import { type Server, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../../demo/key-pair"
import { readOptions } from "../../options"
import { driverOf } from ".."
import { type BankDriver, BankError, isForNow, type StoredPayment } from "../driver"

const digest = (raw: string) => createHash("sha256").update(raw).digest("base64url")
const bank_key = { ...newPrivateJwk(), kid: "bank-1" }

/** An ES256 token, created with node:crypto only. */
function token(key: typeof bank_key, claims: object): string {
  const header = { alg: "ES256", typ: "gwb-response+jwt", kid: key.kid }
  const input = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".")
  const private_key = createPrivateKey({ key, format: "jwk" })
  return `${input}.${sign("sha256", Buffer.from(input), { key: private_key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`
}

interface Answer {
  status: number
  raw: string
  /** Changes to the claims of a genuine response; null for a response without a signature. */
  claims: object | null
  key?: typeof bank_key
}

describe("the GWB/1 client", () => {
  let server: Server | undefined
  afterEach(() => server?.close())

  async function bankThatAnswers({ status, raw, claims, key = bank_key }: Answer): Promise<BankDriver> {
    server = createServer((request, response) => {
      const jws = String(request.headers["gw-signature"]).split(".")[1] ?? ""
      const { jti } = JSON.parse(Buffer.from(jws, "base64url").toString()) as { jti: string }
      const iat = Math.floor(Date.now() / 1000)
      const genuine = { iss: "https://bank.example", aud: "mrc_1", iat, exp: iat + 120, jti: randomUUID() }
      const bound = { sts: status, rjt: jti, bdg: digest(raw) }
      if (claims) response.setHeader("gw-signature", token(key, { ...genuine, ...bound, ...claims }))
      response.writeHead(status).end(raw)
    })
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return driverOf(
      readOptions({
        base_url: "https://shop.example",
        bank: {
          api_url: `http://127.0.0.1:${port}`,
          issuer: "https://bank.example",
          merchant_id: "mrc_1",
          merchant_key: newPrivateJwk(),
          jwks: {
            keys: [
              { kty: "EC", crv: "P-256", x: bank_key.x, y: bank_key.y, kid: bank_key.kid, alg: "ES256" },
            ],
          },
        },
      })
    )
  }

  const PAYMENT: StoredPayment = {
    merchant_reference: "gwp_1",
    bank_payment_id: null,
    intent: "sale",
    amount: 100,
    currency: "EUR",
    status: "unknown",
    bank_token_id: null,
    age: 1,
    operations: [],
    movements: [],
  }
  const none = { status: 200, raw: '{"data":[]}' }

  it("accepts a response signed for its own request", async () => {
    await expect((await bankThatAnswers({ ...none, claims: {} })).findPayment(PAYMENT)).resolves.toBeNull()
  })

  it.each<[string, Partial<Answer>]>([
    ["has no signature", { claims: null }],
    ["answers another request", { claims: { rjt: randomUUID() } }],
    ["was signed for another status code", { claims: { sts: 404 } }],
    ["was signed for another body", { claims: { bdg: digest("{}") } }],
    ["is addressed to another merchant", { claims: { aud: "mrc_2" } }],
    ["has another issuer", { claims: { iss: "https://evil.example" } }],
    ["is stale", { claims: { iat: 1, exp: 121 } }],
    ["is signed with an unknown key", { claims: {}, key: { ...newPrivateJwk(), kid: "bank-1" } }],
  ])("treats a response as missing if it %s [BANK-14]", async (_, change) => {
    const driver = await bankThatAnswers({ ...none, claims: {}, ...change })
    await expect(driver.findPayment(PAYMENT)).rejects.toMatchObject({ name: "BankError", outcome: "unknown" })
  })

  it("throws the bank's error code if the bank rejects the call", async () => {
    const raw = '{"error":{"code":"invalid_request","message":"no"}}'
    const driver = await bankThatAnswers({ status: 400, raw, claims: {} })
    await expect(driver.findPayment(PAYMENT)).rejects.toMatchObject({
      code: "invalid_request",
      outcome: "not_executed",
    })
  })

  it.each([
    [401, "key_unknown", "key_unknown"],
    [401, "no_access", "bank_configuration"],
    [403, "invalid_request", "bank_configuration"],
    [429, "busy", "rate_limited"],
  ])(
    "distinguishes a rejection for now from one of the call itself: %d %s [BANK-15]",
    async (status, code, expected) => {
      const driver = await bankThatAnswers({ status, raw: JSON.stringify({ error: { code } }), claims: {} })
      const rejected = await driver.findPayment(PAYMENT).catch((error: BankError) => error)
      expect(rejected).toMatchObject({ code: expected, outcome: "not_executed" })
      expect(isForNow(rejected as BankError)).toBe(true)
    }
  )

  it("reports an unknown outcome if the bank received the same message before, and no wrong configuration [BANK-15]", async () => {
    const raw = '{"error":{"code":"replayed"}}'
    const driver = await bankThatAnswers({ status: 401, raw, claims: {} })
    await expect(driver.findPayment(PAYMENT)).rejects.toMatchObject({ code: "replayed", outcome: "unknown" })
  })

  it.each(["invalid_request", "token_not_active", "mandate_limit"])("counts %s as final", (code) => {
    expect(isForNow(new BankError(code, "not_executed", code))).toBe(false)
  })

  it("reports an unknown outcome if the bank responds with a server error", async () => {
    const raw = '{"error":{"code":"internal","message":"no"}}'
    const driver = await bankThatAnswers({ status: 500, raw, claims: {} })
    await expect(driver.findPayment(PAYMENT)).rejects.toMatchObject({ code: "internal", outcome: "unknown" })
  })

  it("reports an unknown outcome if the signed response is not a payment", async () => {
    const driver = await bankThatAnswers({ status: 200, raw: '{"data":[{"id":"pay_1"}]}', claims: {} })
    await expect(driver.findPayment(PAYMENT)).rejects.toMatchObject({ code: "malformed_answer" })
  })
})
