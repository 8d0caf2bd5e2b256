import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runMcpAgent } from "../../demo/agent/mcp/run-mcp-agent"
import { restorePostgres } from "../../demo/postgres"
import { CUSTOMER } from "../../demo/shop/logins"
import { DemoProcess } from "../support/demo-process"
import { testDatabase } from "../support/start-world"

const STRIPE = ["--provider", "stripe-double"]

describe("the demo with Stripe's double", { timeout: 600_000 }, () => {
  /** Above the ports of the other demos of the tests. */
  const port = 8400 + (process.pid % 20) * 20
  const demo = new DemoProcess(port, { ADMIN_DISABLED: "true" })
  const double = `http://127.0.0.1:${port + 10}`
  beforeAll(async () => restorePostgres(await testDatabase(), join(demo.data, "postgres")))
  afterAll(() => demo.remove())

  const intents = async () => {
    const state = (await (await fetch(`${double}/_double/state`)).json()) as { intents: { id: string }[] }
    return state.intents
  }

  const payments = async () =>
    (await demo.get("/admin/agentic-commerce/payments", await demo.administrator())).payments

  it("is paid by its sample agent on the store's page, refunds a part, and prints no error [ROUTE-26]", async () => {
    await demo.start(...STRIPE)
    await demo.agentDone()
    expect(demo.output).toContain(`[shopper] opens ${demo.store}/gw-bank/v1/pay/`)
    expect(demo.output).toContain("payment captured")
    expect(demo.output).toContain("Refunded   5.00 EUR, payment partially_refunded")
    expect(demo.output).toContain("The shop stays open")
    expect(demo.errors()).toEqual([])
    expect(await intents()).toMatchObject([{ amount: 1500, status: "succeeded" }])
    expect(await payments()).toMatchObject([{ route: "page", amount: 1500, refunded_amount: 500 }])
  })

  it("is paid over MCP by its sample agent on the same page [ROUTE-26, MCP-51]", async () => {
    const log = () => undefined
    const request = "a mug under 20 euro, ship to Berlin"
    const order = await runMcpAgent({ baseUrl: demo.store, customer: CUSTOMER, request, log })
    expect(order).toMatch(/^\d+$/)
    const { payments } = await demo.get("/admin/agentic-commerce/payments", await demo.administrator())
    expect(payments).toMatchObject([{ route: "page", status: "captured", shop_order_id: Number(order) }, {}])
  })

  it("has no other payment provider [ROUTE-26]", async () => {
    const { regions } = await demo.get(
      "/admin/regions?fields=payment_providers.id",
      await demo.administrator()
    )
    for (const { payment_providers } of regions as { payment_providers: { id: string }[] }[])
      expect(payment_providers.map(({ id }) => id)).toEqual(["pp_stripe_stripe"])
    expect((await fetch(`${demo.store}/gw-bank/v1/jwks.json`)).status).toBe(404)
  })

  it("starts again with the payments of the double, and prints no error [ROUTE-26]", async () => {
    const before = await intents()
    await demo.stop()
    await demo.start("--no-agent", ...STRIPE)
    expect(await intents()).toEqual(before)
    expect(demo.errors()).toEqual([])
  })

  it("does not run in production [ROUTE-26]", async () => {
    await demo.stop()
    const production = new DemoProcess(port, { NODE_ENV: "production" })
    try {
      expect(await production.refused(...STRIPE)).toBe(1)
      expect(production.output).toContain(
        "--provider stripe-double takes payments that are not real, so it does not run with NODE_ENV=production"
      )
    } finally {
      await production.remove()
    }
  })
})
