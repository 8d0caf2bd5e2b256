import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { REFUND_REASONS } from "../../src/domain/refund-rules"
import { Buyer } from "../support/buyer"
import { callUcp } from "../support/call-ucp"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { adminGet, adminPost } from "../support/merchant"
import { mintTokens } from "../support/mint-tokens"
import { AS_NEW, changeSettings } from "../support/policy"
import { type Bought, orderThroughUcp, refundIn, stockUp } from "../support/ucp-orders"

let guests: Buyer
let oneOrder: Bought | undefined

beforeAll(async () => {
  await openCatalog()
  await stockUp()
  guests = await Buyer.forGuests()
})
afterEach(() => changeSettings({ refunds: AS_NEW.refunds }))
afterAll(closeCatalog)

describe("the scope to refund orders", () => {
  const SCOPE = "dev.ucp.shopping.order:refund"
  const MANAGE = "dev.ucp.shopping.order:manage"

  const ask = async (scope: string) => {
    const { access_token } = await mintTokens(guests, "admin", { scope })
    return (path: string) => callUcp(`/gw-ucp/v1${path}`, access_token, { method: "POST", body: "{}" })
  }

  it("allows a refund, but neither a cancellation nor webhooks [RFD-13]", async () => {
    const send = await ask(SCOPE)
    expect((await send("/orders/1/refund")).status).toBe(404)
    for (const path of ["/orders/1/cancel", "/webhooks"]) {
      const { status, body } = await send(path)
      expect([path, status, body.data]).toMatchObject([path, 403, { required_scope: MANAGE }])
    }
  })

  it("is part of the scope to manage orders only while the merchant says so [RFD-14]", async () => {
    const send = await ask(MANAGE)
    expect((await send("/orders/1/refund")).status).toBe(404)
    await changeSettings({ refunds: { manage_scope: false } })
    const { status, body } = await send("/orders/1/refund")
    expect([status, body.data]).toMatchObject([403, { required_scope: SCOPE }])
    expect((await send("/orders/1/cancel")).status).toBe(404)
  })
})

describe("the refund rules", () => {
  it("are read and changed in part by staff, and the audit log has who changed them [RFD-15]", async () => {
    const read = async () =>
      (await adminGet<{ settings: { refunds: object } }>("/admin/agentic-commerce/settings")).settings.refunds
    expect(await read()).toEqual(AS_NEW.refunds)
    await changeSettings({ refunds: { return_window_days: 30 } })
    expect(await read()).toEqual({ ...AS_NEW.refunds, return_window_days: 30 })
    const [entry] = await sql<{ detail: object; actor_id: string | null }>(
      "select detail, actor_id from gw_audit where type = 'settings_changed' order by id desc limit 1"
    )
    expect(JSON.stringify(entry?.detail)).toContain('"return_window_days":30')
    expect(entry?.actor_id).toBeTruthy()
  })

  it.each([
    [{ customer_clients: "always" }],
    [{ return_window_days: 0 }],
    [{ limits: [{ currency: "EUR", max_per_refund: 3, max_per_client: 2, max_per_day: 9 }] }],
    [{ limits: [{ currency: "EUR", max_per_refund: 1 }] }],
    [{ unknown: true }],
  ])("reject %j [RFD-15]", async (refunds) => {
    expect((await adminPost("/admin/agentic-commerce/settings", { refunds })).status).toBe(400)
  })

  it.each(['{"customer_clients": "always"}', '{"return_window_days": 0}', '{"limits": null}'])(
    "are checked by the database too: %s [RFD-15]",
    async (change) => {
      const unsafe = sql("update gw_setting set refunds = refunds || $1::jsonb", [change])
      await expect(unsafe).rejects.toThrow("gw_setting_refunds")
    }
  )
})

it.each(REFUND_REASONS)(
  "the reason code %s is accepted and stored with the refund [RFD-16]",
  async (code) => {
    oneOrder ??= await orderThroughUcp(guests)
    await refundIn(
      guests,
      guests.send(`/orders/${oneOrder.id}/refund`, { body: { amount: 1, reason_code: code } })
    )
    const [row] = await sql<{ reason_code: string }>(
      "select reason_code from gw_bank_operation where payment_id = $1 order by created_at desc limit 1",
      [oneOrder.payment_id]
    )
    expect(row?.reason_code).toBe(code)
  }
)

it("another reason code is rejected, and the message lists the possible ones [RFD-16]", async () => {
  const { status, body } = await guests.send("/orders/1/refund", { body: { reason_code: "bored" } })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("not_received")])
})
