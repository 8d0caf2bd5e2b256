import { describe, expect, it } from "vitest"
import { canonicalJson } from "../canonical-json"

describe("canonicalJson", () => {
  it("matches the examples of RFC 8785", () => {
    // The numbers and strings are from section 3.2.2, the order of names from section 3.2.3.
    const numbers = "[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]"
    expect(canonicalJson(JSON.parse(numbers))).toBe("[333333333.3333333,1e+30,4.5,0.002,1e-27]")
    const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 }
    expect(
      Object.values(
        JSON.parse(
          `[${canonicalJson(names)
            .match(/\d+(?=[,}])/g)
            ?.join(",")}]`
        ) as number[]
      )
    ).toEqual([2, 4, 6, 7, 1, 5, 3])
  })

  it.each([
    ['{"a":1,"b":[1.0,{"c":null}]}', '{ "b": [1, {"c": null}], "a": 1e0 }', true],
    ['{"a":null}', "{}", false],
    ["[1,2]", "[2,1]", false],
    ['{"a":"1"}', '{"a":1}', false],
  ])("gives %s and %s the same text: %s", (one, other, same) => {
    expect(canonicalJson(JSON.parse(one)) === canonicalJson(JSON.parse(other))).toBe(same)
  })

  it("throws a RangeError for a value nested more than 100 levels deep", () => {
    const deep = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`)
    expect(canonicalJson(deep(100))).toHaveLength(200)
    expect(() => canonicalJson(deep(101))).toThrow(RangeError)
    expect(() => canonicalJson(deep(100_000))).toThrow(RangeError)
  })
})
