import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Basket, allow, approvalsOf, decide, decided, waitingOf } from "../support/approvals"
import { ANA, BERLIN, Buyer, type Checkout, amountOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { changeSettings, refusalsOf, setRules } from "../support/policy"
import { attemptsOf, expectBoughtOnce, limited, ordersOf } from "../support/purchases"
import { authenticate } from "../support/shopper"

let catalog: CatalogReader
let item: string
let buyer: Buyer
beforeAll(async () => {
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Sextant")
})
beforeEach(async () => {
  buyer = await Buyer.forGuests()
})
afterAll(closeCatalog)

const ready = (units = 1) => buyer.ready([[item, units]])
const complete = (id: string) => buyer.complete(id, { "idempotency-key": randomUUID() })
const messagesOf = ({ messages = [] }: Checkout) => messages.map(({ type, code }) => `${type} ${code}`)
const total = (checkout: Checkout) => amountOf(checkout, "total")

describe("a platform's spending rules", () => {
  it("reject a completion above the limit per payment with the checkout and a message, and allow one at the limit", async () => {
    const checkout = await ready()
    await allow(buyer.client_id, { max_per_payment: total(checkout) - 1 })
    const { status, body } = await complete(checkout.id)
    expect([status, body]).toMatchObject([
      402,
      {
        id: checkout.id,
        status: "ready_for_complete",
        code: "spending_limit",
        data: { status: 402, limit: "per_payment", currency: checkout.currency, max: total(checkout) - 1 },
        messages: [{ type: "error", code: "spending_limit", severity: "recoverable", path: "$.totals" }],
      },
    ])
    expect([await attemptsOf(checkout.id), await ordersOf(checkout.id)]).toEqual([[], []])
    expect(await refusalsOf(buyer.client_id)).toEqual({ spending_limit: 1 })
    await allow(buyer.client_id, { max_per_payment: total(checkout) })
    const escalated = await buyer.checkout(complete(checkout.id))
    await authenticate(String(escalated.continue_url))
    const { order } = await buyer.becomes(checkout.id, "completed")
    await expectBoughtOnce(checkout.id, String(order?.id), 1)
  })

  it("are the merchant's for clients without their own when the platform has none [ADM-60]", async () => {
    const checkout = await ready()
    await setRules(buyer.client_id, { spending: null })
    const rule = { currency: checkout.currency, max_per_payment: total(checkout) - 1 }
    await changeSettings({ default_spending: { rules: [rule] } })
    const refused = await complete(checkout.id)
    await changeSettings({ default_spending: null })
    expect([refused.status, refused.body]).toMatchObject([402, { code: "spending_limit" }])
    expect(await attemptsOf(checkout.id)).toEqual([])
    await buyer.checkout(complete(checkout.id))
    expect(await attemptsOf(checkout.id)).toHaveLength(1)
  })

  it("limit what a platform starts in a day, also when six checkouts complete at once [ADM-14]", async () => {
    const checkouts = await Promise.all(Array.from({ length: 6 }, () => ready()))
    const price = total(checkouts[0] as Checkout)
    await allow(buyer.client_id, { max_per_day: price * 2 })
    const answers = await Promise.all(checkouts.map(({ id }) => complete(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 402, 402, 402, 402])
    const [begun] = await sql<{ sum: number }>(
      "select sum(amount)::int as sum from gw_payment where client_id = $1",
      [buyer.client_id]
    )
    expect(begun?.sum).toBe(price * 2)
    for (const [i, { status }] of answers.entries())
      if (status === 402) expect(await ordersOf(String(checkouts[i]?.id))).toEqual([])
  })
})

describe("a checkout above the approval threshold", () => {
  beforeEach(() => allow(buyer.client_id, { approval_above: 1 }))

  it("is not completed, requests one approval, and can be bought after the merchant approves its total [ADM-15]", async () => {
    const { id, ...checkout } = await ready()
    const held = await buyer.checkout(complete(id))
    expect(held.status).toBe("ready_for_complete")
    expect(held.messages).toMatchObject([
      { type: "error", code: "merchant_approval_required", severity: "recoverable", path: "$.totals" },
    ])
    await buyer.checkout(complete(id))
    const approvals = await approvalsOf(buyer.client_id)
    expect(approvals).toMatchObject([
      { session_id: id, task_id: null, amount: amountOf(checkout, "total"), status: "waiting" },
    ])
    expect([await attemptsOf(id), await ordersOf(id)]).toEqual([[], []])
    await decided(String(approvals[0]?.id), "approve")
    expect(messagesOf(await buyer.read(id))).toEqual(["info merchant_approval_given"])
    const escalated = await buyer.checkout(complete(id))
    expect(escalated.status).toBe("requires_escalation")
    await authenticate(String(escalated.continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("shows the merchant items that add up to the amount, and no items once the agent changes the checkout [ADM-15]", async () => {
    const { id, line_items, totals } = await ready(2)
    await buyer.checkout(complete(id))
    const { id: approval, amount, basket } = await waitingOf(buyer.client_id)
    const { id: _, ...address } = BERLIN
    const delivery = totals.find(({ type }) => type === "fulfillment")
    expect(basket).toEqual({
      lines: [{ title: line_items[0]?.item.title, quantity: 2, total: amountOf({ totals }, "subtotal") }],
      discount: 0,
      tax: amountOf({ totals }, "tax"),
      address,
      email: ANA.email,
      delivery: { title: delivery?.display_text, amount: delivery?.amount },
    })
    const { lines, delivery: chosen, tax = 0, discount = 0 } = basket as Basket
    const cost = lines.reduce((sum, { total }) => sum + total, tax - discount + (chosen?.amount ?? 0))
    expect(cost).toBe(amount)
    expect((await decided(approval, "approve")).basket).toEqual(basket)
    const lines_now = line_items.map((line) => ({ id: line.id, item: { id: line.item.id }, quantity: 1 }))
    await buyer.checkout(buyer.update(id, { line_items: lines_now }))
    expect((await approvalsOf(buyer.client_id))[0]).toMatchObject({ id: approval, basket: null })
  })

  it("needs another approval for another total, and the first can no longer be decided", async () => {
    const { id, line_items } = await ready()
    await buyer.checkout(complete(id))
    const first = await waitingOf(buyer.client_id)
    const lines = line_items.map((line) => ({ id: line.id, item: { id: line.item.id }, quantity: 2 }))
    const changed = await buyer.checkout(buyer.update(id, { line_items: lines }))
    const now = changed.status === "ready_for_complete" ? changed : await buyer.choose(changed)
    expect(messagesOf(now)).toEqual([])
    await buyer.checkout(complete(id))
    const second = await waitingOf(buyer.client_id)
    expect([second.id === first.id, second.amount > first.amount]).toEqual([false, true])
    expect((await decide(first.id, "approve")).status).toBe(400)
    await decided(second.id, "approve")
    expect((await buyer.checkout(complete(id))).status).toBe("requires_escalation")
  })

  /** The checkout, ready again after a change that keeps its total. */
  async function changed(checkout: Checkout, body: object): Promise<Checkout> {
    const updated = await buyer.checkout(buyer.update(checkout.id, body))
    const now = updated.status === "ready_for_complete" ? updated : await buyer.choose(updated)
    expect([now.status, total(now)]).toEqual(["ready_for_complete", total(checkout)])
    return now
  }

  const holding = (variant: string) => ({ line_items: [{ item: { id: variant }, quantity: 1 }] })

  it("needs another approval for other items of the same total, and the first approval is valid for the first items [ADM-15]", async () => {
    const other = await limited(catalog, 10, "Astrolabe")
    const checkout = await ready()
    const { id } = checkout
    await buyer.checkout(complete(id))
    const first = await waitingOf(buyer.client_id)
    await decided(first.id, "approve")
    expect(messagesOf(await changed(checkout, holding(other)))).toEqual([])
    expect(messagesOf(await buyer.checkout(complete(id)))).toEqual(["error merchant_approval_required"])
    expect([await attemptsOf(id), await ordersOf(id)]).toEqual([[], []])
    const second = await waitingOf(buyer.client_id)
    expect([second.id === first.id, second.amount]).toEqual([false, first.amount])
    await decided(second.id, "refuse")
    expect(messagesOf(await buyer.checkout(complete(id)))).toEqual(["error merchant_approval_refused"])
    expect(messagesOf(await changed(checkout, holding(item)))).toEqual(["info merchant_approval_given"])
    const escalated = await buyer.checkout(complete(id))
    expect(escalated.status).toBe("requires_escalation")
    await authenticate(String(escalated.continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })

  it("needs another approval for another address, and none for another name of the same address", async () => {
    const checkout = await ready()
    await buyer.checkout(complete(checkout.id))
    await decided((await waitingOf(buyer.client_id)).id, "approve")
    const sentTo = (destination: typeof BERLIN) => ({
      fulfillment: {
        methods: [{ type: "shipping", destinations: [destination], selected_destination_id: destination.id }],
      },
    })
    const same = await changed(checkout, sentTo({ ...BERLIN, id: "home" }))
    expect(messagesOf(same)).toEqual(["info merchant_approval_given"])
    const elsewhere = await changed(checkout, sentTo({ ...BERLIN, street_address: "Ritterstr. 9" }))
    expect(messagesOf(elsewhere)).toEqual([])
    const held = await buyer.checkout(complete(checkout.id))
    expect(messagesOf(held)).toEqual(["error merchant_approval_required"])
    expect(await attemptsOf(checkout.id)).toEqual([])
  })

  it("shows that it can be completed when the merchant raises the threshold while it waits [ADM-15]", async () => {
    const checkout = await ready()
    const { id } = checkout
    expect(messagesOf(await buyer.checkout(complete(id)))).toEqual(["error merchant_approval_required"])
    const shownAbove = async (approval_above: number) => {
      await allow(buyer.client_id, { approval_above })
      return messagesOf(await buyer.read(id))
    }
    expect(await shownAbove(total(checkout) - 1)).toEqual(["error merchant_approval_required"])
    expect(await shownAbove(total(checkout))).toEqual([])
    expect((await buyer.checkout(complete(id))).status).toBe("requires_escalation")
    expect(await approvalsOf(buyer.client_id)).toMatchObject([{ session_id: id, status: "canceled" }])
  })

  it("that the merchant rejected stays rejected, also above a raised threshold, and requests no other approval", async () => {
    const { id } = await ready()
    await buyer.checkout(complete(id))
    await decided((await waitingOf(buyer.client_id)).id, "refuse")
    const refused = await buyer.checkout(complete(id))
    expect([refused.status, ...messagesOf(refused)]).toEqual([
      "ready_for_complete",
      "error merchant_approval_refused",
    ])
    expect(await approvalsOf(buyer.client_id)).toHaveLength(1)
    await allow(buyer.client_id, { approval_above: total(refused) })
    expect(messagesOf(await buyer.read(id))).toEqual(["error merchant_approval_refused"])
    expect(messagesOf(await buyer.checkout(complete(id)))).toEqual(["error merchant_approval_refused"])
    expect(await attemptsOf(id)).toEqual([])
  })

  it("needs no decision after it is canceled, and cannot be approved after it expires", async () => {
    const first = await ready()
    await buyer.checkout(complete(first.id))
    const canceled = await waitingOf(buyer.client_id)
    await buyer.checkout(buyer.cancel(first.id))
    expect((await approvalsOf(buyer.client_id))[0]).toMatchObject({ id: canceled.id, status: "canceled" })
    const { id } = await ready()
    await buyer.checkout(complete(id))
    await sql("update gw_session set expires_at = now() where id = $1", [id])
    const over = await decide((await waitingOf(buyer.client_id)).id, "approve")
    expect([over.status, await over.text()]).toEqual([400, expect.stringContaining("has ended")])
  })

  it("stays open as long as the approval", async () => {
    const { id } = await ready()
    await buyer.checkout(complete(id))
    const held = await buyer.checkout(complete(id))
    expect((Date.parse(held.expires_at ?? "") - Date.now()) / 3_600_000).toBeCloseTo(24, 1)
  })

  it("requests one approval when five completions arrive at once", async () => {
    const { id } = await ready()
    const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.checkout(complete(id))))
    for (const answer of answers) expect(messagesOf(answer)).toEqual(["error merchant_approval_required"])
    expect(await approvalsOf(buyer.client_id)).toHaveLength(1)
  })
})
