import { describe, expect, it } from "vitest"
import { readAgentArguments } from "../options"

const STORE = "http://localhost:9000"
const REQUEST = "a mug under 20 euro, ship to Berlin"

describe("the sample agent's command line", () => {
  it("shops over MCP for a request, at the demo or at another store [MCP-51]", () => {
    expect(readAgentArguments(["--mcp", REQUEST])).toEqual({ url: STORE, request: REQUEST, is_person: false })
    expect(readAgentArguments([`--mcp=${REQUEST}`, "--url", "http://shop.test:9200/"])).toEqual({
      url: "http://shop.test:9200",
      request: REQUEST,
      is_person: false,
    })
  })

  it("makes a payment over A2A without a request, and shows its help", () => {
    expect(readAgentArguments([])).toEqual({ url: STORE, request: undefined, is_person: false })
    expect(readAgentArguments(["--help", "--mcp", REQUEST])).toBeUndefined()
  })

  it.each([[["--mcp"]], [["--mpc", REQUEST]], [["--url", "localhost"]], [[REQUEST]]])(
    "refuses %j with one sentence [MCP-51]",
    (args) => {
      expect(() => readAgentArguments(args)).toThrow(/^[^\n]+; see npm run agent -- --help\.$/)
    }
  )
})
