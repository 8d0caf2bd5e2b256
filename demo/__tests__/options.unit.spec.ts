import { describe, expect, it } from "vitest"
import { readOptions } from "../options"

describe("the demo's command line", () => {
  it("runs the agent on port 9000 without options", () => {
    expect(readOptions([])).toMatchObject({ agent: true, port: 9000, reset: false, help: false })
  })

  it("accepts every documented flag", () => {
    const options = readOptions(["--no-agent", "--port", "9200", "--reset", "--data", "/tmp/shop"])
    expect(options).toMatchObject({ agent: false, port: 9200, reset: true, data: "/tmp/shop" })
  })

  it.each([["0"], ["x"], ["80.5"], ["-1"], ["65525"]])("refuses the port %s with one sentence", (port) => {
    expect(() => readOptions([`--port=${port}`])).toThrow(
      /^--port must be a number from 1 to 65524, not "[^\n]*"\.$/
    )
  })

  it("accepts the highest port that leaves room for the bank's ports", () => {
    expect(readOptions(["--port", "65524"]).port).toBe(65524)
  })

  it("refuses an unknown flag with one sentence", () => {
    expect(() => readOptions(["--agent"])).toThrow(/^Unknown option '--agent'; see npm run demo -- --help\.$/)
  })
})
