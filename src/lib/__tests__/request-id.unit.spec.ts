import { describe, expect, it } from "vitest"
import { createMedusaContainer } from "@medusajs/framework/utils"
import { identifiedScope, REQUEST_ID, requestIdIn } from "../request-id"

const FRESH = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

describe("requestIdIn", () => {
  it.each(["a", "till-3_0042", "9b2f:1/2+3=4@5|6,7~8.9", "x".repeat(128)])(
    "returns the caller's id: %s",
    (id) => {
      expect(requestIdIn({ "x-request-id": id })).toBe(id)
      expect(requestIdIn({ "request-id": id, "x-request-id": "other" })).toBe(id)
    }
  )

  it.each(["", " ", "a b", "a\nb", "a\0", "<i>", '"', "\\", "a;b", "ș", "x".repeat(129)])(
    "ignores an id with unsafe characters: %j",
    (id) => {
      expect(requestIdIn({ "x-request-id": id })).toMatch(FRESH)
      expect(requestIdIn({ "request-id": id, "x-request-id": "good" })).toBe("good")
    }
  )

  it("returns a new id each time if the caller sends none", () => {
    expect(requestIdIn({})).not.toBe(requestIdIn({}))
  })
})

describe("identifiedScope", () => {
  it("has the id of the contained message, and leaves the given container as it is", () => {
    const request = identifiedScope(createMedusaContainer(), "req_1")
    expect(identifiedScope(request, "req_2").resolve(REQUEST_ID)).toBe("req_2")
    expect(request.resolve(REQUEST_ID)).toBe("req_1")
  })
})
