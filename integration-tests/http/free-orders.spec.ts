import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { type StaffClient, funnelOfClient, overview } from "../support/agents-overview"
import { approvalsOf } from "../support/approvals"
import { ANA, Buyer, type Checkout, amountOf, basketOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { expectGivenOnce, fullDiscount, usesOf } from "../support/free"
import { offer } from "../support/markets"
import { adminPost, orderNumber } from "../support/merchant"
import { setRules } from "../support/policy"
import { promote, withdraw } from "../support/promotions"
import { attemptsOf, expectNothingBought, limited, ordersOf } from "../support/purchases"
import { Receiver } from "../support/receiver"
import { readOrder, readOrders } from "../support/ucp-orders"
import { subscribe, verified } from "../support/webhooks"
import { world } from "../support/world"

let catalog: CatalogReader
let buyer: Buyer
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Free sextant")
  buyer = await Buyer.forGuests()
})
afterEach(withdraw)
afterAll(closeCatalog)

/** Completes a checkout without payment data. */
const complete = (id: string, key: string = randomUUID(), body: object = {}) =>
  buyer.send(`${buyer.checkouts}/${id}/complete`, { body, headers: { "idempotency-key": key } })
const completed = (id: string) => buyer.checkout(complete(id))
const codes = ({ messages = [] }: Checkout) => messages.map(({ code }) => code)
const free = async (limit?: number, units = 1) => {
  const own = await fullDiscount(limit)
  return { code: own[0], ...(await buyer.ready([[item, units]], { discounts: { codes: own } })) }
}

describe("a checkout with a total of 0 [UCP-42]", () => {
  it("completes at once with its order and without a payment", async () => {
    const { id, status, messages, ...checkout } = await free(undefined, 2)
    expect([status, amountOf(checkout, "total"), messages]).toEqual(["ready_for_complete", 0, undefined])
    const key = randomUUID()
    const done = await buyer.checkout(complete(id, key))
    expect([done.status, done.continue_url, done.messages]).toEqual(["completed", undefined, undefined])
    await expectGivenOnce(id, String(done.order?.id), 2)
    expect((await complete(id, key)).body).toEqual(done)
    expect((await complete(id)).status).toBe(409)
    expect((await buyer.cancel(id)).status).toBe(409)
    expect(await buyer.read(id)).toEqual(done)
    await expectGivenOnce(id, String(done.order?.id), 2)
  })

  it.each([2, 3, 7])(
    "counts as one despite the fractions of Medusa's discount arithmetic, as with %i units",
    async (units) => {
      const { id, status } = await free(undefined, units)
      expect(status).toBe("ready_for_complete")
      const { order } = await completed(id)
      await expectGivenOnce(id, String(order?.id), units)
    }
  )

  it("does not count as one while a fraction of a minor unit is left, which no payment can cover", async () => {
    const gift = await offer({ eur: 0.004, ron: 0.02 })
    const body = { ...basketOf([[gift, 1]]), buyer: ANA, context: { address_country: "DE" } }
    const checkout = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    expect([checkout.status, amountOf(checkout, "total"), codes(checkout)]).toEqual([
      "incomplete",
      0,
      ["too_little_to_pay"],
    ])
    expect((await complete(checkout.id)).status).toBe(400)
  })

  it("accepts a payment instrument and saves no card", async () => {
    const customer = await Buyer.forCustomer()
    const own = await fullDiscount()
    const { id } = await customer.ready([[item, 1]], { discounts: { codes: own } })
    const instrument = { id: "pi_1", handler_id: "gw_card", type: "card", save_card: true }
    const body = { payment: { instruments: [instrument] } }
    const { status, order } = await customer.checkout(
      customer.send(`${customer.checkouts}/${id}/complete`, { body })
    )
    expect(status).toBe("completed")
    await expectGivenOnce(id, String(order?.id), 1)
  })

  it("may consist of items that cost nothing", async () => {
    const gift = await offer({ eur: 0, ron: 0 })
    const body = {
      ...basketOf([[gift, 1]]),
      buyer: ANA,
      context: { address_country: "DE" },
    }
    const { id, status } = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    expect(status).toBe("ready_for_complete")
    const { order } = await completed(id)
    await expectGivenOnce(id, String(order?.id), 0)
  })

  it("reports missing requirements like any other checkout, and no others", async () => {
    const body = { ...basketOf([[item, 1]]), discounts: { codes: await fullDiscount() } }
    const { id, status, ...begun } = await buyer.checkout(buyer.send(buyer.checkouts, { body }), 201)
    expect([status, amountOf(begun, "total")]).toEqual(["incomplete", 0])
    expect(begun.messages?.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "missing $.buyer.email",
      "missing $.fulfillment",
    ])
    const { status: http, body: refusal } = await complete(id)
    expect([http, refusal.code]).toEqual([400, "checkout_incomplete"])
    expect(await ordersOf(id)).toEqual([])
  })

  it("completes once when four requests with different keys arrive at once", async () => {
    const { id } = await free()
    const answers = await Promise.all(Array.from({ length: 4 }, () => complete(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const won = answers.find(({ status }) => status === 200)?.body as Checkout | undefined
    await expectGivenOnce(id, String(won?.order?.id), 1)
  })

  it("gives a single-use code to one of two buyers and reports the new total to the other", async () => {
    const own = await fullDiscount(1)
    const discounts = { codes: own }
    const both = [
      await buyer.ready([[item, 1]], { discounts }),
      await buyer.ready([[item, 1]], { discounts }),
    ]
    expect(both.map((one) => amountOf(one, "total"))).toEqual([0, 0])
    const answers = await Promise.all(both.map(({ id }) => completed(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual(["completed", "ready_for_complete"])
    const [won, lost] = answers.sort((a, b) => (a.status < b.status ? -1 : 1)) as [Checkout, Checkout]
    await expectGivenOnce(won.id, String(won.order?.id), 1)
    expect(await usesOf(own[0])).toBe(1)
    expect(amountOf(lost, "total")).toBeGreaterThan(0)
    expect(codes(lost)).toEqual(["discount_code_user_ineligible", "discount_changed", "total_changed"])
    await expectNothingBought(lost.id)
    expect(await attemptsOf(lost.id)).toEqual([])
    expect((await completed(lost.id)).status).toBe("requires_escalation")
    await buyer.cancel(lost.id)
  })

  it("is reported as free before it completes when it had a positive total before", async () => {
    const dear = await limited(catalog, 10, "Dear sextant")
    const first = await buyer.ready([[dear, 1]])
    const product = await productOf(dear)
    for (const target_type of ["items", "shipping_methods"] as const)
      await promote(
        {
          type: "percentage",
          value: 100,
          target_type,
          allocation: "across",
          ...(target_type === "items" && {
            target_rules: [{ attribute: "items.product.id", operator: "in", values: [product] }],
          }),
        },
        { is_automatic: true }
      )
    const repeated = await buyer.checkout(
      complete(first.id, randomUUID(), { buyer: { ...ANA, first_name: "Anna" } })
    )
    expect([repeated.status, amountOf(repeated, "total"), codes(repeated)]).toEqual([
      "ready_for_complete",
      0,
      ["discount_changed", "discount_changed", "total_changed"],
    ])
    expect(await ordersOf(first.id)).toEqual([])
    const { order } = await completed(first.id)
    await expectGivenOnce(first.id, String(order?.id), 1)
  })

  it("counts toward no spending limit and needs no approval", async () => {
    const strict = await Buyer.forGuests()
    const rule = { currency: "EUR", max_per_payment: 2, max_per_day: 2, approval_above: 1 }
    await setRules(strict.client_id, { spending: { only_these_currencies: true, rules: [rule] } })
    const { id } = await strict.ready([[item, 1]], { discounts: { codes: await fullDiscount() } })
    const { status } = await strict.checkout(strict.send(`${strict.checkouts}/${id}/complete`))
    expect(status).toBe("completed")
    expect(await approvalsOf(strict.client_id)).toEqual([])
  })
})

/** The Medusa id of a variant's product. */
async function productOf(variant_id: string): Promise<string> {
  const [row] = await sql<{ id: string }>("select product_id as id from product_variant where id = $1", [
    variant_id,
  ])
  return String(row?.id)
}

describe("an order with a total of 0 [UCP-43]", () => {
  let receiver: Receiver
  let own: Buyer
  let secret: string
  let done: Checkout
  let number: string

  beforeAll(async () => {
    receiver = await Receiver.listen()
    own = await Buyer.forGuests()
    secret = (await subscribe(own, receiver.at("/free"))).secret
    const { id } = await own.ready([[item, 1]], { discounts: { codes: await fullDiscount() } })
    done = await own.checkout(own.send(`${own.checkouts}/${id}/complete`))
    number = String(done.order?.id)
  })
  afterAll(() => receiver.close())

  const eventsUntil = (type: string) =>
    eventually(async () => {
      const all = receiver.arrived
        .map((one) => verified(one, secret))
        .filter((one) => one.type !== "webhook.ping")
      return all.some((one) => one.type === type) ? all : undefined
    })

  it("sends the order webhooks and no payment webhooks", async () => {
    await eventsUntil("checkout.completed")
    const all = await eventsUntil("order.created")
    expect(all.map(({ type }) => type).sort()).toEqual(["checkout.completed", "order.created"])
    for (const { data } of all)
      expect(data).toMatchObject({ status: "nothing_due", captured_amount: 0, refunded_amount: 0 })
  })

  it("appears in the agent's orders, except when they are filtered by payment status", async () => {
    expect((await readOrder(own, number)).totals.find(({ type }) => type === "total")?.amount).toBe(0)
    expect((await readOrders(own)).ids).toEqual([number])
    expect((await readOrders(own, "?status=open")).ids).toEqual([number])
    for (const status of ["authorized", "captured", "refunded"])
      expect((await readOrders(own, `?payment_status=${status}`)).ids).toEqual([])
  })

  it("appears in the admin as an order without a payment and without payment actions", async () => {
    const { id } = await orderNumber(Number(number))
    const { payments } = await overview<{ payments: { payment_id: string }[] }>(`/payments?order_id=${id}`)
    expect(payments).toMatchObject([{ status: "nothing_due", amount: 0, client_id: own.client_id }])
    const { payment } = await overview<{ payment: { timeline: { kind: string; code: string }[] } }>(
      `/payments/${payments[0]?.payment_id}`
    )
    expect(payment).toMatchObject({ session_id: done.id, movable: { capture: 0, refund: 0, void: false } })
    expect(payment.timeline.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      "request checkout",
      "order announced",
      "effect nothing_due",
      "webhook order.created",
      "webhook checkout.completed",
    ])
    const [day] = (await funnelOfClient(own.client_id))?.by_currency ?? []
    expect(day).toMatchObject({ checkouts: 1, free: 1, payments: 0, paid: 0, pending: 0, dropped: [] })
    const { client } = await overview<{ client: StaffClient }>(`/clients/${own.client_id}`)
    expect(client.money).toEqual([{ currency: "EUR", orders: 1, paid: 0, refunded: 0 }])
  })

  it("shows the customer that nothing was due", async () => {
    const page = await (await fetch(`${world().base_url}/gw-ucp/v1/continue/${done.id}`)).text()
    expect(page).toContain("Nothing was due.")
  })

  it("cannot be refunded, and can be canceled by its agent", async () => {
    const refund = await own.send(`/orders/${number}/refund`)
    expect([refund.status, refund.body]).toMatchObject([
      409,
      { code: "invalid_state", message: expect.stringContaining("nothing to refund") },
    ])
    const { status, body } = await own.send(`/orders/${number}/cancel`)
    expect([status, body]).toMatchObject([200, { adjustments: [{ type: "cancellation" }] }])
    expect(body).not.toHaveProperty("messages")
    expect(await ordersOf(done.id)).toMatchObject([{ status: "canceled", reserved: 0 }])
    expect((await eventsUntil("order.canceled")).at(-1)?.data).toMatchObject({ status: "canceled" })
    expect((await own.read(done.id)).status).toBe("completed")
  })

  it("can be canceled by the merchant", async () => {
    const { id } = await own.ready([[item, 1]], { discounts: { codes: await fullDiscount() } })
    const { order } = await own.checkout(own.send(`${own.checkouts}/${id}/complete`))
    const placed = await orderNumber(Number(order?.id))
    expect((await adminPost(`/admin/orders/${placed.id}/cancel`)).status).toBe(200)
    expect(await ordersOf(id)).toMatchObject([{ status: "canceled", reserved: 0 }])
    expect((await own.read(id)).status).toBe("completed")
    const review = await overview<{ payments: object[] }>(`/payments?order_id=${placed.id}`)
    expect(review.payments).toMatchObject([{ status: "nothing_due", review_reason: null }])
  })
})
