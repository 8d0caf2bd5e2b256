import { describe, expect, it } from "vitest"
import { cursorOf, positionIn, valuesIn } from "../cursor"

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("positionIn", () => {
  it("returns the encoded position, to the microsecond", () => {
    const position = ["2026-01-31T22:00:00.123456Z", "pay_1"] as const
    expect(positionIn(cursorOf([...position]))).toEqual(position)
  })

  it.each([
    ["invalid JSON", Buffer.from("{").toString("base64url")],
    ["a nonexistent date", encoded(["2026-02-31T00:00:00.000000Z", "pay_1"])],
    ["the year 0", encoded(["0000-01-01T00:00:00.000000Z", "pay_1"])],
    ["an offset other than Z", encoded(["2026-01-31T22:00:00.123456+00:00", "pay_1"])],
    ["a time without microseconds", encoded(["2026-01-31T22:00:00Z", "pay_1"])],
    ["an empty id", encoded(["2026-01-31T22:00:00.123456Z", ""])],
    ["an object instead of an array", encoded({ time: "2026-01-31T22:00:00.123456Z" })],
  ])("returns undefined for %s", (_, cursor) => {
    expect(positionIn(cursor)).toBeUndefined()
  })
})

describe("valuesIn", () => {
  it("returns the values of any sorting and the id", () => {
    const values = ["EUR", "1500", "pay_1"]
    expect(valuesIn(cursorOf(values))).toEqual(values)
  })

  it.each([
    ["invalid JSON", Buffer.from("{").toString("base64url")],
    ["an object instead of an array", encoded({ id: "pay_1" })],
    ["an empty array", encoded([])],
    ["a number among the values", encoded([1500, "pay_1"])],
    ["an id with another character", encoded(["EUR", "pay-1"])],
    ["a NUL, which PostgreSQL cannot store", encoded(["\0", "pay_1"])],
  ])("returns undefined for %s", (_, cursor) => {
    expect(valuesIn(cursor)).toBeUndefined()
  })
})
