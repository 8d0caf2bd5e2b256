import { afterAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { DemoProcess } from "../support/demo-process"

describe("the demo", { timeout: 600_000 }, () => {
  // Outside the port range of the tests' own stores.
  const demo = new DemoProcess(9000 + (process.pid % 40) * 20)
  afterAll(() => demo.remove())

  it("starts, is paid by its sample agent, which refunds a part, and prints no error", async () => {
    await demo.start()
    await demo.agentDone()
    expect(demo.output).toContain("The shop stays open")
    expect(demo.output).toContain("payment captured")
    expect(demo.output).toContain("Refunded   5.00 EUR, payment partially_refunded")
    expect(demo.errors()).toEqual([])
  })

  it("has every feature on: a signed card, push notifications, and a checklist that is complete except for HTTPS", async () => {
    const card = await demo.get("/.well-known/agent-card.json", { "a2a-version": "1.0" })
    expect(card).toMatchObject({ signatures: [{}], capabilities: { pushNotifications: true } })
    const { items } = await demo.get("/admin/agentic-commerce/checklist", await demo.administrator())
    const open = (items as { id: string; state: string }[]).filter(({ state }) => state !== "done")
    expect(open).toMatchObject([{ id: "base_url", findings: [{ code: "not_https" }, { code: "answers" }] }])
  })

  it.each(["clients", "payments", "tasks", "approvals", "webhooks", "audit"])(
    "has entries in the merchant's list of %s [ADM-38]",
    async (list) => {
      const answer = await demo.get(`/admin/agentic-commerce/${list}`, await demo.administrator())
      expect(answer[list === "audit" ? "entries" : list]).not.toEqual([])
    }
  )

  it("has a waiting approval, and a webhook with an accepted delivery [ADM-38]", async () => {
    const headers = await demo.administrator()
    const waiting = await demo.get("/admin/agentic-commerce/approvals?status=waiting", headers)
    expect(waiting.approvals).toMatchObject([{ amount: 24_900, customer_email: "ana.pop@example.com" }])
    const { webhooks } = await demo.get("/admin/agentic-commerce/webhooks", headers)
    const [webhook] = webhooks as { id: string }[]
    await eventually(async () => {
      const path = `/admin/agentic-commerce/webhooks/${webhook?.id}/deliveries?state=delivered`
      const { deliveries } = await demo.get(path, headers)
      return (deliveries as object[]).length ? true : undefined
    })
  })

  it("starts again with its stored data, and prints no error", async () => {
    await demo.stop()
    await demo.start("--no-agent")
    const { orders } = await demo.get("/admin/orders?fields=id", await demo.administrator())
    expect(orders).toHaveLength(1)
    expect(demo.errors()).toEqual([])
  })
})
