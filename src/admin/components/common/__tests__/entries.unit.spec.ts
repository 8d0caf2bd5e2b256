import { describe, expect, it } from "vitest"
import { asLines, entriesIn, refusedIn } from "../entries"

describe("entered lists", () => {
  it("are split at line breaks, commas and spaces, without empty entries", () => {
    expect(entriesIn("10.0.0.0/8\n\n ::1, 192.0.2.1 \n")).toEqual(["10.0.0.0/8", "::1", "192.0.2.1"])
    expect(entriesIn(asLines(["a", "b"]))).toEqual(["a", "b"])
    expect(entriesIn(" \n ")).toEqual([])
  })

  it("return the refused entries as they were entered", () => {
    expect(refusedIn("a\nb\nc", ["0", "2"])).toBe("a, c")
    expect(refusedIn("a", [])).toBeUndefined()
  })
})
