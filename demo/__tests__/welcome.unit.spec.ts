import { describe, expect, it } from "vitest"
import { demoAddresses } from "../environment"
import { PROVIDERS } from "../providers"
import type { DemoProvider } from "../providers/provider"
import { describeDemo } from "../welcome"

describe("what the demo prints when it runs", () => {
  const textFor = (provider: DemoProvider) =>
    describeDemo(
      demoAddresses(9200),
      provider,
      { publishable_key: "pk_1", sales_channel_id: "sc_1", region_ids: {}, shipping_option_ids: {} },
      "9"
    )

  it.each(Object.entries(PROVIDERS))(
    "with %s connects a local assistant to the store's MCP server by one command [MCP-51]",
    (_, provider) => {
      const text = textFor(provider)
      const [, address = ""] = /^ {2}claude mcp add --transport http [\w-]+ (\S+)$/m.exec(text) ?? []
      expect(address).toBe("http://localhost:9200/gw-ucp/v1/mcp")
    }
  )

  it("runs the sample agent over MCP at the same store [MCP-51]", () => {
    expect(textFor(PROVIDERS.bank)).toMatch(
      /^ {2}npm run agent -- --url http:\/\/localhost:9200 --mcp "[^"]+"$/m
    )
  })
})
