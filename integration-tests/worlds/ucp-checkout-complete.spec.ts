import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { ANA, Buyer, basketOf, CARD } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { eventually } from "../support/agent"
import { paymentAtBank } from "../support/bank"
import { ledgerOf, turn } from "../support/bank-ledger"
import { inOwnWorld } from "../support/own-world"
import { sql } from "../support/database"
import { adminGet, adminPost, orderNumber, placedOrders } from "../support/merchant"
import { CARDS, authenticate } from "../support/shopper"
import { slowToAct, untilStored } from "../support/slow-store"
import { strict } from "../support/ucp-schemas"

inOwnWorld()

let catalog: CatalogReader
let buyer: Buyer
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  const { variants } = await catalog.listed({ title: "Barometer", variants: [variant(30)] })
  item = variants[0]?.id ?? ""
})

beforeEach(async () => {
  buyer = await Buyer.forGuests()
})

afterAll(closeCatalog)

/** The orders of a checkout with their status, oldest first. */
const ordersOf = (id: string) =>
  sql<{ status: string; display_id: number }>(
    `select status, display_id from "order" where metadata->'gw_agent'->>'session_id' = $1 order by display_id`,
    [id]
  )

describe("the completion of a checkout", () => {
  it("is rejected while requirements are missing, and names them", async () => {
    const begun = await buyer.checkout(
      buyer.send("/checkout-sessions", { body: { ...basketOf([[item, 1]]), buyer: ANA } }),
      201
    )
    const { status, body } = await buyer.complete(begun.id)
    expect(status).toBe(400)
    const { code, message, data } = strict("2026-04-08").refusal.parse(body)
    expect([code, message]).toEqual([
      "checkout_incomplete",
      "Fulfillment address and option must be selected. Another attempt needs a new Idempotency-Key.",
    ])
    expect(data).toMatchObject({ issues: [{ path: "$.fulfillment" }] })
    expect(await ordersOf(begun.id)).toEqual([])
  })

  it("requires an instrument of an offered handler, or none", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const path = `/checkout-sessions/${id}/complete`
    const foreign = { payment: { instruments: [{ ...CARD, handler_id: "mock_payment_handler" }] } }
    expect((await buyer.send(path, { body: foreign })).status).toBe(400)
    expect((await buyer.checkout(buyer.send(path, { body: "" }))).status).toBe("requires_escalation")
  })

  it("is rejected with an AP2 mandate, which the store does not verify, and places no order [UCP-67]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const path = `/checkout-sessions/${id}/complete`
    const payment = { instruments: [CARD] }
    const mandates = [{ checkout_mandate: "header.payload.signature~kb_signature" }, {}, "mandate", 0, []]
    for (const ap2 of mandates) {
      const { status, body } = await buyer.send(path, { body: { payment, ap2 } })
      expect([status, strict("2026-04-08").refusal.parse(body)]).toMatchObject([
        400,
        {
          code: "invalid_params",
          data: { issues: [{ path: "ap2", message: expect.stringContaining("AP2") as string }] },
        },
      ])
    }
    expect(await ordersOf(id)).toEqual([])
    const unmandated = await buyer.checkout(buyer.send(path, { body: { payment, ap2: null } }))
    expect(unmandated.status).toBe("requires_escalation")
  })

  it("creates a payment over exactly the total, and an order that is announced only after the payment", async () => {
    const { id, totals } = await buyer.ready([[item, 3]])
    const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
    expect(await paymentAtBank(continue_url)).toMatchObject({ amount: 9500, currency: "EUR" })
    expect(totals.at(-1)).toMatchObject({ type: "total", amount: 9500 })
    const [order] = await ordersOf(id)
    const { id: order_id, payment_status } = await orderNumber(order?.display_id ?? 0)
    expect([payment_status, placedOrders().includes(order_id)]).toEqual(["awaiting", false])
    await authenticate(continue_url)
    await buyer.becomes(id, "completed")
    expect(placedOrders()).toContain(order_id)
  })

  it.each([
    ["in part", 100],
    ["completely", 3500],
  ])(
    "starts no second payment while the first one, which the merchant has refunded %s, is not recorded [UCP-24]",
    async (_what, amount) => {
      const { id } = await buyer.ready([[item, 1]])
      const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
      const payments = await sql<{ id: string }>("select payment_id as id from gw_session where id = $1", [
        id,
      ])
      const payment_id = payments[0]?.id ?? ""
      const act = await slowToAct(payment_id, "captured")
      await authenticate(continue_url)
      await untilStored(payment_id, "captured")
      await turn("refund", { payment_id: (await ledgerOf(payment_id)).id, amount })
      const refunded = "select 1 from gw_payment where id = $1 and refunded_amount = $2"
      await eventually(async () => (await sql(refunded, [payment_id, amount]))[0])
      expect((await buyer.read(id)).status).toBe("complete_in_progress")
      expect((await buyer.checkout(buyer.complete(id))).status).toBe("complete_in_progress")
      expect((await buyer.cancel(id)).status).not.toBe(200)
      await act()
      await buyer.becomes(id, "completed")
      expect(await ordersOf(id)).toMatchObject([{ status: "pending" }])
    }
  )

  it("returns the running payment when it is repeated", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const first = await buyer.checkout(buyer.complete(id))
    expect(await buyer.checkout(buyer.complete(id))).toEqual(first)
    const unchanged = await buyer.checkout(buyer.update(id, { buyer: { email: "other@buyers.example" } }))
    expect(unchanged.messages?.at(-1)).toMatchObject({ code: "payment_in_progress", severity: "recoverable" })
    expect(unchanged.buyer).toEqual(ANA)
    expect(await ordersOf(id)).toHaveLength(1)
  })

  it.each([
    ["decline", CARDS.insufficient_funds, "approve"],
    ["cancel", CARDS.approved, "cancel"],
  ] as const)("is possible again after a %s, with a new order and a new payment", async (_, card, action) => {
    const { id } = await buyer.ready([[item, 1]])
    const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
    await authenticate(continue_url, action, card)
    const failed = await buyer.becomes(id, "ready_for_complete")
    expect(failed.messages).toMatchObject([
      { type: "error", code: "payment_failed", severity: "recoverable" },
    ])
    const second = await buyer.checkout(buyer.complete(id))
    expect(second.continue_url).not.toBe(continue_url)
    await authenticate(second.continue_url ?? "")
    const { order } = await buyer.becomes(id, "completed")
    expect(await ordersOf(id)).toEqual([
      { status: "canceled", display_id: expect.any(Number) as number },
      { status: "pending", display_id: Number(order?.id) },
    ])
  })

  it("is rejected when the checkout is completed or canceled already", async () => {
    const { id } = await buyer.buy([[item, 1]])
    const { id: canceled } = await buyer.ready([[item, 1]])
    expect((await buyer.checkout(buyer.cancel(canceled))).status).toBe("canceled")
    for (const ended of [id, canceled])
      for (const answer of [
        buyer.complete(ended),
        buyer.cancel(ended),
        buyer.update(ended, { buyer: ANA }),
      ]) {
        const { status, body } = await answer
        expect([status, strict("2026-04-08").refusal.parse(body).code]).toEqual([409, "invalid_state"])
      }
  })
})

describe("the cancellation of a checkout", () => {
  it("cancels its payment at the bank and its order first [UCP-25]", async () => {
    const { id } = await buyer.ready([[item, 1]])
    const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
    expect((await buyer.checkout(buyer.cancel(id))).status).toBe("canceled")
    await expect(authenticate(continue_url)).rejects.toThrow("the bank answered")
    expect(
      await sql(
        "select p.status from gw_payment p join gw_session s on s.payment_id = p.id where s.id = $1",
        [id]
      )
    ).toEqual([{ status: "canceled" }])
    expect(await ordersOf(id)).toMatchObject([{ status: "canceled" }])
  })
})

describe("limited stock", () => {
  const limited = async (title: string, units: number) => {
    const stocked = { manage_inventory: true, sku: title.toUpperCase() }
    const { variants } = await catalog.listed({ title, variants: [variant(10, 50, stocked)] })
    const { inventory_items: items } = await adminGet<{ inventory_items: { id: string }[] }>(
      `/admin/inventory-items?sku=${stocked.sku}`
    )
    const { stock_locations: places } = await adminGet<{ stock_locations: { id: string }[] }>(
      "/admin/stock-locations"
    )
    const level = { location_id: places[0]?.id, stocked_quantity: units }
    const made = await adminPost(`/admin/inventory-items/${items[0]?.id}/location-levels`, level)
    expect(made.status).toBe(200)
    return variants[0]?.id ?? ""
  }

  it("reduces the quantity to what is available, with a warning", async () => {
    const few = await limited("Sextant", 2)
    const ready = await buyer.ready([
      [few, 5],
      [item, 1],
    ])
    expect(ready.line_items.map(({ quantity }) => quantity)).toEqual([2, 1])
    expect(ready.messages).toMatchObject([
      { type: "warning", code: "quantity_adjusted", path: "$.line_items[0].quantity" },
    ])
  })

  it("removes a sold-out item, and creates no checkout without other items", async () => {
    const none = await limited("Quadrant", 0)
    const body = basketOf([
      [none, 1],
      [item, 1],
    ])
    const some = await buyer.checkout(buyer.send("/checkout-sessions", { body }), 201)
    expect(some.messages).toMatchObject([{ type: "error", code: "out_of_stock" }, {}, {}])
    expect(some.line_items).toHaveLength(1)
    const nothing = await buyer.send("/checkout-sessions", { body: basketOf([[none, 1]]) })
    expect(nothing.status).toBe(200)
    expect(strict("2026-04-08").error.parse(nothing.body).messages).toMatchObject([{ code: "out_of_stock" }])
  })

  it("is reserved while the payment is running, and released when it fails", async () => {
    const last = await limited("Astrolabe", 1)
    const [{ id }, rival] = [await buyer.ready([[last, 1]]), await Buyer.forGuests()]
    const { id: other } = await rival.ready([[last, 1]])
    await buyer.checkout(buyer.complete(id))
    const refused = await rival.checkout(rival.complete(other))
    expect([refused.status, refused.messages?.[0]]).toMatchObject(["incomplete", { code: "out_of_stock" }])
    await buyer.checkout(buyer.cancel(id))
    const again = await rival.checkout(rival.update(other, {}))
    expect(again.status).toBe("ready_for_complete")
    await authenticate((await rival.checkout(rival.complete(other))).continue_url ?? "")
    await rival.becomes(other, "completed")
  })
})
