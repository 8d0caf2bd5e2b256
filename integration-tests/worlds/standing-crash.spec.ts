import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { GIVING_BACK_STEPS, STANDING_STEPS } from "../../src/failpoints"
import { eventually } from "../support/agent"
import { App, type AppPayment } from "../support/app"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { holdTable } from "../support/held-table"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { nothingLeft } from "../support/ordered-once"
import { type NewCustomer, newCustomer } from "../support/privacy"
import { prove } from "../support/shopper"
import {
  keptOf,
  livePayments,
  markPaid,
  paidOrder,
  type StaffOrder,
  writtenOrder,
} from "../support/written-orders"

/** The power goes while a customer pays an order that stands: it is paid once, and nobody waits for ever. */
describe("a store that stops while an order that stands is paid", () => {
  let crashing: CrashingWorld
  let ana: NewCustomer
  let app: App

  beforeAll(async () => {
    crashing = await CrashingWorld.start()
    await switchSurfaces({ app_enabled: true })
    ana = await newCustomer()
    app = await App.of(ana)
  })

  afterAll(() => crashing?.stop())

  it.each(STANDING_STEPS)(
    "at %s of beginning its payment lets him pay it by another one at once [APP-04]",
    async (step) => {
      const order = await writtenOrder(ana)
      const headers = { "idempotency-key": randomUUID() }
      await crashing.crashAt(step, () => app.pay(order.id, { headers }).catch(() => undefined))
      await claimsRunOut()
      const cut_short = await app.pay(order.id, { headers })
      expect(cut_short).toMatchObject({
        status: 201,
        body: { payment: { status: OPENED.includes(step) ? "canceled" : "declined", redirect_url: null } },
      })
      const again = await app.pay(order.id)
      expect(again.status).toBe(201)
      expect(await livePayments(order.id)).toEqual([again.body.payment.id])
      expect(await app.pay(order.id, { headers })).toMatchObject({ status: 201, body: cut_short.body })
      await prove(pageOf(again.body.payment))
      await expectPaidOnce(order)
    }
  )

  it("when it has just settled it has it paid once [APP-04]", async () => {
    const { order, page } = await begun()
    await crashing.crashAt("order_settled", () => prove(page))
    await expectPaidOnce(order)
  })

  it("while Medusa writes down that it is paid has it paid once [APP-04]", async () => {
    const { order, page } = await begun()
    const held = await holdTable("order_transaction")
    await prove(page)
    await held.stopped()
    await crashing.running.killStore()
    await held.abort()
    await crashing.running.startStore()
    await expectPaidOnce(order)
  })

  it.each(GIVING_BACK_STEPS)(
    "at %s of giving back what the merchant was paid in another way gives it back once [APP-04]",
    async (step) => {
      const { order, page } = await begun()
      await markPaid(order.id)
      await crashing.crashAt(step, () => prove(page))
      await callsRunOut()
      expect(await keptOf(order)).toBe(0)
      await nothingLeft()
      const { summary, metadata } = await orderNumber(order.display_id)
      expect(summary).toMatchObject({ paid_total: 23.8, refunded_total: 0, pending_difference: 0 })
      expect(metadata.gw_review).toBe("Given back: its order owes something else by now")
    }
  )

  async function begun(): Promise<{ order: StaffOrder; page: string }> {
    const order = await writtenOrder(ana)
    return { order, page: pageOf((await app.pay(order.id)).body.payment) }
  }

  async function expectPaidOnce(order: StaffOrder): Promise<void> {
    const paid = await paidOrder(order.display_id)
    expect(await keptOf(order)).toBe(2380)
    await nothingLeft()
    expect([paid.status, capturesOf(paid), timesPlaced(paid)]).toEqual(["pending", [23.8], 1])
    expect(paid.summary).toMatchObject({ paid_total: 23.8, pending_difference: 0 })
    expect((await app.pay(order.id)).status).toBe(409)
  }
})

/** The steps at which the bank has a page for it, on which nobody is to pay. */
const OPENED: readonly string[] = ["bank_answered", "payment_opened"]

const pageOf = ({ redirect_url }: AppPayment) => String(redirect_url)

/** As when the seconds for which the store that died had its requests, and the order, to itself have passed. */
async function claimsRunOut(): Promise<void> {
  await sql("update gw_idempotency set leased_until = now() where answer is null")
  await sql("update gw_cart_lock set leased_until = now()")
}

/** The same for the calls it was making, which begin when what the payment owes is looked after again. */
function callsRunOut(): Promise<unknown> {
  const old =
    "update gw_bank_operation set updated_at = now() - interval '20 seconds' where status = 'requested'"
  return eventually(async () => {
    await sql(old)
    const [done] = await sql("select 1 from gw_effect where effect = 'captured' and done_at is null")
    return done ? undefined : true
  }, 60)
}
