import { describe, expect, it } from "vitest"
import { newPrivateJwk } from "../../demo/key-pair"
import { readOptions } from "../options"

const jwk = newPrivateJwk()
const env = {
  GW_BASE_URL: "https://shop.example/",
  GW_BANK_API_URL: "https://bank.example",
  GW_BANK_MERCHANT_ID: "mrc_1",
  GW_BANK_MERCHANT_KEY: JSON.stringify(jwk),
}

describe("options", () => {
  it("come from the environment where the store's configuration is silent", () => {
    const options = readOptions({ bank: { merchant_id: "mrc_2" } }, env)
    expect(options.base_url).toBe("https://shop.example")
    expect(options.bank).toMatchObject({
      driver: "gwb",
      merchant_id: "mrc_2",
      issuer: "https://bank.example",
    })
  })

  it("need no key for the Agent Card, and refuse a bad one", () => {
    expect(readOptions(undefined, { ...env, GW_CARD_KEY: "" }).card_key).toBeUndefined()
    expect(readOptions(undefined, { ...env, GW_CARD_KEY: JSON.stringify(jwk) }).card_key).toMatchObject({
      crv: "P-256",
    })
    expect(() => readOptions(undefined, { ...env, GW_CARD_KEY: "{" })).toThrow(/card_key/)
  })

  it("refuse to boot half configured, naming everything that is missing [BANK-28]", () => {
    expect(() => readOptions(undefined, {})).toThrow(/base_url.*bank\.api_url.*bank\.merchant_key/)
  })

  it("refuse to boot without a key to encrypt with in production, and nowhere else [BANK-28]", () => {
    const production = { ...env, NODE_ENV: "production" }
    expect(() => readOptions(undefined, production)).toThrow(/encryption_key: is required in production/)
    const encryption_key = Buffer.alloc(32).toString("base64")
    expect(readOptions({ encryption_key }, production)).toMatchObject({ encryption_key })
    expect(readOptions(undefined, env).encryption_key).toBeUndefined()
  })

  it.each([
    ["not JSON", "{"],
    ["a public key", JSON.stringify({ ...jwk, d: undefined })],
    ["another curve", JSON.stringify({ ...jwk, crv: "P-384" })],
  ])("refuse a merchant key that is %s", (_, GW_BANK_MERCHANT_KEY) => {
    expect(() => readOptions(undefined, { ...env, GW_BANK_MERCHANT_KEY })).toThrow(/bank\.merchant_key/)
  })

  it("let a client have a hundred streams open, or as many as the store says, but not none", () => {
    const limitOf = (GW_STREAMS_PER_CLIENT?: string) =>
      readOptions(undefined, { ...env, GW_STREAMS_PER_CLIENT }).streams_per_client
    expect([limitOf(), limitOf("20")]).toEqual([100, 20])
    for (const wrong of ["0", "many"]) expect(() => limitOf(wrong)).toThrow(/streams_per_client/)
  })

  it("hold a platform to its profile unless the store is lenient [UCP-08]", () => {
    const negotiation = (GW_UCP_NEGOTIATION?: string) =>
      readOptions(undefined, { ...env, GW_UCP_NEGOTIATION }).ucp_negotiation
    expect([negotiation(), negotiation(""), negotiation("lenient")]).toEqual(["strict", "strict", "lenient"])
    expect(() => negotiation("none")).toThrow(/ucp_negotiation/)
  })

  it("ask platforms for signatures only where the merchant does", () => {
    const signatures = (GW_UCP_SIGNATURES?: string) =>
      readOptions(undefined, { ...env, GW_UCP_SIGNATURES }).ucp_signatures
    expect([signatures(), signatures(""), signatures("required")]).toEqual([
      "optional",
      "optional",
      "required",
    ])
    expect(() => signatures("always")).toThrow(/ucp_signatures/)
  })

  it("sign no responses unless told to, and then refuse to boot without a key", () => {
    const signing = { ...env, GW_UCP_SIGN_RESPONSES: "true" }
    expect(readOptions(undefined, env).ucp_sign_responses).toBe(false)
    expect(() => readOptions(undefined, signing)).toThrow(
      /^medusa-plugin-agentic-gateway is not configured: card_key: is required by ucp_sign_responses, to sign with$/
    )
    const signed = readOptions(undefined, { ...signing, GW_CARD_KEY: JSON.stringify(jwk) })
    expect(signed.ucp_sign_responses).toBe(true)
  })

  it("send alerts nowhere but to the admin unless told where", () => {
    expect(readOptions(undefined, { ...env, GW_ALERTS_CHANNEL: "sms" }).alerts).toBeUndefined()
    const to = "owner@store.example"
    expect(readOptions(undefined, { ...env, GW_ALERTS_TO: to }).alerts).toEqual({
      ...{ to, channel: "email", template: "agentic-gateway-alert" },
    })
    expect(readOptions({ alerts: { to, channel: "sms" } }, env).alerts).toMatchObject({ channel: "sms" })
    expect(() => readOptions({ alerts: { channel: "sms" } }, env)).toThrow(/alerts\.to/)
  })

  it("refuse a base address that is no http address", () => {
    expect(() => readOptions(undefined, { ...env, GW_BASE_URL: "shop.example" })).toThrow(/base_url/)
  })
})
