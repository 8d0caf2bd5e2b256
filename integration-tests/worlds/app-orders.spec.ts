import { randomUUID } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { App, type AppPayment, paymentOf, errorBody } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { approvalsOf } from "../support/approvals"
import { clearFaults, ledgerOf, performEffects } from "../support/bank-ledger"
import type { Buyer } from "../support/buyer"
import { sql } from "../support/database"
import {
  adminGet,
  capturesOf,
  orderNumber,
  refundInAdmin,
  timesPlaced,
  timesPlacedEventually,
} from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { refusalsOf, setRules } from "../support/policy"
import type { NewCustomer } from "../support/privacy"
import { CARDS, authenticate } from "../support/shopper"
import { act } from "../support/staff"
import { everySetting } from "../support/store-keys"
import {
  doubled,
  netAmountOf,
  livePayments,
  made,
  markPaid,
  paidOrder,
  unpaidCollections,
  writtenOrder,
} from "../support/written-orders"

inOwnWorld(everySetting())

let ana: NewCustomer
let app: App
let other: App
let buyer: Buyer

beforeAll(async () => {
  ;({ ana, app, other, buyer } = await openApp())
})
afterEach(() => clearFaults())
afterAll(closeApp)

const settledAs = (id: string, status: string) =>
  eventually(async () => {
    const payment = await app.payment(id)
    return payment.status === status ? payment : undefined
  })

describe("paying an order that an agent placed", () => {
  it("returns the running payment, by order number or Medusa id, also when four requests arrive at once [APP-04]", async () => {
    const { id } = await buyer.escalated([["MUG-SAND", 1]])
    const { id: payment_id, order_id, shop_order_id, redirect_url } = await paymentOf(id)
    const names = [shop_order_id, order_id, shop_order_id, order_id]
    const answers = await Promise.all(names.map((name) => app.pay(name)))
    for (const { status, body } of answers) {
      expect([status, body.payment.id, body.payment.redirect_url]).toEqual([200, payment_id, redirect_url])
      expect(body.payment.agent?.client_id).toBe(buyer.client_id)
    }
    expect(await livePayments(order_id)).toEqual([payment_id])
    await authenticate(redirect_url)
    await buyer.becomes(id, "completed")
    const { status, body } = await app.pay(order_id)
    expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
  })

  it("is rejected when its payment has ended, because its order has ended too [APP-05]", async () => {
    const { id } = await buyer.escalated([["MUG-SAND", 1]])
    const { order_id, redirect_url } = await paymentOf(id)
    await authenticate(redirect_url, "decline")
    await buyer.becomes(id, "ready_for_complete")
    const { status, body } = await app.pay(order_id)
    expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
    await eventually(async () => (await orderNumberOf(order_id)) === "canceled" || undefined)
    expect((await app.pay(order_id)).status).toBe(409)
    expect(await livePayments(order_id)).toEqual([])
  })

  it("is not possible for an account whose address an agent only named [APP-05]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const { artifacts } = await agent.createPayment({ customer: { email: ana.email } })
    const { payments } = await app.payments("?limit=100")
    expect(payments.map(({ id }) => id)).not.toContain(artifacts.payment_id)
    expect((await app.payment(artifacts.payment_id).catch(() => undefined))?.id).toBeUndefined()
    expect((await app.pay(artifacts.shop_order_id)).status).toBe(404)
  })

  it("does not find other customers' orders [APP-05]", async () => {
    const { id } = await buyer.escalated([["MUG-SAND", 1]])
    const { order_id, shop_order_id } = await paymentOf(id)
    for (const name of [order_id, shop_order_id, "order_none", "99999999999", "' or true --"]) {
      const { status, body } = await other.pay(encodeURIComponent(name))
      expect([name, status, body]).toEqual([name, 404, errorBody("not_found", 404)])
    }
  })
})

/** Writes a second transaction for each one of an order. */
const BOOK_TWICE = `
  create function book_twice() returns trigger language plpgsql as $$
  begin
    new.id := new.id || '_again';
    insert into order_transaction select new.*;
    return null;
  end $$`

const orderNumberOf = async (id: string) =>
  (await sql<{ status: string }>('select status from "order" where id = $1', [id]))[0]?.status

describe("paying an order the merchant created", () => {
  it("starts one payment over the outstanding amount when six requests arrive at once, and it pays the order [APP-04]", async () => {
    const { id, display_id } = await writtenOrder(ana)
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => app.pay(display_id)))
    const [first] = answers.map(({ body }) => body.payment) as [AppPayment]
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(first).toMatchObject({
      status: "requires_action",
      amount: 2380,
      currency: "EUR",
      order: { id, number: display_id },
      agent: { client_id: app.client.client_id, name: "Shopper's app" },
      redirect_url: expect.stringMatching(/^http/) as string,
    })
    expect(new Set(answers.map(({ body }) => body.payment.id)).size).toBe(1)
    expect(await livePayments(id)).toEqual([first.id])
    await authenticate(String(first.redirect_url))
    const order = await paidOrder(display_id)
    expect([order.status, capturesOf(order)]).toEqual(["pending", [23.8]])
    expect((await app.payment(first.id)).status).toBe("captured")
    expect(order.summary).toMatchObject({ paid_total: 23.8, pending_difference: 0 })
    expect((await app.pay(display_id)).status).toBe(409)
  })

  it("can start again after a decline or a cancellation: the order stays open and is not announced again [APP-04]", async () => {
    const { id, display_id } = await writtenOrder(ana)
    expect(await timesPlacedEventually(await orderNumber(display_id))).toBe(1)
    const first = (await app.pay(id)).body.payment
    await authenticate(String(first.redirect_url), "approve", CARDS.do_not_honor)
    await settledAs(first.id, "declined")
    const second = (await app.pay(id)).body.payment
    expect(second.id).not.toBe(first.id)
    await authenticate(String(second.redirect_url), "cancel")
    await settledAs(second.id, "canceled")
    expect(await orderNumberOf(id)).toBe("pending")
    const third = (await app.pay(id)).body.payment
    expect(await livePayments(id)).toEqual([third.id])
    await authenticate(String(third.redirect_url))
    expect(capturesOf(await paidOrder(display_id))).toEqual([23.8])
    await performEffects(third.id)
    expect(timesPlaced(await orderNumber(display_id))).toBe(1)
    const { payments } = await app.payments("?limit=3")
    expect(payments.map((one) => [one.id, one.status, one.order?.number])).toEqual([
      [third.id, "captured", display_id],
      [second.id, "canceled", display_id],
      [first.id, "declined", display_id],
    ])
  })

  it("rounds the outstanding amount to minor units [APP-04]", async () => {
    const { id, display_id } = await writtenOrder(ana, 25.5)
    const { payment } = (await app.pay(id)).body
    expect(payment.amount).toBe(3035) // 25.50 EUR plus 19 % tax is 30.345 EUR.
    await authenticate(String(payment.redirect_url))
    expect(capturesOf(await paidOrder(display_id))).toEqual([30.345])
  })

  it("starts one payment per idempotency key and returns byte-identical answers [APP-04]", async () => {
    const { id } = await writtenOrder(ana)
    const headers = { "idempotency-key": randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => app.pay(id, { headers })))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    const elsewhere = await app.pay((await writtenOrder(ana)).id, { headers })
    expect([elsewhere.status, elsewhere.body]).toEqual([409, errorBody("idempotency_conflict", 409)])
    expect((await app.pay(id, { headers: { "idempotency-key": "" } })).status).toBe(400)
  })

  it("is rejected when the order is canceled or marked as paid [APP-05]", async () => {
    const canceled = await writtenOrder(ana)
    await made(`/admin/orders/${canceled.id}/cancel`, {})
    const paid = await writtenOrder(ana)
    await markPaid(paid.id)
    for (const { id } of [canceled, paid]) {
      const { status, body } = await app.pay(id)
      expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
      expect(await livePayments(id)).toEqual([])
    }
  })

  it("takes no money when the merchant cancels the order meanwhile, also when the customer pays [APP-04]", async () => {
    const { id } = await writtenOrder(ana)
    const { payment } = (await app.pay(id)).body
    await made(`/admin/orders/${id}/cancel`, {})
    await authenticate(String(payment.redirect_url)).catch(() => undefined)
    await eventually(async () => {
      const { amounts, status } = await ledgerOf(payment.id)
      return status === "canceled" || amounts.captured === amounts.refunded || undefined
    })
    const { amounts } = await ledgerOf(payment.id)
    expect(amounts.captured - amounts.refunded).toBe(0)
  })

  it("takes no money when the merchant marked the order as paid meanwhile, and is no longer offered [APP-04]", async () => {
    const { id, display_id } = await writtenOrder(ana)
    const { payment } = (await app.pay(id)).body
    await markPaid(id)
    const { status, body } = await app.pay(id)
    expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
    await authenticate(String(payment.redirect_url))
    await eventually(async () => (await ledgerOf(payment.id)).amounts.refunded === 2380 || undefined)
    await performEffects(payment.id)
    expect((await orderNumber(display_id)).summary).toMatchObject({ paid_total: 23.8, pending_difference: 0 })
  })

  it("does not prevent marking the order as paid in the admin, which closes the bank's page [APP-04]", async () => {
    const order = await writtenOrder(ana)
    const first = (await app.pay(order.id)).body.payment
    await authenticate(String(first.redirect_url), "cancel")
    await settledAs(first.id, "canceled")
    const second = (await app.pay(order.id)).body.payment
    const [collection, ...others] = await unpaidCollections(order.id)
    expect(others).toEqual([])
    await made(`/admin/payment-collections/${collection}/mark-as-paid`, { order_id: order.id })
    expect((await ledgerOf(second.id)).status).toBe("canceled")
    await expect(authenticate(String(second.redirect_url))).rejects.toThrow()
    expect(await netAmountOf(order)).toBe(0)
    expect((await paidOrder(order.display_id)).summary).toMatchObject({
      paid_total: 23.8,
      pending_difference: 0,
    })
  })

  it("refunds the payment when the merchant changes the order meanwhile, and can start again [APP-04]", async () => {
    const order = await writtenOrder(ana)
    const before = (await app.pay(order.id)).body.payment
    await doubled(order.id)
    const outdated = await app.pay(order.id)
    expect([outdated.status, outdated.body]).toEqual([409, errorBody("invalid_state", 409)])
    await authenticate(String(before.redirect_url))
    await eventually(async () => (await ledgerOf(before.id)).amounts.refunded === 2380 || undefined)
    expect(await netAmountOf(order)).toBe(0)
    const { payment } = (await app.pay(order.id)).body
    expect([payment.id === before.id, payment.amount]).toEqual([false, 4760])
    await authenticate(String(payment.redirect_url))
    expect(capturesOf(await paidOrder(order.display_id))).toEqual([47.6])
    expect(await netAmountOf(order)).toBe(4760)
    expect((await app.pay(order.id)).status).toBe(409)
  })

  it("keeps a payment that Medusa has booked twice, because another process has settled it as well [APP-04]", async () => {
    const order = await writtenOrder(ana)
    const { payment } = (await app.pay(order.id)).body
    await sql(BOOK_TWICE, [])
    try {
      await sql(
        `create trigger book_twice after insert on order_transaction for each row
           when (new.order_id = '${order.id}' and pg_trigger_depth() = 0) execute function book_twice()`
      )
      await authenticate(String(payment.redirect_url))
      expect(capturesOf(await paidOrder(order.display_id))).toEqual([23.8])
      await performEffects(payment.id)
    } finally {
      await sql("drop function book_twice cascade")
    }
    expect((await ledgerOf(payment.id)).amounts).toMatchObject({ captured: 2380, refunded: 0 })
    expect((await orderNumber(order.display_id)).summary).toMatchObject({
      paid_total: 23.8,
      pending_difference: 0,
    })
  })

  it("cannot start again for a paid order that was fully refunded [APP-05]", async () => {
    const order = await writtenOrder(ana)
    const { payment } = (await app.pay(order.id)).body
    await authenticate(String(payment.redirect_url))
    await refundInAdmin(await paidOrder(order.display_id))
    await eventually(async () => (await ledgerOf(payment.id)).amounts.refunded === 2380 || undefined)
    const { status, body } = await app.pay(order.id)
    expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
    expect(await netAmountOf(order)).toBe(0)
  })

  it("shows open reviews of each payment on the order until they are closed", async () => {
    const order = await writtenOrder(ana)
    const before = (await app.pay(order.id)).body.payment
    await doubled(order.id)
    await authenticate(String(before.redirect_url))
    const given = "Refunded: the outstanding amount of the order has changed"
    const review = async () => (await orderNumber(order.display_id)).metadata?.gw_review
    await eventually(async () => (await review()) === given || undefined)
    expect(await netAmountOf(order)).toBe(0)
    const { payment } = (await app.pay(order.id)).body
    await authenticate(String(payment.redirect_url), "approve", CARDS.disputed)
    const both = `${payment.id}: Disputed by the cardholder: 47.60 EUR, fraudulent, open; ${before.id}: ${given}`
    await eventually(async () => (await review()) === both || undefined)
    await act(before.id, "review/resolve", { note: "seen" })
    expect(await review()).toBe("Disputed by the cardholder: 47.60 EUR, fraudulent, open")
    await act(payment.id, "review/resolve", { note: "seen" })
    const { metadata } = await orderNumber(order.display_id)
    expect(metadata).not.toHaveProperty("gw_review")
    expect(metadata.gw_disputes).toMatchObject([{ amount: 4760, currency: "EUR" }])
  })

  it("returns the same payment when a crash lost the answer, and starts no other [APP-04]", async () => {
    const { id } = await writtenOrder(ana)
    const headers = { "idempotency-key": randomUUID() }
    const { payment } = (await app.pay(id, { headers })).body
    await authenticate(String(payment.redirect_url), "decline")
    await settledAs(payment.id, "declined")
    await sql("update gw_idempotency set answer = null, leased_until = now() where key = $1", [
      headers["idempotency-key"],
    ])
    const again = await app.pay(id, { headers })
    expect([again.status, again.body.payment]).toMatchObject([201, { id: payment.id, status: "declined" }])
    expect(await livePayments(id)).toEqual([])
  })

  it("is rejected for an order that came from a cart or an agent [APP-05]", async () => {
    const { id } = await writtenOrder(ana)
    await sql(`update "order" set metadata = '{"gw_cart_id": "cart_1"}' where id = $1`, [id])
    const { status, body } = await app.pay(id)
    expect([status, body]).toEqual([409, errorBody("invalid_state", 409)])
    expect(await livePayments(id)).toEqual([])
  })

  it("respects the merchant's spending rules for the app [APP-05]", async () => {
    const { id } = await writtenOrder(ana)
    const strict = await App.of(ana)
    const rules = { only_these_currencies: false, rules: [{ currency: "EUR", max_per_payment: 1000 }] }
    await setRules(strict.client.client_id, { spending: rules })
    const { status, body } = await strict.pay(id)
    expect([status, body]).toMatchObject([402, { code: "spending_limit" }])
    expect(await livePayments(id)).toEqual([])
    expect(await refusalsOf(strict.client.client_id)).toEqual({ spending_limit: 1 })
    expect((await app.pay(id)).status).toBe(201)
  })

  it("needs no approval: customers pay their own orders [APP-04]", async () => {
    const { id } = await writtenOrder(ana)
    const watched = await App.of(ana)
    const rules = { only_these_currencies: true, rules: [{ currency: "EUR", approval_above: 1 }] }
    await setRules(watched.client.client_id, { spending: rules })
    const { status, body } = await watched.pay(id)
    expect([status, body.payment]).toMatchObject([201, { status: "requires_action", amount: 2380 }])
    expect(await approvalsOf(watched.client.client_id)).toEqual([])
  })

  it("finds no other customer's order, and no draft [APP-05]", async () => {
    const { id } = await writtenOrder(ana)
    expect((await other.pay(id)).status).toBe(404)
    await adminGet(`/admin/orders/${id}`)
    expect(await livePayments(id)).toEqual([])
  })
})
