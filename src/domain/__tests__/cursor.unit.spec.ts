import { describe, expect, it } from "vitest"
import { cursorOf, positionIn } from "../cursor"

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("a cursor", () => {
  it("tells the position it was made of, to the microsecond", () => {
    const position = ["2026-01-31T22:00:00.123456Z", "pay_1"] as const
    expect(positionIn(cursorOf([...position]))).toEqual(position)
  })

  it.each([
    ["no JSON", Buffer.from("{").toString("base64url")],
    ["a date there is not", encoded(["2026-02-31T00:00:00.000000Z", "pay_1"])],
    ["a year there is not", encoded(["0000-01-01T00:00:00.000000Z", "pay_1"])],
    ["another offset", encoded(["2026-01-31T22:00:00.123456+00:00", "pay_1"])],
    ["no microseconds", encoded(["2026-01-31T22:00:00Z", "pay_1"])],
    ["no id", encoded(["2026-01-31T22:00:00.123456Z", ""])],
    ["no list", encoded({ time: "2026-01-31T22:00:00.123456Z" })],
  ])("is not one with %s", (_, cursor) => {
    expect(positionIn(cursor)).toBeUndefined()
  })
})
