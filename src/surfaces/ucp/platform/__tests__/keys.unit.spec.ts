import { describe, expect, it } from "vitest"
import { PlatformKeys } from "../keys"

const KEY = { kid: "1", kty: "EC", crv: "P-256", x: "eA", y: "eQ" }

describe("the keys a profile publishes", () => {
  it("are those with a name, for signatures, and their public members", () => {
    const others = [{ ...KEY, kid: 7 }, { ...KEY, kid: undefined }, { ...KEY, use: "enc" }, null, "key"]
    const keys = [{ ...KEY, use: "sig", alg: "ES256", d: "eg" }, ...others, { kid: "2", kty: "RSA", n: "bg" }]
    expect(PlatformKeys.parse(keys)).toEqual([
      { ...KEY, use: "sig", alg: "ES256" },
      { kid: "2", kty: "RSA" },
    ])
  })

  it.each([undefined, null, {}, "keys"])("are none when they are %j", (keys) => {
    expect(PlatformKeys.parse(keys)).toEqual([])
  })

  it("are fifty at most", () => {
    expect(PlatformKeys.parse(Array.from({ length: 1000 }, () => KEY))).toHaveLength(50)
  })
})
