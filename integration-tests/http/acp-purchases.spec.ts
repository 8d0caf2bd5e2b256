import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, ANA, messageCodes } from "../support/acp"
import { sql } from "../support/database"
import { orderNumber } from "../support/merchant"
import { expectBoughtOnce, expectNothingBought } from "../support/purchases"
import { closeAcpShop, openAcpShop } from "../support/shop"

let agent: AcpAgent
let item: string

beforeAll(async () => {
  ;({ agent, item } = await openAcpShop("Marine chronometer"))
})

afterAll(closeAcpShop)

describe("a purchase", () => {
  it("goes through the bank's page and ends in a paid order [ACP-12]", async () => {
    const order_notes = "Please ring twice."
    const { id } = await agent.ready([[item, 2]], {
      order_notes,
      affiliate_attribution: { provider: "blog", publisher_id: "p1" },
    })
    const escalated = await agent.session(agent.complete(id))
    expect([escalated.status, messageCodes(escalated)]).toEqual([
      "requires_escalation",
      ["error intervention_required $.continue_url"],
    ])
    expect(await agent.read(id)).toEqual(escalated)
    const completed = await agent.authenticateBuyer(escalated, "completed")
    expect(completed.order).toMatchObject({ checkout_session_id: id })
    expect(completed).not.toHaveProperty("continue_url")
    await expectBoughtOnce(id, String(completed.order?.id), 2)
    const { metadata } = await orderNumber(Number(completed.order?.id))
    expect(metadata).toMatchObject({
      gw_agent: { session_id: id, note: order_notes, attribution: { provider: "blog", publisher_id: "p1" } },
    })
    const page = await fetch(String(completed.order?.permalink_url))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Order placed")])
  })

  it("can be paid again after a decline, with a new payment and a new order [ACP-13]", async () => {
    const first = await agent.escalated([[item, 1]])
    const declined = await agent.authenticateBuyer(first, "ready_for_payment", "decline")
    expect(messageCodes(declined)).toEqual(["error payment_declined $.payment_data"])
    const second = await agent.session(agent.complete(first.id))
    expect(second.status).toBe("requires_escalation")
    expect(second.continue_url).not.toBe(first.continue_url)
    const { order } = await agent.authenticateBuyer(second, "completed")
    await expectBoughtOnce(first.id, String(order?.id), 1)
  })

  it("starts one payment when it is completed three times at once, and cannot be changed meanwhile [ACP-14]", async () => {
    const { id } = await agent.ready([[item, 1]])
    const answers = await Promise.all([1, 2, 3].map(() => agent.session(agent.complete(id))))
    expect(new Set(answers.map(({ continue_url }) => continue_url)).size).toBe(1)
    const unchanged = await agent.session(agent.update(id, { buyer: { email: "other@buyers.example" } }))
    expect([unchanged.status, unchanged.buyer?.email]).toEqual(["requires_escalation", ANA.email])
    expect(messageCodes(unchanged)).toContain("error conflict $")
    const { order } = await agent.authenticateBuyer(unchanged, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("is not started while the session is not ready, and the answer says what is missing [ACP-14]", async () => {
    const { id } = await agent.session(agent.create([[item, 1]], { buyer: ANA }), 201)
    const refused = await agent.session(agent.complete(id))
    expect([refused.status, messageCodes(refused)]).toEqual([
      "not_ready_for_payment",
      ["error missing $.fulfillment_details"],
    ])
    await expectNothingBought(id)
  })

  it.each([
    [{ payment_data: null }, "$.payment_data"],
    [{ payment_data: { purchase_order_number: "PO 1" } }, "$.payment_data.handler_id"],
    [
      {
        payment_data: {
          handler_id: "stripe",
          instrument: { type: "card", credential: { type: "spt", token: "vt" } },
        },
      },
      "$.payment_data.handler_id",
    ],
    [
      {
        payment_data: {
          handler_id: "gw_redirect",
          instrument: { type: "redirect", credential: { type: "session", token: "cs_x" } },
        },
      },
      "$.payment_data.instrument.credential.token",
    ],
  ])("is rejected with %j [ACP-15]", async (more, param) => {
    const { id } = await agent.ready([[item, 1]])
    const { status, body } = await agent.complete(id, more)
    expect([status, body.code, body.param]).toEqual([400, "invalid_params", param])
  })
})

describe("a session that has ended", () => {
  it("cancels its payment when it is canceled, and a second cancellation gets a 405 [ACP-16]", async () => {
    const { id } = await agent.escalated([[item, 1]])
    const trace = { intent_trace: { reason_code: "a_new_one", trace_summary: "x".repeat(5000) } }
    expect((await agent.session(agent.cancel(id, trace))).status).toBe("canceled")
    await expectNothingBought(id)
    expect((await agent.read(id)).status).toBe("canceled")
    const again = await agent.cancel(id)
    expect([again.status, again.body.code, again.headers.get("allow")]).toEqual([405, "not_cancelable", ""])
  })

  it.each([
    ["half of a surrogate pair", '{"intent_trace":{"trace_summary":"\\ud83d"}}'],
    ["malformed JSON", "{"],
    ["endless nesting", `{"intent_trace":${"[".repeat(50_000)}${"]".repeat(50_000)}}`],
  ])("is canceled whatever the intent trace contains: %s [ACP-16]", async (_, trace) => {
    const { id } = await agent.ready([[item, 1]])
    expect((await agent.session(agent.cancel(id, trace))).status).toBe("canceled")
  })

  it("accepts no more changes, whether completed, canceled or expired: 409 [ACP-17]", async () => {
    const bought = await agent.escalated([[item, 1]])
    await agent.authenticateBuyer(bought, "completed")
    const canceled = await agent.ready([[item, 1]])
    await agent.cancel(canceled.id, "")
    const expired = await agent.ready([[item, 1]])
    await sql("update gw_session set expires_at = now() where id = $1", [expired.id])
    expect((await agent.read(expired.id)).status).toBe("expired")
    for (const { id } of [bought, canceled, expired]) {
      const answers = await Promise.all([agent.update(id, {}), agent.complete(id), agent.cancel(id)])
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [409, "session_not_modifiable"],
        [409, "session_not_modifiable"],
        [405, "not_cancelable"],
      ])
    }
  })
})
