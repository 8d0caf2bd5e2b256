import { describe, expect, it } from "vitest"
import { asLines, entriesIn, refusedIn } from "../entries"

describe("entries that are typed", () => {
  it("are one a line, or have commas or spaces between them; empty lines are none", () => {
    expect(entriesIn("10.0.0.0/8\n\n ::1, 192.0.2.1 \n")).toEqual(["10.0.0.0/8", "::1", "192.0.2.1"])
    expect(entriesIn(asLines(["a", "b"]))).toEqual(["a", "b"])
    expect(entriesIn(" \n ")).toEqual([])
  })

  it("that were refused are told as they were typed", () => {
    expect(refusedIn("a\nb\nc", ["0", "2"])).toBe("a, c")
    expect(refusedIn("a", [])).toBeUndefined()
  })
})
