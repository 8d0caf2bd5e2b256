import { describe, expect, it } from "vitest"
import { readMerchants } from "../merchants"
import { readOptions, USAGE } from "../options"
import { StartError } from "../start-error"

const SHOP = {
  merchant_id: "mrc_demo",
  name: "Demo",
  currencies: ["EUR"],
  ipn_url: "http://localhost:9000/ipn",
  jwks_url: "http://localhost:9000/jwks.json",
}

describe("the command line", () => {
  it("has a default for every option", () => {
    expect(readOptions([])).toEqual({
      host: "127.0.0.1",
      port: 9010,
      controlPort: 9011,
      publicUrl: null,
      dataDir: "./.bank-sim",
      seed: null,
      manualDelivery: false,
      scaWindowSeconds: 900,
      retryScale: 1,
      merchants: [],
      redsysMerchants: [],
    })
  })

  it("sets every option", () => {
    const flags =
      "--host 0.0.0.0 --port 1 --control-port 2 --public-url https://bank.example/ --memory --seed 5"
    const more = "--manual-delivery --sca-window 60 --retry-scale 0.01"
    const merchants = ["--merchant", JSON.stringify(SHOP), "--merchant", "{}", "--redsys-merchant", "{}"]
    expect(readOptions([...flags.split(" "), ...more.split(" "), ...merchants])).toEqual({
      host: "0.0.0.0",
      port: 1,
      controlPort: 2,
      publicUrl: "https://bank.example",
      dataDir: null,
      seed: 5,
      manualDelivery: true,
      scaWindowSeconds: 60,
      retryScale: 0.01,
      merchants: [SHOP, {}],
      redsysMerchants: [{}],
    })
  })

  it.each<[string, string[]]>([
    ["an unknown flag", ["--fast"]],
    ["a positional argument", ["fast"]],
    ["a port out of range", ["--port", "99999"]],
    ["a port that is no number", ["--port", "abc"]],
    ["a fractional SCA window", ["--sca-window", "1.5"]],
    ["a negative retry scale", ["--retry-scale=-1"]],
    ["a public URL with a path", ["--public-url", "https://bank.example/api"]],
    ["a merchant that is no JSON", ["--merchant", "{"]],
    ["a Redsys merchant that is no JSON", ["--redsys-merchant", "{"]],
    ["a missing merchant file", ["--merchants", "/nowhere/merchants.json"]],
  ])("refuses %s with one sentence", (_, argv) => {
    expect(() => readOptions(argv)).toThrow(StartError)
    expect(() => readOptions(argv)).toThrow(/^[^\n]+[.]$/)
  })

  it("documents every flag in --help", () => {
    expect(readOptions(["--help"])).toBe("help")
    for (const flag of [
      "merchant",
      "merchants",
      "redsys-merchant",
      "host",
      "port",
      "control-port",
      "public-url",
      "data",
      "memory",
    ])
      expect(USAGE).toContain(`--${flag}`)
    for (const flag of ["seed", "manual-delivery", "sca-window", "retry-scale"])
      expect(USAGE).toContain(`--${flag}`)
  })
})

describe("a merchant", () => {
  it("is found by its id", () => {
    expect(readMerchants([SHOP]).get("mrc_demo")).toMatchObject({ name: "Demo", ipn_url: SHOP.ipn_url })
  })

  it.each<[string, unknown]>([
    ["that is no object", 1],
    ["without id", { ...SHOP, merchant_id: undefined }],
    ["without notification URL", { ...SHOP, ipn_url: undefined }],
    ["without currencies", { ...SHOP, currencies: [] }],
    ["with a lower-case currency", { ...SHOP, currencies: ["eur"] }],
    ["without keys", { ...SHOP, jwks_url: undefined }],
    ["with two sources of keys", { ...SHOP, jwks: { keys: [{ kty: "EC" }] } }],
    ["with an empty key set", { ...SHOP, jwks_url: undefined, jwks: { keys: [] } }],
    ["with a private key", { ...SHOP, jwks_url: undefined, jwks: { keys: [{ kty: "EC", d: "x" }] } }],
    ["with an unknown member", { ...SHOP, secret: "x" }],
  ])("is refused %s", (_, merchant) => {
    expect(() => readMerchants([merchant])).toThrow(StartError)
  })

  it("is refused when it is given twice", () => {
    expect(() => readMerchants([SHOP, SHOP])).toThrow("given twice")
  })
})
