import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runMcpAgent } from "../../demo/agent/mcp/run-mcp-agent"
import { CUSTOMER } from "../../demo/shop/logins"
import { closeCatalog, openCatalog } from "../support/catalog"
import { world } from "../support/world"

beforeAll(() => openCatalog())
afterAll(closeCatalog)

describe("the sample agent over MCP", () => {
  const run = async (request: string) => {
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const order = await runMcpAgent({ baseUrl: world().base_url, customer: CUSTOMER, request, log })
    return { order, text: lines.join("\n") }
  }

  it("buys what it is asked for, and reports each step [MCP-51]", async () => {
    const { order, text } = await run("a mug under 20 euro, ship to Berlin")
    expect(order).toMatch(/^\d+$/)
    expect(text).toContain("[agent] chooses Horezu Stoneware Mug")
    expect(text).toContain("ships to Berlin")
    const called = [...text.matchAll(/^ {4}> ([a-z]+_[a-z]+) /gm)].map(([, tool]) => tool)
    const [last, ...polls] = called.slice(5).reverse()
    expect(called.slice(0, 5)).toEqual([
      "search_catalog",
      "create_cart",
      "create_checkout",
      "update_checkout",
      "complete_checkout",
    ])
    expect([new Set(polls), last]).toEqual([new Set(["get_checkout"]), "get_order"])
    expect(text).toMatch(/> create_checkout .*"cart_id":"\w+"/)
  })

  it("buys nothing above the price [MCP-51]", async () => {
    await expect(run("a mug under 1 euro, ship to Berlin")).rejects.toThrow('no "mug" for this price')
  })
})
