import { generateKeyPairSync } from "node:crypto"
import { describe, expect, it } from "vitest"
import { BankOptions } from "../../../../src/options"
import { NetopiaOptions } from "../options"

const pem = (modulusLength: number) =>
  generateKeyPairSync("rsa", { modulusLength }).publicKey.export({ type: "spki", format: "pem" }).toString()
const ecKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey

const accepts = (public_key: string | undefined) =>
  NetopiaOptions.safeParse({
    driver: "netopia",
    api_url: "https://netopia.example",
    api_key: "k",
    merchant_id: "s",
    public_key,
  }).success

describe("the options of NETOPIA's example driver [BANK-82]", () => {
  it("have the options that every bank has", () => {
    const [first = [], ...others] = BankOptions.options.map(({ shape }) => Object.keys(shape))
    const common = first.filter((name) => others.every((names) => names.includes(name)))
    expect(common).toEqual(["driver", "api_url", "merchant_id"])
    expect(Object.keys(NetopiaOptions.shape)).toEqual(expect.arrayContaining(common))
  })

  it("accept an RSA key that is long enough, or none", () => {
    expect([accepts(pem(2048)), accepts(undefined)]).toEqual([true, true])
  })

  it("reject a short key, a key of another kind, and what is not a key", () => {
    const other = ecKey.export({ type: "spki", format: "pem" }).toString()
    expect([accepts(pem(1024)), accepts(other), accepts(""), accepts("secret")]).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
