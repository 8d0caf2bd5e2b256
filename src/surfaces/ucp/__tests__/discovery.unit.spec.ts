import { z } from "@medusajs/framework/zod"
import { describe, expect, it } from "vitest"
import { operation, type Access } from "../../operation"
import { CAPABILITIES, capabilitiesIn, unaskedCapabilitiesIn } from "../capabilities"
import { advertised } from "../discovery"
import { VERSION_NAMES } from "../versions"

const Search = z.object({ q: z.string().optional(), limit: z.coerce.number().default(20) })
const open = (access: Access) => operation({ access, input: Search, run: async () => ({}) })
const SCOPE = "dev.ucp.shopping.catalog.search:read"

describe("what the discovery document says of routes", () => {
  it("is who may call them [UCP-02]", () => {
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

  it("is the schema of the very input the search takes, if there is one [UCP-02]", () => {
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

describe("the registry of capabilities", () => {
  it("names each once, and nothing as a parent that is not there [UCP-01]", () => {
    const names = CAPABILITIES.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { extends: parents = [] } of CAPABILITIES)
      expect(names).toEqual(expect.arrayContaining([...parents]))
  })

  it("has what came later in no earlier version, and what asks something of a platform for none that is silent", () => {
    const AUTHENTICATION = "dev.ucp.common.payment.authentication"
    expect(capabilitiesIn("2026-04-08")).not.toHaveProperty([AUTHENTICATION])
    expect(capabilitiesIn("2026-08-25")).toHaveProperty([AUTHENTICATION])
    expect(unaskedCapabilitiesIn("2026-08-25")).not.toHaveProperty([AUTHENTICATION])
  })

  it("has documents of the protocol's own site and of the version, as platforms insist [UCP-01]", () => {
    for (const version of VERSION_NAMES)
      for (const { spec, schema } of Object.values(capabilitiesIn(version)).flat())
        for (const url of [spec, schema]) expect(url).toMatch(new RegExp(`^https://ucp\\.dev/${version}/`))
  })
})
