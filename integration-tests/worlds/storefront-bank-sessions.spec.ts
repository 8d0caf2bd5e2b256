import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import type { Adopted } from "../support/hand-off"
import { runJob } from "../support/jobs"
import { adminPost } from "../support/merchant"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { closeUcpShop } from "../support/shop"
import { authenticate } from "../support/shopper"
import type { Storefront } from "../support/storefront"
import { type BankShopper, bankStorefront, openBankStorefront } from "../support/storefront-bank"
import { closeReview, paymentOf, refundsAtStripe } from "../support/storefront-orders"
import { STRIPE, stripe } from "../support/stripe"
import { AUTOMATIC, type Paying, type StripeShopper } from "../support/stripe-shopper"
import { lockTable, refuseUpdates } from "../support/table-lock"

inOwnWorld(bankStorefront())

let customer: BankShopper
let shopper: StripeShopper
let shop: Storefront

beforeAll(async () => {
  customer = await openBankStorefront("Quadrant")
  ;({ shopper, shop } = customer)
})
afterAll(closeUcpShop)
afterEach(() => stripe.reset())

/** A payment that a customer can make at Stripe, whose events do not arrive. */
async function atStripe(options: object = AUTOMATIC): Promise<Omit<Paying, "id">> {
  await stripe.deliver("lost")
  const { id: cart_id } = await shop.fillCart()
  const { data } = await shop.startPayment(cart_id, options, STRIPE)
  return { cart_id, intent: data.id, secret: data.client_secret }
}

/** A provider that no route names. */
const UNNAMED = "pp_stripe-ideal_stripe"

/**
 * Adds the payment at Stripe to the payment collection of a cart, as a second tab does at the same time. Medusa completes
 * the cart with the bank's session, because it takes the other one for failed.
 */
async function addTo({ cart_id }: Adopted, { intent }: Pick<Paying, "intent">, provider_id = STRIPE) {
  await sql(
    `insert into payment_session (id, currency_code, amount, raw_amount, provider_id, data, payment_collection_id, status)
     select 'payses_' || $2, s.currency_code, s.amount, s.raw_amount, $3, jsonb_build_object('id', $2::text),
            s.payment_collection_id, 'error'
       from payment_session s join cart_payment_collection c on c.payment_collection_id = s.payment_collection_id
      where c.cart_id = $1 and s.deleted_at is null limit 1`,
    [cart_id, intent, provider_id]
  )
}

const isAdded = async ({ intent }: Pick<Paying, "intent">) =>
  (await sql("select 1 from payment_session where id = 'payses_' || $1 and deleted_at is null", [intent]))
    .length > 0

/** A session that the storefront opens with Medusa's own API when the order is paid. */
async function openedLater() {
  const checkout = await customer.atBank()
  await authenticate(checkout.redirect_url)
  await customer.expectAgentsOwn(checkout)
  await performEffects(checkout.payment_id)
  const { data } = await shop.startPayment(checkout.cart_id, AUTOMATIC, STRIPE)
  return { checkout, later: { cart_id: checkout.cart_id, intent: data.id, secret: data.client_secret } }
}

/** Stripe fails, also when its client repeats the call. */
const failAtStripe = (call: string) => stripe.fail({ kind: "error", call, times: 100 })

/** Makes the order of a checkout, or its payment sessions, an hour older. */
async function older(table: '"order"' | "payment_session", { cart_id }: Adopted): Promise<void> {
  const of = {
    '"order"': "id in (select order_id from order_cart where cart_id = $1)",
    payment_session: `payment_collection_id in (
      select payment_collection_id from cart_payment_collection where cart_id = $1)`,
  }
  const created = "created_at = created_at - interval '61 minutes'"
  await sql(`update ${table} set ${created} where ${of[table]}`, [cart_id])
}

/** Whether Medusa has recorded a payment of the intent. */
const isRecorded = async ({ intent }: Pick<Paying, "intent">) =>
  (await sql("select 1 from payment where data ->> 'id' = $1 and captured_at is not null", [intent])).length >
  0

const statusOf = async ({ intent }: Pick<Paying, "intent">) => (await stripe.intent(intent)).status

/** The payment of the order, when its settlement is over. */
async function settled(checkout: Adopted & { readonly payment_id: string }, other: Omit<Paying, "id">) {
  await customer.expectAgentsOwn(checkout)
  await performEffects(checkout.payment_id)
  return paymentOf({ ...other, ...checkout, order: await shopper.placed(checkout) })
}

/** The payment of the order, when the background has opened a review. */
const reviewed = (checkout: Adopted & { readonly payment_id: string }, other: Omit<Paying, "id">) =>
  eventually(async () => {
    const payment = await settled(checkout, other)
    return payment.review_reason ? payment : undefined
  })

/** Resolves when the background has closed a session. */
const closed = (other: Omit<Paying, "id">) =>
  eventually(async () =>
    (await statusOf(other)) === "canceled" && !(await isAdded(other)) ? true : undefined
  )

describe("an order that its customer has paid at the plugin's bank, and whose cart has another payment session", () => {
  pauseSchedule("follow-storefront-payments")

  it("closes the session at its provider when it is recorded [ROUTE-29]", async () => {
    const [checkout, other] = [await customer.atBank(), await atStripe()]
    await addTo(checkout, other)
    await authenticate(checkout.redirect_url)
    await closed(other)
    expect([(await settled(checkout, other)).review_reason, await statusOf(other)]).toEqual([
      null,
      "canceled",
    ])
  })

  it("is announced without waiting for the other session, which one server at a time closes [ROUTE-29]", async () => {
    const [checkout, other] = [await customer.atBank(), await atStripe()]
    await addTo(checkout, other)
    const lock = `payment session payses_${other.intent}`
    await sql(
      `insert into gw_cart_lock (cart_id, holder, leased_until)
       values ($1, 'another server', now() + interval '1 minute')`,
      [lock]
    )
    await authenticate(checkout.redirect_url)
    await settled(checkout, other)
    expect([await statusOf(other), await isAdded(other)]).toEqual(["requires_payment_method", true])
    await sql("delete from gw_cart_lock where cart_id = $1", [lock])
    await closed(other)
    expect((await settled(checkout, other)).review_reason).toBeNull()
  })

  it.each([
    ["paid", AUTOMATIC, "succeeded"],
    ["authorized", {}, "requires_capture"],
  ])(
    "needs a review, once, when the other session is %s and its webhook is lost [ROUTE-29]",
    async (_, options, status) => {
      const [checkout, other] = [await customer.atBank(), await atStripe(options)]
      await addTo(checkout, other)
      await stripe.confirm(other.secret)
      await authenticate(checkout.redirect_url)
      const { review_reason, amount, captured_amount } = await reviewed(checkout, other)
      expect(captured_amount).toBe(amount)
      expect(review_reason).toContain(
        "Its customer has made a second payment, which is not recorded in Medusa"
      )
      await runJob("follow-storefront-payments")
      expect((await settled(checkout, other)).review_reason).toBe(review_reason)
      expect([await statusOf(other), await refundsAtStripe({ ...other, id: "" })]).toEqual([status, []])
    }
  )

  it("closes an authorized session at a provider that no route names, and needs a review when it is paid [ROUTE-29]", async () => {
    const made = async (options: object) => {
      const [checkout, other] = [await customer.atBank(), await atStripe(options)]
      await addTo(checkout, other, UNNAMED)
      await stripe.confirm(other.secret)
      await authenticate(checkout.redirect_url)
      return [checkout, other] as const
    }
    const [authorized, paid] = [await made({}), await made(AUTOMATIC)]
    await closed(authorized[1])
    expect((await settled(...authorized)).review_reason).toBeNull()
    expect((await reviewed(...paid)).review_reason).toContain("Its customer has made a second payment")
    expect(await statusOf(paid[1])).toBe("succeeded")
  })

  it("needs a review when the other session's provider does not cancel it [ROUTE-29]", async () => {
    const [checkout, other] = [await customer.atBank(), await atStripe()]
    await addTo(checkout, other)
    await failAtStripe(`POST /v1/payment_intents/${other.intent}/cancel`)
    await authenticate(checkout.redirect_url)
    expect((await reviewed(checkout, other)).review_reason).toContain("could not be canceled")
    expect([await statusOf(other), await isAdded(other)]).toEqual(["requires_payment_method", true])
  })

  it("needs no review when the other session is deleted while it is closed [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    const sessions = await lockTable("payment_session")
    const run = runJob("follow-storefront-payments")
    await sessions.stopped()
    const carts = await lockTable("cart_payment_collection", "access exclusive")
    await sessions.abort()
    await sql("update payment_session set deleted_at = now() where data ->> 'id' = $1", [later.intent])
    await carts.release()
    await run
    expect([(await settled(checkout, later)).review_reason, await statusOf(later)]).toEqual([
      null,
      "canceled",
    ])
  })

  it("needs a review when the other session's provider does not report its status for an hour [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await failAtStripe(`GET /v1/payment_intents/${later.intent}`)
    await runJob("follow-storefront-payments")
    await older('"order"', checkout)
    await runJob("follow-storefront-payments")
    expect((await settled(checkout, later)).review_reason).toBeNull()
    await older("payment_session", checkout)
    await runJob("follow-storefront-payments")
    expect((await settled(checkout, later)).review_reason).toContain("could not be canceled")
    expect(await statusOf(later)).toBe("requires_payment_method")
  })

  it("closes a session whose payment Stripe has not created, and needs no review [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await sql("update payment_session set data = '{}' where data ->> 'id' = $1", [later.intent])
    await older('"order"', checkout)
    await older("payment_session", checkout)
    await runJob("follow-storefront-payments")
    const open = `select 1 from payment_session s join cart_payment_collection c using (payment_collection_id)
      where c.cart_id = $1 and s.provider_id = $2 and s.deleted_at is null`
    expect([
      (await settled(checkout, later)).review_reason,
      await sql(open, [checkout.cart_id, STRIPE]),
    ]).toEqual([null, []])
  })

  it("closes the session when its provider reports the status later [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await failAtStripe(`GET /v1/payment_intents/${later.intent}`)
    await runJob("follow-storefront-payments")
    expect(await statusOf(later)).toBe("requires_payment_method")
    await stripe.reset()
    await runJob("follow-storefront-payments")
    expect([await statusOf(later), (await settled(checkout, later)).review_reason]).toEqual([
      "canceled",
      null,
    ])
  })

  it("needs another review when a session is paid whose review was closed [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await failAtStripe(`POST /v1/payment_intents/${later.intent}/cancel`)
    await runJob("follow-storefront-payments")
    const open = await settled(checkout, later)
    expect(open.review_reason).toContain("could not be canceled")
    expect((await closeReview(open)).status).toBe(200)
    await stripe.reset()
    await stripe.confirm(later.secret)
    await eventually(async () => ((await isRecorded(later)) ? true : undefined))
    await runJob("follow-storefront-payments")
    const paid = await settled(checkout, later)
    expect(paid.review_reason).toContain("A second payment of the order is recorded")
    expect((await closeReview(paid)).status).toBe(200)
    await runJob("follow-storefront-payments")
    expect((await settled(checkout, later)).review_reason).toBeNull()
  })

  it("is followed by a job, which closes a session that was opened later [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await runJob("follow-storefront-payments")
    expect(await statusOf(later)).toBe("canceled")
    expect((await settled(checkout, later)).review_reason).toBeNull()
  })

  it("needs a review when a session is paid that was opened after the order [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await stripe.confirm(later.secret)
    await eventually(async () => ((await isRecorded(later)) ? true : undefined))
    await runJob("follow-storefront-payments")
    expect((await settled(checkout, later)).review_reason).toContain(
      "A second payment of the order is recorded"
    )
    expect(await statusOf(later)).toBe("succeeded")
  })

  it("has its review on the order also when that fails at first [ROUTE-29]", async () => {
    const { checkout, later } = await openedLater()
    await stripe.confirm(later.secret)
    await eventually(async () => ((await isRecorded(later)) ? true : undefined))
    const { id } = await shopper.placed(checkout)
    const noted = async () => {
      const [row] = await sql<{ note: string | null }>(
        `select metadata ->> 'gw_review' as note from "order" where id = $1`,
        [id]
      )
      return [row?.note ?? null, (await settled(checkout, later)).review_reason]
    }
    const allow = await refuseUpdates(
      "order",
      `new.id = '${id}' and new.metadata ->> 'gw_review' is not null`
    )
    await runJob("follow-storefront-payments")
    expect(await allow()).toBe(1)
    expect(await noted()).toEqual([null, null])
    await runJob("follow-storefront-payments")
    const reason = expect.stringContaining("A second payment of the order is recorded") as string
    expect(await noted()).toEqual([reason, reason])
  })

  it("needs no review when the second payment is refunded in full, but when a part is left or not captured [ROUTE-29]", async () => {
    const [whole, part, rest] = [await openedLater(), await openedLater(), await openedLater()]
    for (const [{ later }, body] of [
      [whole, {}] as const,
      [part, { amount: 1 }] as const,
      [rest, {}] as const,
    ]) {
      await stripe.confirm(later.secret)
      await eventually(async () => ((await isRecorded(later)) ? true : undefined))
      const [payment] = await sql<{ id: string }>("select id from payment where data ->> 'id' = $1", [
        later.intent,
      ])
      expect((await adminPost(`/admin/payments/${payment?.id}/refund`, body)).status).toBe(200)
    }
    // As if only a part was captured: Medusa marks a payment when it is captured in full.
    await sql("update payment set captured_at = null where data ->> 'id' = $1", [rest.later.intent])
    await runJob("follow-storefront-payments")
    // Each refund has reduced what the order costs.
    const reviewOf = async ({ checkout, later }: typeof whole) =>
      (await paymentOf({ ...later, ...checkout, order: await shopper.placed(checkout) })).review_reason
    expect(await reviewOf(whole)).toBeNull()
    expect(await reviewOf(part)).toContain("is recorded")
    expect(await reviewOf(rest)).toContain("is recorded")
  })

  it("is refunded at the bank what its customer pays with a second session there [ROUTE-29]", async () => {
    const checkout = await customer.atBank()
    await authenticate(checkout.redirect_url)
    await customer.expectAgentsOwn(checkout)
    await performEffects(checkout.payment_id)
    const { data } = await shop.startPayment(checkout.cart_id)
    expect(data.payment_id).not.toBe(checkout.payment_id)
    await authenticate(data.redirect_url)
    await eventually(async () => {
      const { captured, refunded } = (await ledgerOf(data.payment_id)).amounts
      return captured > 0 && refunded === captured ? true : undefined
    })
    expect((await ledgerOf(checkout.payment_id)).amounts.refunded).toBe(0)
    expect(await shopper.ordersOf(checkout)).toHaveLength(1)
  })

  it("keeps a session with which its customer pays what an edit has made outstanding [ROUTE-29]", async () => {
    const [checkout, other] = [await customer.atBank(), await atStripe()]
    await authenticate(checkout.redirect_url)
    const order = await shopper.placed(checkout)
    await sql(
      `insert into order_payment_collection (id, order_id, payment_collection_id)
       select 'ordpay_' || $2, $1, payment_collection_id from payment_session where data ->> 'id' = $2`,
      [order.id, other.intent]
    )
    await runJob("follow-storefront-payments")
    expect(await statusOf(other)).toBe("requires_payment_method")
  })

  it("is not touched when no agent has filled the cart [ROUTE-29]", async () => {
    const [{ id: cart_id }, other] = [await shop.fillCart(), await atStripe()]
    const { data } = await shop.startPayment(cart_id)
    await addTo({ id: "", cart_id }, other)
    await authenticate(data.redirect_url)
    await eventually(async () => (await shopper.ordersOf({ id: "", cart_id })).length || undefined)
    await performEffects(data.payment_id)
    await runJob("follow-storefront-payments")
    expect([await statusOf(other), await isAdded(other)]).toEqual(["requires_payment_method", true])
  })
})
