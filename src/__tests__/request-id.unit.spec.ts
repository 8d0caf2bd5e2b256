import { describe, expect, it } from "vitest"
import { requestIdIn } from "../request-id"

const FRESH = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe("the id of a request", () => {
  it.each(["a", "till-3_0042", "9b2f:1/2+3=4@5|6,7~8.9", "x".repeat(128)])("is the caller's: %s", (id) => {
    expect(requestIdIn({ "x-request-id": id })).toBe(id)
    expect(requestIdIn({ "request-id": id, "x-request-id": "other" })).toBe(id)
  })

  it.each(["", " ", "a b", "a\nb", "a\0", "<i>", '"', "\\", "a;b", "ș", "x".repeat(129)])(
    "is not the caller's when it could be taken for something else: %j",
    (id) => {
      expect(requestIdIn({ "x-request-id": id })).toMatch(FRESH)
      expect(requestIdIn({ "request-id": id, "x-request-id": "good" })).toBe("good")
    }
  )

  it("is another one each time when the caller gives none", () => {
    expect(requestIdIn({})).not.toBe(requestIdIn({}))
  })
})
