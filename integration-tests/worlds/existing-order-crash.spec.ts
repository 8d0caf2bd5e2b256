import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { UNUSABLE_PAYMENT_STEPS, EXISTING_ORDER_STEPS } from "../../src/lib/failpoints"
import { eventually } from "../support/agent"
import { App, type AppPayment } from "../support/app"
import { forEachStep, inCrashingWorld, namesOf } from "../support/crash"
import { sql } from "../support/database"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { nothingLeftOf } from "../support/ordered-once"
import { type NewCustomer, newCustomer } from "../support/privacy"
import { authenticate } from "../support/shopper"
import {
  netAmountOf,
  livePayments,
  markPaid,
  paidOrder,
  type StaffOrder,
  writtenOrder,
} from "../support/written-orders"

/** At the first step the store kills itself, together with the calls frozen at the other steps. */
const [KILLED, ...OTHER_STEPS] = EXISTING_ORDER_STEPS

/** An order whose payment has started, with the bank's page. */
interface Begun {
  readonly order: StaffOrder
  readonly payment_id: string
  readonly page: string
}

/** An order and the request by which the customer starts to pay it. */
interface Beginning {
  readonly order: StaffOrder
  readonly headers: { readonly "idempotency-key": string }
}

/**
 * The store crashes while a customer pays an existing order. The order must be paid once, and the customer must
 * not wait forever.
 */
describe("a store that stops while an existing order is paid", () => {
  const crash = inCrashingWorld()
  let ana: NewCustomer
  let app: App
  let beginning: Record<(typeof EXISTING_ORDER_STEPS)[number], Beginning>
  let settled: Begun
  let written: Begun
  let refundedOrders: Record<(typeof UNUSABLE_PAYMENT_STEPS)[number], Begun>

  beforeAll(async () => {
    await switchSurfaces({ app_enabled: true })
    ana = await newCustomer()
    app = await App.of(ana)
    settled = await begun()
    written = await begun()
    refundedOrders = await forEachStep(UNUSABLE_PAYMENT_STEPS, async () => {
      const one = await begun()
      await markPaid(one.order.id)
      return one
    })
    beginning = await forEachStep(EXISTING_ORDER_STEPS, async () => {
      return { order: await writtenOrder(ana), headers: { "idempotency-key": randomUUID() } }
    })
    const names = async ({ payment_id }: Begun) => namesOf(payment_id)
    await crash.freezeAt("order_settled", () => authenticate(settled.page), ...(await names(settled)))
    for (const step of UNUSABLE_PAYMENT_STEPS) {
      const one = refundedOrders[step]
      await crash.freezeAt(step, () => authenticate(one.page), ...(await names(one)))
    }
    for (const step of OTHER_STEPS) await crash.freezeAt(step, () => begin(step))
    await crash.stopWriting("order_transaction", () => authenticate(written.page))
    await crash.crashAt(KILLED, () => begin(KILLED))
    await claimsRunOut(Object.values(beginning))
  })

  const begin = (step: (typeof EXISTING_ORDER_STEPS)[number]) => {
    const { order, headers } = beginning[step]
    return app.pay(order.id, { headers })
  }

  it.each(EXISTING_ORDER_STEPS)(
    "at %s of starting its payment lets the customer pay it with another payment at once [APP-04]",
    async (step) => {
      const { order } = beginning[step]
      const cut_short = await begin(step)
      expect(cut_short).toMatchObject({
        status: 201,
        body: { payment: { status: OPENED.includes(step) ? "canceled" : "declined", redirect_url: null } },
      })
      const again = await app.pay(order.id)
      expect(again.status).toBe(201)
      expect(await livePayments(order.id)).toEqual([again.body.payment.id])
      expect(await begin(step)).toMatchObject({ status: 201, body: cut_short.body })
      await authenticate(pageOf(again.body.payment))
      await expectPaidOnce(order)
    }
  )

  it("after it has settled pays the order once [APP-04]", async () => {
    await expectPaidOnce(settled.order)
  })

  it("while Medusa records the payment pays the order once [APP-04]", async () => {
    await expectPaidOnce(written.order)
  })

  it.each(UNUSABLE_PAYMENT_STEPS)(
    "at %s of refunding a payment the merchant no longer needs refunds it once [APP-04]",
    async (step) => {
      const { order, payment_id } = refundedOrders[step]
      await callsRunOut(payment_id)
      expect(await netAmountOf(order)).toBe(0)
      await nothingLeftOf(payment_id)
      const { summary, metadata } = await orderNumber(order.display_id)
      expect(summary).toMatchObject({ paid_total: 23.8, refunded_total: 0, pending_difference: 0 })
      expect(metadata.gw_review).toBe("Refunded: the outstanding amount of the order has changed")
    }
  )

  async function begun(): Promise<Begun> {
    const order = await writtenOrder(ana)
    const { payment } = (await app.pay(order.id)).body
    return { order, payment_id: payment.id, page: pageOf(payment) }
  }

  async function expectPaidOnce(order: StaffOrder): Promise<void> {
    const paid = await paidOrder(order.display_id)
    expect(await netAmountOf(order)).toBe(2380)
    await nothingLeftOf(...(await paymentsOf(order)))
    expect([paid.status, capturesOf(paid), timesPlaced(paid)]).toEqual(["pending", [23.8], 1])
    expect(paid.summary).toMatchObject({ paid_total: 23.8, pending_difference: 0 })
    expect((await app.pay(order.id)).status).toBe(409)
  }
})

/** The steps at which the bank already has a page, which must not be payable. */
const OPENED: readonly string[] = ["bank_answered", "payment_opened"]

const pageOf = ({ redirect_url }: AppPayment) => String(redirect_url)

async function paymentsOf({ id }: StaffOrder): Promise<string[]> {
  const rows = await sql<{ id: string }>("select id from gw_payment where order_id = $1", [id])
  return rows.map((payment) => payment.id)
}

/** Ends the leases that the dead store held on its requests and orders. */
async function claimsRunOut(beginning: readonly Beginning[]): Promise<void> {
  const keys = beginning.map(({ headers }) => headers["idempotency-key"])
  await sql("update gw_idempotency set leased_until = now() where answer is null and key = any($1)", [keys])
  const leased = beginning.flatMap(({ order }) => [order.id, `payments of ${order.id}`])
  await sql("update gw_cart_lock set leased_until = now() where cart_id = any($1)", [leased])
}

/** The same for the dead store's bank calls, which start when the payment's pending effects are processed again. */
function callsRunOut(payment_id: string): Promise<unknown> {
  const old = `update gw_bank_operation set updated_at = now() - interval '20 seconds'
    where status = 'requested' and payment_id = $1`
  return eventually(async () => {
    await sql(old, [payment_id])
    const [unfinished] = await sql(
      "select 1 from gw_effect where effect = 'captured' and done_at is null and payment_id = $1",
      [payment_id]
    )
    return unfinished ? undefined : true
  })
}
