import { describe, expect, it } from "vitest"
import { PlatformKeys } from "../platform-keys"

const KEY = { kid: "1", kty: "EC", crv: "P-256", x: "eA", y: "eQ" }

describe("the parsed keys of a profile", () => {
  it("are those for signatures that have a kid, with public members only", () => {
    const others = [{ ...KEY, kid: 7 }, { ...KEY, kid: undefined }, { ...KEY, use: "enc" }, null, "key"]
    const keys = [{ ...KEY, use: "sig", alg: "ES256", d: "eg" }, ...others, { kid: "2", kty: "RSA", n: "bg" }]
    expect(PlatformKeys.parse(keys)).toEqual([
      { ...KEY, use: "sig", alg: "ES256" },
      { kid: "2", kty: "RSA" },
    ])
  })

  it.each([undefined, null, {}, "keys"])("are empty when the member is %j", (keys) => {
    expect(PlatformKeys.parse(keys)).toEqual([])
  })

  it("are 50 at most", () => {
    expect(PlatformKeys.parse(Array.from({ length: 1000 }, () => KEY))).toHaveLength(50)
  })
})
