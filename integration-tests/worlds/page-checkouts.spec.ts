import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { PAGE_STEPS, type Step } from "../../src/lib/failpoints"
import { AcpAgent } from "../support/acp"
import { eventually } from "../support/agent"
import { type Buyer, CARD, type Checkout, amountOf } from "../support/buyer"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { eventuallyRunning, pauseJob, runJob } from "../support/jobs"
import { capturesOf, type Order, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { strayReservations } from "../support/ordered-once"
import { inOwnWorld } from "../support/own-world"
import { openPage, payOn, STRIPE_PAGE } from "../support/page-shopper"
import { attemptsOf, ordersOf } from "../support/purchases"
import { closeUcpShop, openUcpShop } from "../support/shop"
import { stripe, stripeKeys } from "../support/stripe"
import { googlePay, sharedToken } from "../support/wallet"
import { world } from "../support/world"

const running = inOwnWorld({ ...STRIPE_PAGE, ...stripeKeys() })
const crash = new CrashingWorld(running)

let buyer: Buyer
let item: string
let resume: () => Promise<void>

beforeAll(async () => {
  ;({ item, buyer } = await openUcpShop("Sextant"))
  await switchSurfaces({ acp_enabled: true })
  resume = await pauseJob("check-page-payments")
})
afterAll(async () => {
  await resume()
  await switchSurfaces({ acp_enabled: false })
  await closeUcpShop()
})
afterEach(() => stripe.reset())

type Named = Pick<Checkout, "id">

const attemptOf = async ({ id }: Named) => {
  const attempt = (await attemptsOf(id)).at(-1)
  if (!attempt) throw new Error(`no payment of ${id}`)
  return attempt
}

/** Runs the job with the newest payment of a checkout due, as after the waiting time. */
async function check(checkout: Named, base_url?: string): Promise<void> {
  const { id } = await attemptOf(checkout)
  await sql("update gw_payment set next_check_at = now() where id = $1", [id])
  await runJob("check-page-payments", base_url)
}

/**
 * Expects that a checkout is completed by one order, which is paid by one capture of exactly its total, announced once and
 * has its stock, with no other open payment at Stripe; other attempts have only canceled orders.
 */
async function expectBought(checkout: Named, units = 1): Promise<Order> {
  const completed = await buyer.becomes(checkout.id, "completed")
  const number = Number(completed.order?.id.split("_").at(-1))
  const orders = await ordersOf(checkout.id)
  const open = orders.filter(({ status }) => status !== "canceled")
  expect(open).toEqual([{ display_id: expect.any(Number), status: "pending", reserved: units }])
  expect(orders.filter(({ status }) => status === "canceled").every(({ reserved }) => !reserved)).toBe(true)
  const { id, amount, shop_order_id } = await attemptOf(checkout)
  expect([shop_order_id, number]).toEqual([open[0]?.display_id, open[0]?.display_id])
  const order = await eventuallyRunning("compare-books", async () => {
    await sql("update gw_book_check set next_at = now() where payment_id = $1", [id])
    const now = await orderNumber(Number(shop_order_id))
    return now.summary.paid_total === now.total && now.summary.pending_difference === 0 ? now : undefined
  })
  expect([order.payment_status, capturesOf(order), timesPlaced(order)]).toEqual([
    "captured",
    [order.total],
    1,
  ])
  expect([amount, amountOf(completed, "total")]).toEqual([Math.round(order.total * 100), amount])
  expect((await sessionsOf(order.id)).map(({ provider_id }) => provider_id)).toEqual(["pp_stripe_stripe"])
  return order
}

/**
 * Expects that the newest attempt ends without a payment: its order is canceled, its stock is free, and Stripe's payment is
 * canceled. A cancellation by staff is also noticed by Medusa's event, so the job may leave it to that.
 */
async function expectEnded(checkout: Named, intent?: string): Promise<void> {
  await eventually(async () => {
    const order = (await ordersOf(checkout.id)).at(-1)
    const isFree = order?.status === "canceled" && !order.reserved && !(await strayReservations()).length
    return isFree || undefined
  })
  if (!intent) return
  await eventually(async () => (await stripe.intent(intent)).status === "canceled" || undefined)
}

/** Medusa's payment sessions of an order. */
const sessionsOf = (order_id: string) =>
  sql<{ provider_id: string }>(
    `select s.provider_id from payment_session s
       join order_payment_collection l on l.payment_collection_id = s.payment_collection_id
      where l.order_id = $1 and l.deleted_at is null and s.deleted_at is null`,
    [order_id]
  )

/** Stripe's sessions of the order of a checkout, with the payments that Stripe has reported. */
const stripeSessionsOf = ({ id }: Named) =>
  sql<{ intent: string | null }>(
    `select s.data->>'id' as intent from gw_payment p
       join order_payment_collection l on l.order_id = p.order_id and l.deleted_at is null
       join payment_session s on s.payment_collection_id = l.payment_collection_id and s.deleted_at is null
      where p.description = $1 and s.provider_id = 'pp_stripe_stripe'`,
    [`Checkout ${id}`]
  )

describe("a checkout whose customer pays on the store's page through Stripe", () => {
  it("has an order that is not announced, its stock, and the link of the page [ROUTE-23]", async () => {
    const checkout = await buyer.escalated([[item, 2]])
    const attempt = await attemptOf(checkout)
    expect(checkout.continue_url).toBe(`${world().base_url}/gw-bank/v1/pay/${attempt.id}`)
    expect(await ordersOf(checkout.id)).toEqual([
      { display_id: attempt.shop_order_id, status: "pending", reserved: 2 },
    ])
    const order = await orderNumber(Number(attempt.shop_order_id))
    expect([order.payment_status, timesPlaced(order)]).toEqual(["awaiting", 0])
    const page = await openPage(checkout)
    expect(page.html).toContain(`<dd>${attempt.shop_order_id}</dd>`)
    expect(page.html).not.toContain(checkout.id)
    const total = amountOf(checkout, "total")
    expect(await stripe.intent(page.intent)).toMatchObject({ amount: total, capture_method: "automatic" })
    expect(await sessionsOf(order.id)).toEqual([{ provider_id: "pp_stripe_stripe" }])
    await fetch((await payOn(checkout)).back)
    await expectBought(checkout, 2)
  })

  it("is announced to UCP and ACP as a card that the buyer enters on a page [ROUTE-23, ROUTE-35, ROUTE-36]", async () => {
    const profile = (await (await fetch(`${world().base_url}/.well-known/ucp`)).json()) as {
      ucp: { payment_handlers: Record<string, [{ id: string; config: object }]> }
    }
    expect(Object.values(profile.ucp.payment_handlers)).toEqual([
      [
        expect.objectContaining({
          id: CARD.handler_id,
          config: { flow: "redirect", saves_cards: false, charges_cards: true },
        }),
      ],
    ])
    const agent = await AcpAgent.of()
    const session = await agent.escalated([[item, 1]])
    expect(session.capabilities.payment.handlers).toMatchObject([
      { id: "gw_redirect", psp: "pp_stripe_stripe", config: { psp: "pp_stripe_stripe" } },
    ])
    await payOn(session)
    expect((await agent.becomes(session.id, "completed")).order?.id).toBeTruthy()
  })

  it("takes no Google Pay and no shared payment token that is not switched on [ROUTE-35, ROUTE-36]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const body = { payment: { instruments: [googlePay("tok_visa")] } }
    const refused = await buyer.send(`${buyer.checkouts}/${checkout.id}/complete`, { body })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { data: { issues: [{ path: "payment.instruments.0.handler_id" }] } },
    ])
    const agent = await AcpAgent.of()
    const session = await agent.ready([[item, 1]])
    const { status, body: error } = await agent.complete(session.id, sharedToken("spt_1"))
    expect([status, error.param]).toEqual([400, "$.payment_data.handler_id"])
    expect([await ordersOf(checkout.id), await ordersOf(session.id)]).toEqual([[], []])
  })

  it("is bought once when webhooks are repeated, with returns and jobs on two servers [ROUTE-23]", async () => {
    const second = await running().startSecondStore()
    await stripe.deliver("twice")
    const checkouts = await Promise.all([1, 2, 3].map((units) => buyer.escalated([[item, units]])))
    await Promise.all(
      checkouts.map(async (checkout) => {
        const { back } = await payOn(checkout)
        const there = back.replace(world().base_url, second)
        await Promise.all([fetch(back), fetch(there), check(checkout), check(checkout, second)])
      })
    )
    for (const [index, checkout] of checkouts.entries()) await expectBought(checkout, index + 1)
  })

  it("ends when it may no longer hold its stock, but not if it is paid by then [ROUTE-23, HLD-11]", async () => {
    await stripe.deliver("lost")
    const [open, paid] = [await buyer.escalated([[item, 1]]), await buyer.escalated([[item, 1]])]
    const { intent } = await openPage(open)
    await payOn(paid)
    for (const { id } of [await attemptOf(open), await attemptOf(paid)])
      await sql("update gw_unpaid_hold set held_until = now() where payment_id = $1", [id])
    await Promise.all([runJob("release-unpaid-stock"), runJob("release-unpaid-stock")])
    await expectEnded(open, intent)
    await buyer.becomes(open.id, "ready_for_complete")
    await expectBought(paid)
  })

  it("is canceled by its agent at Stripe first, but not if it is paid by then [ROUTE-23]", async () => {
    await stripe.deliver("lost")
    const [open, paid] = [await buyer.escalated([[item, 1]]), await buyer.escalated([[item, 1]])]
    const { intent } = await openPage(open)
    await payOn(paid)
    expect((await buyer.checkout(buyer.cancel(open.id))).status).toBe("canceled")
    await expectEnded(open, intent)
    expect((await buyer.cancel(paid.id)).status).toBe(409)
    await expectBought(paid)
  })

  it("stays open while Stripe does not confirm the cancellation [ROUTE-23]", async () => {
    const checkout = await buyer.escalated([[item, 1]])
    const { intent } = await openPage(checkout)
    await stripe.fail({ kind: "error", call: `POST /v1/payment_intents/${intent}/cancel`, times: 10 })
    expect((await buyer.cancel(checkout.id)).status).toBe(503)
    expect((await buyer.read(checkout.id)).status).toBe("requires_escalation")
    await stripe.reset()
    expect((await buyer.checkout(buyer.cancel(checkout.id))).status).toBe("canceled")
    await expectEnded(checkout, intent)
  })

  it("takes no payment of the plugin's provider, which a visitor can name [ROUTE-24]", async () => {
    const checkout = await buyer.escalated([[item, 1]])
    const { id } = await orderNumber(Number((await attemptOf(checkout)).shop_order_id))
    const [collection] = await sql<{ id: string }>(
      "select payment_collection_id as id from order_payment_collection where order_id = $1",
      [id]
    )
    const refused = await fetch(
      `${world().base_url}/store/payment-collections/${collection?.id}/payment-sessions`,
      {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-publishable-api-key": world().shop.publishable_key,
        },
        body: JSON.stringify({ provider_id: "pp_gateway_bank" }),
      }
    )
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain("The store has no bank")
    expect(await attemptsOf(checkout.id)).toHaveLength(1)
    expect(await sql("select id from gw_payment where order_id = $1", [id])).toHaveLength(1)
  })

  it("shows the agent that Stripe opens no payment, and leaves nothing [ROUTE-24]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    await stripe.fail({ kind: "error", call: "POST /v1/payment_intents", times: 10 })
    const { status, body } = await buyer.complete(checkout.id)
    expect([status, body]).toMatchObject([402, { messages: [{ code: "payment_failed" }] }])
    await expectEnded(checkout)
    expect((await attemptsOf(checkout.id)).map((attempt) => attempt.status)).toEqual(["declined"])
    await stripe.reset()
    const again = await buyer.checkout(buyer.complete(checkout.id))
    await payOn(again)
    await expectBought(checkout)
  })

  it("is refused before anything is placed if Medusa does not have the plugin's provider [ROUTE-24]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const enable = (is_enabled: boolean) =>
      sql("update payment_provider set is_enabled = $1 where id = 'pp_gateway_bank'", [is_enabled])
    await enable(false)
    const refused = await buyer.complete(checkout.id).finally(() => enable(true))
    expect([refused.status, refused.body]).toMatchObject([
      422,
      { messages: [{ code: "no_payment_route", content: expect.stringContaining("pp_gateway_bank") }] },
    ])
    expect(await ordersOf(checkout.id)).toEqual([])
  })

  it("is opened by the job, once, after the store was killed in between [ROUTE-24]", async () => {
    const steps: readonly Step[] = ["order_placed", ...PAGE_STEPS]
    const checkouts: Named[] = []
    for (const step of steps) {
      const checkout = await buyer.ready([[item, 1]])
      checkouts.push(checkout)
      await crash.freezeAt(step, () => buyer.complete(checkout.id, { "idempotency-key": `complete-${step}` }))
    }
    // The restarted store runs the job until it is paused again.
    await sql(
      "update gw_payment set next_check_at = now() + interval '1 hour' where next_check_at is not null"
    )
    await crash.kill()
    await resume()
    resume = await pauseJob("check-page-payments")
    for (const [index, checkout] of checkouts.entries()) {
      const repeat = { "idempotency-key": `complete-${steps[index]}` }
      expect((await buyer.checkout(buyer.complete(checkout.id, repeat))).status).toBe("complete_in_progress")
      await Promise.all([check(checkout), check(checkout)])
      const open = await buyer.becomes(checkout.id, "requires_escalation")
      const { intent } = await payOn(open)
      await expectBought(checkout)
      expect((await stripe.intent(intent)).status).toBe("succeeded")
    }
  })

  it("is opened by the job after the store was killed before Stripe answered [ROUTE-24]", async () => {
    const checkout = await buyer.ready([[item, 1]])
    const late = { call: "POST /v1/payment_intents", times: 1, delay_ms: 20_000 } as const
    await stripe.fail({ kind: "late_answer", ...late })
    const repeat = { "idempotency-key": "complete-unanswered" }
    const interrupted = buyer.complete(checkout.id, repeat).catch(() => undefined)
    await eventually(async () => (await stripeSessionsOf(checkout)).length || undefined)
    await running().killStore()
    await interrupted
    await sql(
      "update gw_payment set next_check_at = now() + interval '1 hour' where next_check_at is not null"
    )
    await running().startStore()
    await resume()
    resume = await pauseJob("check-page-payments")
    expect(await stripeSessionsOf(checkout)).toEqual([{ intent: null }])
    expect((await buyer.checkout(buyer.complete(checkout.id, repeat))).status).toBe("complete_in_progress")
    await check(checkout)
    await payOn(await buyer.becomes(checkout.id, "requires_escalation"))
    await expectBought(checkout)
  })
})
