import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { merchantAtBank } from "../../demo/environment"
import { freePort } from "../../demo/ports"
import { startSimulatorProcess } from "../../demo/simulator-process"
import { context, resultsOf } from "../../src/diagnostics/__tests__/contexts"
import { options } from "../../src/diagnostics/checks/options"
import { redsys } from "../../src/diagnostics/checks/redsys"

const ACCOUNT = {
  driver: "redsys",
  merchant_id: "999008881",
  terminals: { EUR: "1", RON: "2" },
  secret: "sq7HjrUOBfKmC576ILgskD5srU870gJ7",
  signature_version: "HMAC_SHA512_V2",
}

let api_url: string
let control_url: string
let stop: () => Promise<void>

beforeAll(async () => {
  const [port, control_port] = [await freePort(), await freePort()]
  api_url = `http://localhost:${port}`
  control_url = `http://localhost:${control_port}`
  const { merchant_id: merchant_code, secret, signature_version } = ACCOUNT
  const redsysMerchant = { merchant_code, secret, signature_version, terminals: { "1": "EUR", "2": "RON" } }
  const flags = ["--redsys-merchant", JSON.stringify(redsysMerchant)]
  const merchant = merchantAtBank("http://localhost:9000")
  ;({ stop } = await startSimulatorProcess({ port, control_port, merchant, flags }))
})
afterAll(() => stop())

const check = (change: object = {}, env: NodeJS.ProcessEnv = {}) =>
  resultsOf(redsys, context({ given: { bank: { ...ACCOUNT, api_url, ...change } }, env }))

const PORTAL =
  "Compare bank.merchant_id, bank.terminals, bank.secret and bank.signature_version with Redsys' portal."

describe("gw-doctor's check of Redsys [REDSYS-16]", () => {
  it("accepts each terminal and its query", async () => {
    expect(await check()).toEqual([
      "ok: terminal 1 for EUR is accepted, with HMAC_SHA512_V2",
      "ok: terminal 1 for EUR can be queried",
      "ok: terminal 2 for RON is accepted, with HMAC_SHA512_V2",
      "ok: terminal 2 for RON can be queried",
    ])
  })

  it.each([
    ["another secret", "SIS0042", { secret: "Mk9m98IfEblmPfrpsawt7BmxObt98Jev" }],
    ["another signature version", "SIS0430", { signature_version: "HMAC_SHA256_V1" }],
    ["another merchant", "SIS0026", { merchant_id: "999008882" }],
    ["a terminal that does not exist", "SIS0026", { terminals: { EUR: "3" } }],
    ["the terminal of another currency", "SIS0027", { terminals: { EUR: "2" } }],
  ])("reports %s as a problem, with %s and what to compare", async (_what, code, change) => {
    const [result, ...others] = await redsys.run(
      context({ given: { bank: { ...ACCOUNT, api_url, ...change } } })
    )
    expect(result).toMatchObject({ level: "problem", advice: PORTAL })
    expect(result?.text).toContain(`is rejected: Redsys rejects the configuration (${code})`)
    expect(others.filter(({ text }) => text.includes("EUR"))).toEqual([])
  })

  it.each([
    ["an empty secret", { secret: "" }, /^problem: bank\.secret: must be 24 bytes/],
    ["a short secret", { secret: "sq7HjrUOBfKmC576" }, /^problem: bank\.secret: must be 24 bytes/],
    [
      "an unknown signature version",
      { signature_version: "HMAC_SHA1" },
      /^problem: bank\.signature_version: /,
    ],
  ])("reports %s as a problem with which the store does not boot", async (_what, change, text) => {
    const given = { bank: { ...ACCOUNT, api_url, ...change } }
    expect(await resultsOf(options, context({ given }))).toEqual([expect.stringMatching(text)])
  })

  it("reports an account without the query as a warning", async () => {
    const setQuery = (enabled: boolean) =>
      fetch(`${control_url}/_sim/redsys/query`, { method: "POST", body: JSON.stringify({ enabled }) })
    await setQuery(false)
    const results = await check().finally(() => setQuery(true))
    expect(results.filter((text) => text.startsWith("warning"))).toEqual([
      expect.stringMatching(/^warning: terminal 1 for EUR cannot be queried: .*XML/),
      expect.stringMatching(/^warning: terminal 2 for RON cannot be queried: .*XML/),
    ])
  })

  it("reports that Redsys does not respond", async () => {
    expect(await check({ api_url: `http://localhost:${await freePort()}` })).toEqual([
      "problem: terminal 1 for EUR cannot be checked: Redsys sent no response",
      "problem: terminal 2 for RON cannot be checked: Redsys sent no response",
    ])
  })

  it.each([
    // A rejection of the void that says nothing about the terminal's configuration.
    ["warning: terminal 1 for EUR may be rejected: Redsys rejected it (SIS0224)", "SIS0224", 200],
    [
      "warning: the query of terminal 1 for EUR cannot be checked: Redsys answered with the status 500",
      "SIS0225",
      500,
    ],
  ])("reports what it does not know: %s", async (expected, errorCode, status) => {
    const bank = createServer((request, response) => {
      if (request.url === "/sis/rest/trataPeticionREST") response.end(JSON.stringify({ errorCode }))
      else response.writeHead(status).end()
    })
    await new Promise<void>((resolve) => bank.listen(0, "127.0.0.1", resolve))
    const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`
    const results = await check({ api_url: url, terminals: { EUR: "1" } }).finally(() => bank.close())
    expect(results.filter((text) => !text.startsWith("ok"))).toEqual([expected])
  })

  it("warns of another system than Redsys' production system in production", async () => {
    const [first] = await check({}, { NODE_ENV: "production" })
    expect(first).toBe(`warning: the store runs in production, but pays at ${api_url}`)
  })

  it("checks nothing for another bank", async () => {
    expect(await resultsOf(redsys, context())).toEqual([])
    expect(await resultsOf(redsys, context({ given: { bank: undefined } }))).toEqual([])
  })
})
