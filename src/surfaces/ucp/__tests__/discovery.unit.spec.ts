import { z } from "@medusajs/framework/zod"
import { describe, expect, it } from "vitest"
import { operation, type Access } from "../../../gateway/operation"
import { CAPABILITIES, capabilitiesIn, unrequestedCapabilitiesIn } from "../capabilities"
import { advertised } from "../discovery"
import { VERSION_NAMES } from "../ucp-versions"

const Search = z.object({ q: z.string().optional(), limit: z.coerce.number().default(20) })
const open = (access: Access) => operation({ access, input: Search, run: async () => ({}) })
const SCOPE = "dev.ucp.shopping.catalog.search:read"

describe("the routes of the discovery document", () => {
  it("state whether they need a token, and which scope [UCP-02]", () => {
    const { routes } = advertised([
      { method: "GET", path: "/a", operation: open("public") },
      { method: "POST", path: "/b/{id}", operation: open("any_token") },
      { method: "PUT", path: "/c", operation: open(SCOPE) },
    ])
    expect(routes).toEqual([
      { method: "GET", path: "/a", token: false },
      { method: "POST", path: "/b/{id}", token: true },
      { method: "PUT", path: "/c", token: true, scope: SCOPE },
    ])
  })

  it("need no token for browsing where the merchant allows it [BRW-08]", () => {
    const browse = { ...open(SCOPE), allows_anonymous: true }
    const served = [
      { method: "GET", path: "/a", operation: browse },
      { method: "GET", path: "/b", operation: open(SCOPE) },
    ] as const
    const tokens = (is_anonymous: boolean) =>
      advertised(served, is_anonymous).routes.map(({ token }) => token)
    expect([tokens(true), tokens(false)]).toEqual([
      [false, true],
      [true, true],
    ])
  })

  it("come with the input schema of the catalog search only when the search is served [UCP-02]", () => {
    const operation = open(SCOPE)
    expect(advertised([{ method: "GET", path: "/catalog/search", operation }])).toMatchObject({
      catalog_search_parameters: {
        type: "object",
        properties: { q: { type: "string" }, limit: { default: 20 } },
      },
    })
    for (const other of [
      { method: "POST", path: "/catalog/search" } as const,
      { method: "GET", path: "/x" } as const,
    ])
      expect(advertised([{ ...other, operation }])).not.toHaveProperty("catalog_search_parameters")
  })
})

describe("the capability registry", () => {
  it("has unique names, and every parent is registered [UCP-01]", () => {
    const names = CAPABILITIES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { extends: parents = [] } of CAPABILITIES)
      expect(names).toEqual(expect.arrayContaining([...parents]))
  })

  it("omits capabilities newer than the version, and opt-in ones for platforms that declare none", () => {
    const AUTHENTICATION = "dev.ucp.common.payment.authentication"
    expect(capabilitiesIn("2026-04-08")).not.toHaveProperty([AUTHENTICATION])
    expect(capabilitiesIn("2026-08-25")).toHaveProperty([AUTHENTICATION])
    expect(unrequestedCapabilitiesIn("2026-08-25")).not.toHaveProperty([AUTHENTICATION])
  })

  it("links specifications and schemas on ucp.dev in the same version, as platforms require [UCP-01]", () => {
    for (const version of VERSION_NAMES)
      for (const { spec, schema } of Object.values(capabilitiesIn(version)).flat())
        for (const url of [spec, schema]) expect(url).toMatch(new RegExp(`^https://ucp\\.dev/${version}/`))
  })
})
