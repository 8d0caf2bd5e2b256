import { knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newId } from "../../src/domain/secrets"
import { Payments } from "../../src/modules/bank/payments"
import { eventually } from "../support/agent"
import { App, errorBody } from "../support/app"
import { closeApp, openApp } from "../support/app-family"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { lockTable } from "../support/table-lock"
import { orderNumber, timesPlaced } from "../support/merchant"
import type { NewCustomer } from "../support/privacy"
import { CARDS, authenticate } from "../support/shopper"
import { Storefront } from "../support/storefront"
import { doubled, made, markPaid, paidOrder, type StaffOrder, writtenOrder } from "../support/written-orders"
import { world } from "../support/world"

let ana: NewCustomer
let app: App
const shop = new Storefront()

beforeAll(async () => {
  ;({ ana, app } = await openApp())
})
afterAll(closeApp)

/** A payment link of the merchant over `amount`, in major units. */
async function link({ id: order_id }: StaffOrder, amount = 23.8): Promise<string> {
  const { payment_collection } = await made<{ payment_collection: { id: string } }>(
    "/admin/payment-collections",
    { order_id, amount }
  )
  return payment_collection.id
}

/** An order over 23.80 EUR whose only payment was made in the customer's app. */
async function paidInApp(): Promise<StaffOrder> {
  const order = await writtenOrder(ana)
  const { payment } = (await app.pay(order.id)).body
  await authenticate(String(payment.redirect_url))
  await paidOrder(order.display_id)
  await performEffects(payment.id)
  return order
}

const rowOf = async (payment_id: string) => {
  const [row] = await sql<{ origin: string; order_id: string | null; review_reason: string | null }>(
    "select origin, order_id, review_reason from gw_payment where id = $1",
    [payment_id]
  )
  return row
}

/** An order's summary in major units, once its paid total is as given. */
const summaryOf = ({ display_id }: StaffOrder, paid_total: number) =>
  eventually(async () => {
    const { summary } = await orderNumber(display_id)
    return summary.paid_total === paid_total ? summary : undefined
  })

const movedOf = async (payment_id: string) => {
  const { captured, refunded } = (await ledgerOf(payment_id)).amounts
  return { captured, refunded }
}

describe("the outstanding amount of an order", () => {
  it("can be paid in the storefront after an order edit, and is not refunded [BANK-60]", async () => {
    const order = await paidInApp()
    await doubled(order.id)
    const { data } = await shop.pay(await link(order))
    expect(await rowOf(data.payment_id)).toMatchObject({ origin: "existing_order", order_id: order.id })
    await authenticate(data.redirect_url)
    expect(await summaryOf(order, 47.6)).toMatchObject({ pending_difference: 0, refunded_total: 0 })
    await performEffects(data.payment_id)
    expect(await movedOf(data.payment_id)).toEqual({ captured: 2380, refunded: 0 })
    expect(await rowOf(data.payment_id)).toMatchObject({ review_reason: null })
    const after = await orderNumber(order.display_id)
    expect([after.status, timesPlaced(after)]).toEqual(["pending", 1])
  })

  it("can be paid by the payment link of an order the merchant created [BANK-60]", async () => {
    const order = await writtenOrder(ana)
    const { data } = await shop.pay(await link(order))
    await authenticate(data.redirect_url)
    expect(await summaryOf(order, 23.8)).toMatchObject({ pending_difference: 0 })
    await performEffects(data.payment_id)
    expect(await movedOf(data.payment_id)).toEqual({ captured: 2380, refunded: 0 })
  })

  it("can be paid in parts when the merchant requests a part [BANK-60]", async () => {
    const order = await writtenOrder(ana)
    const { data } = await shop.pay(await link(order, 10))
    await authenticate(data.redirect_url)
    expect(await summaryOf(order, 10)).toMatchObject({ pending_difference: 13.8 })
    await performEffects(data.payment_id)
    const rest = await shop.pay(await link(order, 13.8))
    await authenticate(rest.data.redirect_url)
    expect(await summaryOf(order, 23.8)).toMatchObject({ pending_difference: 0 })
    expect(await movedOf(rest.data.payment_id)).toEqual({ captured: 1380, refunded: 0 })
  })

  it("can be paid again after a decline, and the order stays open", async () => {
    const order = await writtenOrder(ana)
    const collection = await link(order)
    const declined = await shop.pay(collection)
    await authenticate(declined.data.redirect_url, "approve", CARDS.do_not_honor)
    await performEffects(declined.data.payment_id)
    expect((await orderNumber(order.display_id)).status).toBe("pending")
    const { data } = await shop.pay(collection)
    await authenticate(data.redirect_url)
    await summaryOf(order, 23.8)
  })

  it("is refunded when the merchant marked the order as paid meanwhile, and the order stays open [BANK-60]", async () => {
    const order = await writtenOrder(ana)
    const { data } = await shop.pay(await link(order))
    await markPaid(order.id)
    await authenticate(data.redirect_url)
    await eventually(async () => (await movedOf(data.payment_id)).refunded === 2380 || undefined)
    await performEffects(data.payment_id)
    const after = await orderNumber(order.display_id)
    expect([after.status, after.summary.paid_total]).toEqual(["pending", 23.8])
  })

  it("is paid once when the customer opens it in the storefront and in the app", async () => {
    const order = await writtenOrder(ana)
    const { data } = await shop.pay(await link(order))
    const { status, body } = await app.pay(order.id)
    expect([status, body.payment.id]).toEqual([200, data.payment_id])
    await authenticate(data.redirect_url)
    await summaryOf(order, 23.8)
    const again = await app.pay(order.id)
    expect([again.status, again.body]).toEqual([409, errorBody("invalid_state", 409)])
  })
})

describe("an order that two agents start to pay at once", () => {
  it("has one payment: the second request waits until the first is stored [APP-04]", async () => {
    const order = await writtenOrder(ana)
    const db = knex({ client: "pg", connection: world().database_url })
    const payments = new Payments(db)
    const begin = () =>
      payments.prepare({
        id: newId("pay"),
        origin: "existing_order",
        intent: "sale",
        amount: 2380,
        currency: "EUR",
        bank_account: "default",
        description: "x",
        return_url: null,
        order_id: order.id,
        client_id: app.client.client_id,
      })
    const rows = await lockTable("gw_payment")
    const both = Promise.allSettled([begin(), begin()])
    await rows.stopped()
    await rows.contended()
    await rows.release()
    const outcomes = (await both).map(({ status }) => status)
    await sql("delete from gw_payment where order_id = $1", [order.id])
    await db.destroy()
    expect(outcomes.sort()).toEqual(["fulfilled", "rejected"])
  })
})

describe("a payment session that names an agent's payment with another amount", () => {
  it("is rejected, and no other payment is created instead [BANK-68]", async () => {
    const order = await writtenOrder(ana)
    const id = `pay_${"0".repeat(24)}`
    await sql(
      `insert into gw_payment (id, origin, intent, amount, currency, description, merchant_reference, idempotency_key)
       values ($1, 'order', 'sale', 1234, 'EUR', 'x', 'gwp_other_amount', gen_random_uuid())`,
      [id]
    )
    const collection = await link(order)
    await expect(shop.pay(collection, { payment_id: id })).rejects.toThrow(/400/)
    const sessions = await sql("select 1 from payment_session where payment_collection_id = $1", [collection])
    expect(sessions).toEqual([])
    await sql("delete from gw_payment where id = $1", [id])
  })
})
