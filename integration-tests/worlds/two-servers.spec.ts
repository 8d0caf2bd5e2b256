import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { alertAbout, bellEntriesOf } from "../support/alerts"
import { App } from "../support/app"
import { allow, decide, waitingOf } from "../support/approvals"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { ledgerOf } from "../support/bank-ledger"
import { reaches } from "../support/cart-orders"
import { sql } from "../support/database"
import { deliver, signIpn } from "../support/gwb"
import { lockTable } from "../support/table-lock"
import { alsoOffer, captureInAdmin, capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { expectOrderedOnce, nothingLeft } from "../support/ordered-once"
import { authenticate } from "../support/shopper"
import { inOwnWorld } from "../support/own-world"
import { type Cart, Storefront } from "../support/storefront"
import { type NewCustomer, newCustomer } from "../support/privacy"
import {
  doubled,
  netAmountOf,
  made,
  markPaid,
  paidOrder,
  type StaffOrder,
  writtenOrder,
} from "../support/written-orders"

/** GW_TEST_ROUNDS=50 makes a more thorough run. */
const ROUNDS = Number(process.env.GW_TEST_ROUNDS ?? 3)

describe("two servers on one database, without Redis", { timeout: 240_000 + ROUNDS * 20_000 }, () => {
  const running = inOwnWorld()
  let servers: string[]
  let shop: Storefront

  beforeAll(async () => {
    const { base_url } = running().world
    const second = await running().startSecondStore()
    servers = [base_url, second, base_url, second, base_url, second]
    shop = new Storefront()
    await switchSurfaces({ a2a_enabled: true, app_enabled: true })
    await sql(
      'update inventory_level set stocked_quantity = 10000, raw_stocked_quantity = \'{"value":"10000"}\''
    )
  })

  it("six simultaneous completions of one cart, besides the bank's notification, create one paid order [BANK-01, BANK-30, BANK-46]", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { cart, data } = await readyToPay()
      await authenticate(data.redirect_url)
      // From this moment on a completion returns the order. Before, it would answer that the request must be
      // retried.
      await reaches(data.payment_id, "captured")
      const completions = await completeEverywhere(cart)
      expect(new Set(completions.map(({ order }) => order?.id)).size).toBe(1)
      await expectOrderedOnce(cart, data.payment_id)
    }
  })

  it("a settlement that is delayed until others take over its work still creates one order [BANK-30, BANK-46]", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { cart, data } = await readyToPay()
      const links = await lockTable("order_cart")
      await authenticate(data.redirect_url)
      await links.stopped()
      await sql("update gw_effect set leased_until = now() where payment_id = $1 and done_at is null", [
        data.payment_id,
      ])
      const completions = completeEverywhere(cart)
      await eventually(async () => ((await attemptsOf(data.payment_id)) > 1 ? true : undefined))
      await links.contended()
      await links.release()
      expect(new Set((await completions).map(({ order }) => order?.id)).size).toBe(1)
      await expectOrderedOnce(cart, data.payment_id)
    }
  })

  it("simultaneous completions of a cart paid with another provider create one order [BANK-46]", async () => {
    await alsoOffer("pp_system_default")
    for (let round = 0; round < ROUNDS; round++) {
      const cart = await shop.fillCart()
      await shop.startPayment(cart.id, {}, "pp_system_default")
      const before = await orders()
      const links = await lockTable("order_cart")
      const completions = completeEverywhere(cart)
      await links.stopped()
      await links.contended()
      await links.release()
      const ids = (await completions).map(({ order }) => order?.id)
      expect(new Set(ids).size).toBe(1)
      expect(await orders()).toEqual([...before, { id: ids[0] }])
    }
  })

  const readyToPay = async () => {
    const cart = await shop.fillCart()
    return { cart, ...(await shop.startPayment(cart.id)) }
  }

  const completeEverywhere = ({ id }: Cart) =>
    Promise.all(servers.map((server) => new Storefront(server).complete(id)))

  it("six simultaneous notifications of one payment create one capture, announced once [BANK-03, BANK-47]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    for (let round = 0; round < ROUNDS; round++) {
      const task = await agent.createPayment()
      const snapshot = captured(await paymentAtBank(task.artifacts.sca_redirect_url))
      await Promise.all(
        servers.map((server) => {
          const raw = ipnBody(snapshot)
          return deliver(raw, signIpn(raw), {}, server)
        })
      )
      await agent.settled(task.task_id)
      await nothingLeft()
      const order = await orderNumber(task.artifacts.shop_order_id)
      expect(capturesOf(order)).toEqual([15])
      expect(order.summary).toMatchObject({ paid_total: 15, pending_difference: 0 })
      expect(timesPlaced(order)).toBe(1)
    }
  })

  it("both servers find payments that need review, and the merchant is notified of each once [ADM-16]", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push((await agent.createPayment()).artifacts.payment_id)
    await sql("update gw_payment set review_reason = 'needs manual review' where id = any($1)", [ids])
    const alerts = await Promise.all(ids.map((id) => alertAbout("payment_review", id)))
    const times = await Promise.all(alerts.map(async (alert) => (await bellEntriesOf(alert)).length))
    expect(times).toEqual(ids.map(() => 1))
    const [raised] = await sql<{ count: number }>(
      "select count(*)::int as count from gw_alert where kind = 'payment_review' and data ->> 'payment_id' = any($1)",
      [ids]
    )
    expect(raised?.count).toBe(ids.length)
  })

  it("20 simultaneous calls, alternating between the servers, start no more than the client's limit per day [ADM-14]", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
      await allow(agent.client_id, { max_per_day: 5000 })
      const params = { skill_id: "create_payment", input: { amount: 1000, currency: "EUR" } }
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, id) =>
          agent.post(JSON.stringify({ jsonrpc: "2.0", id, method: "tasks/send", params }), {
            base_url: servers[id % 2],
          })
        )
      )
      const refused = answers.filter(({ body }) => body.error?.data.code === "spending_limit")
      const begun = answers.filter(({ body }) => body.result?.state === "input-required")
      expect([begun.length, refused.length]).toEqual([5, 15])
      const spent = await sql<{ sum: number }>(
        "select sum(amount)::int as sum from gw_payment where client_id = $1",
        [agent.client_id]
      )
      expect(spent).toEqual([{ sum: 5000 }])
    }
  })

  describe("paying an existing order", () => {
    let ana: NewCustomer
    let app: App

    beforeAll(async () => {
      ana = await newCustomer()
      app = await App.of(ana)
    })

    it.each([
      ["with one key", () => randomUUID()],
      ["with a key each", () => undefined],
    ])("six times at once %s starts one payment and charges it once [APP-04]", async (_how, one) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [order, key] = [await writtenOrder(ana), one()]
        const answers = await Promise.all(servers.map((base_url) => pay(order, base_url, key)))
        expect(new Set(answers.map(({ body }) => body.payment.id)).size).toBe(1)
        const begun = answers.filter(({ status }) => status === 201)
        expect(begun).toHaveLength(key ? 6 : 1)
        const [page] = answers.map(({ body }) => String(body.payment.redirect_url))
        await Promise.all([authenticate(String(page)), ...servers.map((base_url) => pay(order, base_url))])
        expect(capturesOf(await paidOrder(order.display_id))).toEqual([23.8])
        expect(await netAmountOf(order)).toBe(2380)
      }
    })

    it.each([
      ["marks it as paid", ROUNDS, markPaid],
      ["changes it", ROUNDS, doubled],
      ["cancels it", ROUNDS / 3, (id: string, at?: string) => made(`/admin/orders/${id}/cancel`, {}, at)],
    ])(
      "while the merchant %s leaves the bank and the order with the same amounts [APP-04]",
      async (_what, rounds, act) => {
        for (let round = 0; round < rounds; round++) {
          const order = await writtenOrder(ana)
          const { payment } = (await pay(order)).body
          const proved = authenticate(String(payment.redirect_url)).catch(() => undefined)
          const [again] = await Promise.all([
            pay(order, servers[1]),
            act(order.id, servers[1]).catch(() => undefined),
            proved,
          ])
          // A payment started after the order had changed is not paid, if it is still open.
          const anew = again.body.payment
          if (anew && anew.id !== payment.id)
            await authenticate(String(anew.redirect_url), "decline").catch(() => undefined)
          expect([0, 2380]).toContain(await netAmountOf(order))
          const { status, summary } = await orderNumber(order.display_id)
          if (status === "canceled") expect(summary.paid_total - summary.refunded_total).toBe(0)
        }
      }
    )

    it("takes no money when the merchant adds a credit line while the payment is being recorded [APP-04]", async () => {
      const order = await writtenOrder(ana)
      const { payment } = (await pay(order)).body
      const records = await lockTable("payment")
      await authenticate(String(payment.redirect_url))
      await records.stopped()
      const gift = { amount: 23.8, reference: "gift", reference_id: "gift_1" }
      await made(`/admin/orders/${order.id}/credit-lines`, gift, servers[1])
      await records.release()
      await eventually(async () => (await ledgerOf(payment.id)).amounts.refunded === 2380 || undefined)
      expect(await netAmountOf(order)).toBe(0)
    })

    it("is recorded once when the merchant captures it in the admin meanwhile [APP-04]", async () => {
      const order = await writtenOrder(ana)
      const { payment } = (await pay(order)).body
      const bookings = await lockTable("order_transaction")
      await authenticate(String(payment.redirect_url))
      await bookings.stopped()
      const captured = captureInAdmin(await orderNumber(order.display_id))
      await bookings.contended()
      await bookings.release()
      await captured
      expect(capturesOf(await paidOrder(order.display_id))).toEqual([23.8])
      expect(await netAmountOf(order)).toBe(2380)
    })

    const pay = ({ id }: StaffOrder, base_url?: string, key: string = randomUUID()) =>
      app.pay(id, { headers: { "idempotency-key": key }, ...(base_url && { base_url }) })
  })

  it("simultaneous approvals on both servers create one payment", async () => {
    const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
    await allow(agent.client_id, { approval_above: 1 })
    for (let round = 0; round < ROUNDS; round++) {
      const { task_id } = await agent.createPayment()
      const { id } = await waitingOf(agent.client_id)
      const decisions = await Promise.all(servers.map((server) => decide(id, "approve", {}, server)))
      expect(decisions.filter(({ ok }) => ok)).toHaveLength(1)
      const [payment] = await eventually(async () => {
        const made = await sql<{ id: string }>(
          "select p.id from gw_payment p join gw_task t on t.waits_for = p.id where t.id = $1 and p.provisioned_at is not null",
          [task_id]
        )
        return made.length ? made : undefined
      })
      const orders = await sql(`select id from "order" where metadata ->> 'gw_payment_id' = $1`, [
        payment?.id,
      ])
      expect(orders).toHaveLength(1)
    }
  })
})

async function attemptsOf(payment_id: string): Promise<number> {
  const [effect] = await sql<{ attempts: number }>(
    "select attempts from gw_effect where payment_id = $1 and effect = 'captured'",
    [payment_id]
  )
  return effect?.attempts ?? 0
}

const orders = () => sql<{ id: string }>(`select id from "order" order by created_at`)
