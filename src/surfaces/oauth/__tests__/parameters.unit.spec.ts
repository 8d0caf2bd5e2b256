import { runInNewContext } from "node:vm"
import { describe, expect, it } from "vitest"
import { repeatedIn } from "../parameters"

describe("repeatedIn", () => {
  it("returns the first parameter that is sent twice", () => {
    expect(repeatedIn(new URLSearchParams("a=1&b=2&c=3"))).toBeUndefined()
    expect(repeatedIn(new URLSearchParams("a=1&b=2&c=3&b=&a=1"))).toBe("b")
  })

  it("needs a time that is proportional to the number of parameters", () => {
    const form = new URLSearchParams(Array.from({ length: 80_000 }, (_, n) => [n.toString(36), ""]))
    const check = () => repeatedIn(form) ?? "none"
    expect(runInNewContext("check()", { check }, { timeout: 2000 })).toBe("none")
  })
})
