import { describe, expect, it } from "vitest"
import { readShoppingRequest } from "../shopping-request"

describe("a request in words", () => {
  it.each([
    ["a mug under 20 euro, ship to Berlin", { query: "mug", most: 2000, city: "Berlin" }],
    [
      "Please buy me the serving bowl for at most 24.50 EUR and send it to munich",
      { query: "serving bowl", most: 2450 },
    ],
    ["vase below 12,5 euro, deliver to Berlin", { query: "vase", most: 1250 }],
  ])("is read: %s [MCP-51]", (text, request) => {
    expect(readShoppingRequest(text)).toMatchObject(request)
  })

  it("has no limit without a price [MCP-51]", () => {
    expect(readShoppingRequest("a mug, ship to Berlin")).toEqual({ query: "mug", city: "Berlin" })
  })

  it.each(["", "a mug", "a mug, ship to Atlantis", "ship to Berlin"])("is refused: %j [MCP-51]", (text) => {
    expect(() => readShoppingRequest(text)).toThrow("ship to Berlin")
  })
})
