import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runMcpAgent } from "../../demo/agent/mcp/run-mcp-agent"
import { REPO_ROOT } from "../../demo/paths"
import { CUSTOMER } from "../../demo/shop/logins"
import { closeCatalog, openCatalog } from "../support/catalog"
import { orderNumber } from "../support/merchant"
import { forgetAttempts } from "../support/oauth-client"
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

describe("npm run agent -- --mcp", () => {
  const agent = async (request: string) => {
    await forgetAttempts()
    const args = ["run", "--silent", "agent", "--", "--url", world().base_url, "--mcp", request]
    return promisify(execFile)("npm", args, { cwd: REPO_ROOT })
  }

  it("shops at the store at the given address, prints the order, and ends [MCP-51]", async () => {
    const { stdout } = await agent("a mug under 20 euro, ship to Berlin")
    expect(stdout).toContain("[agent] chooses Horezu Stoneware Mug")
    const [, number] = /^ {2}Order {6}#(\d+)$/m.exec(stdout) ?? []
    expect(await orderNumber(Number(number))).toMatchObject({ payment_status: "captured" })
  })

  it("exits with 1 and the reason if it cannot buy [MCP-51]", async () => {
    await expect(agent("a mug under 1 euro, ship to Berlin")).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The store has no "mug" for this price.'),
    })
  })
})
