import { describe, expect, it } from "vitest"
import { ulidFrom } from "../ulid"

describe("ulidFrom", () => {
  it("matches the example of the ULID specification", () => {
    expect(ulidFrom(new Date(1_469_922_850_259))).toBe("01ARZ3NDEK")
  })

  it("returns the smallest prefix for a time", () => {
    const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
    expect(id > ulidFrom(new Date(1_469_922_850_259))).toBe(true)
    expect(id > ulidFrom(new Date(1_469_922_850_260))).toBe(false)
  })
})
