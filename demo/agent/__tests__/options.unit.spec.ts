import { describe, expect, it } from "vitest"
import { readAgentArguments } from "../options"

const STORE = "http://localhost:9000"
const WISH = "a mug under 20 euro, ship to Berlin"

describe("the sample agent's command line", () => {
  it("shops over MCP for a wish, at the demo or at another store [MCP-51]", () => {
    expect(readAgentArguments(["--mcp", WISH])).toEqual({ url: STORE, wish: WISH, is_person: false })
    expect(readAgentArguments([`--mcp=${WISH}`, "--url", "http://shop.test:9200/"])).toEqual({
      ...{ url: "http://shop.test:9200", wish: WISH, is_person: false },
    })
  })

  it("makes a payment over A2A without a wish, and shows its help", () => {
    expect(readAgentArguments([])).toEqual({ url: STORE, wish: undefined, is_person: false })
    expect(readAgentArguments(["--help", "--mcp", WISH])).toBeUndefined()
  })

  it.each([[["--mcp"]], [["--mpc", WISH]], [["--url", "localhost"]], [[WISH]]])(
    "refuses %j with one sentence [MCP-51]",
    (args) => {
      expect(() => readAgentArguments(args)).toThrow(/^[^\n]+; see npm run agent -- --help\.$/)
    }
  )
})
