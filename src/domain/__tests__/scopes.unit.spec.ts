import { describe, expect, it } from "vitest"
import { allows, isScope, scopesOf } from "../scopes"

describe("scopes", () => {
  it("match exactly: create does not imply read [AUTH-06]", () => {
    expect(allows(["a2a:payments:create"], "a2a:payments:create")).toBe(true)
    expect(allows(["a2a:payments:create"], "a2a:payments:read")).toBe(false)
    expect(allows(["a2a:payments"], "a2a:payments:read")).toBe(false)
  })

  it("belong to exactly one surface each [OAUTH-04]", () => {
    expect(scopesOf("a2a").every((scope) => scope.startsWith("a2a:payments:"))).toBe(true)
    expect(scopesOf("a2a").filter((scope) => scopesOf("ucp").includes(scope))).toEqual([])
    expect(scopesOf("a2a")).toHaveLength(5)
  })

  it("reject unknown names", () => {
    expect(isScope("a2a:payments:read")).toBe(true)
    expect(isScope("a2a:payments:READ")).toBe(false)
    expect(isScope("toString")).toBe(false)
  })
})
