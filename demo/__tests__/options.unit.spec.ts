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

  it.each([["0"], ["x"], ["80.5"], ["-1"], ["65523"]])("refuses the port %s with one sentence", (port) => {
    expect(() => readOptions([`--port=${port}`])).toThrow(
      /^--port must be a number from 1 to 65522, not "[^\n]*"\.$/
    )
  })

  it("accepts the highest port that leaves room for the bank's ports", () => {
    expect(readOptions(["--port", "65522"]).port).toBe(65522)
  })

  it("uses the bank, or Stripe's double with data of its own [ROUTE-26]", () => {
    expect(readOptions([])).toMatchObject({ provider: "bank", data: expect.stringMatching(/\.demo\/?$/) })
    const options = readOptions(["--provider", "stripe-double"])
    expect(options).toMatchObject({ provider: "stripe-double", agent: true })
    expect(options.data).toMatch(/\.demo\/stripe-double$/)
    expect(readOptions(["--provider", "stripe-double", "--data", "/tmp/shop"]).data).toBe("/tmp/shop")
  })

  it.each([
    [["--provider", "stripe"], '--provider must be bank or stripe-double, not "stripe".'],
    [["--provider="], '--provider must be bank or stripe-double, not "".'],
    [
      ["--provider", "stripe-double", "--conformance"],
      "--conformance needs the bank: leave out --provider stripe-double.",
    ],
  ])("refuses %j with one sentence [ROUTE-26]", (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })

  it("refuses an unknown flag with one sentence", () => {
    expect(() => readOptions(["--agent"])).toThrow(/^Unknown option '--agent'; see npm run demo -- --help\.$/)
  })

  it("accepts the options for conformance suites, which run no agent and have their own data [CNF-01]", () => {
    const args = [
      "--conformance",
      "--fixtures",
      "/tmp/f",
      "--customers",
      "A@x.io, b@y.io,a@x.io",
      "--env",
      "/tmp/e",
    ]
    const { agent, data, conformance } = readOptions(args)
    expect(agent).toBe(false)
    expect(data).toMatch(/\.demo\/conformance$/)
    expect(conformance).toEqual({ fixtures: "/tmp/f", customers: ["a@x.io", "b@y.io"], env: "/tmp/e" })
    expect(readOptions([])).not.toHaveProperty("conformance")
  })

  it.each([
    [["--env=x"], "--env needs --conformance; see npm run demo -- --help."],
    [["--fixtures=x"], "--fixtures needs --conformance; see npm run demo -- --help."],
    [["--conformance", "--customers=ann"], '--customers must be email addresses, not "ann".'],
  ])("refuses %j with one sentence [CNF-01]", (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})
