import { describe, expect, it } from "vitest"
import type { Call } from "../../../../gateway/call"
import { CATALOG_TOOLS } from "../tools/catalog"

/** What a tool passes to its operation. */
function inputOf(tool: string, catalog: object): unknown {
  const read = CATALOG_TOOLS.find(({ name }) => name === tool)?.read
  return read?.({ catalog }, { headers: {} } as Call, { is_resumed: false }).input
}

describe("search_catalog", () => {
  it("requests pages of at most 20 products, and of the usual size if the caller names none [MCP-09]", () => {
    const search = (pagination: object) => inputOf("search_catalog", { query: "mug", pagination })
    expect(search({ limit: 100, cursor: "next" })).toEqual({
      query: "mug",
      pagination: { limit: 20, cursor: "next" },
    })
    expect(search({ limit: 7 })).toEqual({ query: "mug", pagination: { limit: 7 } })
    expect(search({})).toEqual({ query: "mug", pagination: {} })
  })
})
