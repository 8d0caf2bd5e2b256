import { describe, expect, it } from "vitest"
import { requiredOf, type Sent, valueOf } from "../signed-components"

const GET: Sent = {
  method: "GET",
  base_url: "https://Shop.example:443",
  path: "/gw-ucp/catalog/v1/catalog/search",
  query_text: "q=a%20b",
  headers: { host: "evil.example", "x-a": "1, 2" },
  body: Buffer.alloc(0),
}

describe("the signed components of a request", () => {
  it.each([
    ["@method", "GET"],
    ["@scheme", "https"],
    ["@authority", "shop.example"],
    ["@path", "/gw-ucp/catalog/v1/catalog/search"],
    ["@query", "?q=a%20b"],
    ["@request-target", "/gw-ucp/catalog/v1/catalog/search?q=a%20b"],
    ["@target-uri", "https://shop.example/gw-ucp/catalog/v1/catalog/search?q=a%20b"],
    ["x-a", "1, 2"],
    ["X-A", undefined],
    ["x-b", undefined],
    ["constructor", undefined],
    ["@constructor", undefined],
    ["@status", undefined],
  ])("have the value of %s: %j", (name, value) => {
    expect(valueOf(name, GET)).toBe(value)
  })

  it("use the public address with its port and path", () => {
    const inside = { ...GET, base_url: "http://shop.example:8080/eu", query_text: "" }
    expect(valueOf("@authority", inside)).toBe("shop.example:8080")
    expect(valueOf("@path", inside)).toBe("/eu/gw-ucp/catalog/v1/catalog/search")
    expect(valueOf("@target-uri", inside)).toBe(
      "http://shop.example:8080/eu/gw-ucp/catalog/v1/catalog/search"
    )
    expect(valueOf("@query", inside)).toBe("?")
  })

  it("must include method, authority and path, and the query, headers and body that are present", () => {
    const BASE = ["@method", "@authority", "@path"]
    const headers = { "ucp-agent": "profile=x", "idempotency-key": "k", "content-type": "application/json" }
    const body = Buffer.from("{}")
    expect(requiredOf({ ...GET, query_text: "" }, false)).toEqual(BASE)
    expect(requiredOf({ ...GET, headers }, false)).toEqual([...BASE, "@query", "ucp-agent"])
    for (const method of ["POST", "PUT", "PATCH", "DELETE"])
      expect(requiredOf({ ...GET, method, headers, body, query_text: "" }, false)).toEqual([
        ...BASE,
        "ucp-agent",
        "idempotency-key",
        "content-digest",
        "content-type",
      ])
    expect(requiredOf({ ...GET, method: "DELETE" }, false)).toEqual([...BASE, "@query"])
  })

  it("must include the token of a change, but not of a read, where signatures are required [BIND-01]", () => {
    const required = ["@method", "@authority", "@path", "@query"]
    const headers = { authorization: "Bearer gwa_x" }
    expect(requiredOf({ ...GET, headers, method: "DELETE" }, true)).toEqual([...required, "authorization"])
    expect(requiredOf({ ...GET, headers }, true)).toEqual(required)
    // Only a caller that browses anonymously has none.
    expect(requiredOf({ ...GET, method: "POST" }, true)).toEqual(required)
  })
})
