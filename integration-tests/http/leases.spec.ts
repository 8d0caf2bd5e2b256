import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { afterEach, beforeAll, describe, expect, it } from "vitest"
import { newId } from "../../src/domain/secrets"
import { closeHeartbeats, heartbeat } from "../../src/lib/heartbeat"
import { Placements } from "../../src/modules/bank/placements"
import { Deliveries } from "../../src/modules/webhook/deliveries"
import { Agent, eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { clearFaults, fault, performEffects } from "../support/bank-ledger"
import { sql } from "../support/database"
import { notify } from "../support/gwb"
import { resolveUncertainCalls } from "../support/lookups"
import { lockTable } from "../support/table-lock"
import { verdictOn } from "../support/inbox"
import { runJob } from "../support/jobs"
import { capturesOf, orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { paid } from "../support/payments"
import { authenticate } from "../support/shopper"
import { slowToAct } from "../support/slow-store"
import { closeReceiver, openReceiver, subscribed } from "../support/webhook-clients"
import { newestThat } from "../support/webhooks"
import { world } from "../support/world"

/** The size of the store's connection pool. */
const POOL = 10

/** Reads one table of Medusa through a connection of the pool. */
const readRegions = async () => {
  const headers = { "x-publishable-api-key": world().shop.publishable_key }
  return (await fetch(`${world().base_url}/store/regions`, { headers })).status
}

let agent: Agent
beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true })
  agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create", "a2a:payments:refund")
})
afterEach(() => clearFaults())

describe("work under a lease", () => {
  it("keeps its lease on an effect, however long Medusa takes [BANK-66]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const leaseOf = async () => {
      const [row] = await sql<{ attempts: number; seconds: number }>(
        `select attempts, extract(epoch from leased_until)::float8 as seconds from gw_effect
          where payment_id = $1 and effect = 'captured'`,
        [artifacts.payment_id]
      )
      return row
    }
    const records = await lockTable("payment")
    await authenticate(artifacts.sca_redirect_url)
    await records.stopped()
    const before = await leaseOf()
    let isOver = false
    const other = runJob("settle-leftovers").then(() => (isOver = true))
    // Another worker finds nothing to do. If it took the effect as well, it would now wait at the table, too.
    await eventually(async () => isOver || (await leaseOf())?.attempts !== before?.attempts || undefined)
    const after = await eventually(async () => {
      const now = await leaseOf()
      return now && before && now.seconds > before.seconds ? now : undefined
    })
    await records.release()
    await other
    expect([before?.attempts, after.attempts]).toEqual([1, 1])
    expect((await agent.settled(task_id)).state).toBe("completed")
  })

  it("keeps its lease on an effect while the store's connection pool is exhausted [BANK-70]", async () => {
    const { task_id, artifacts } = await agent.createPayment()
    const records = await lockTable("payment")
    await authenticate(artifacts.sca_redirect_url)
    await records.stopped()
    const regions = await lockTable("region", "access exclusive")
    const readers = Array.from({ length: POOL + 5 }, () => readRegions())
    // One connection of the pool waits at the other table.
    await regions.stopped(POOL - 1)
    const leases = `select leased_until, leased_until > now() as is_held, attempts from gw_effect
                     where payment_id = $1 and effect = 'captured'`
    const [before] = await sql<{ leased_until: Date }>(leases, [artifacts.payment_id])
    // Waits until the lease that was active when the pool became exhausted has expired.
    const lease = await eventually(async () => {
      const [row] = await sql<{ is_held: boolean; attempts: number }>(`${leases} and now() > $2`, [
        artifacts.payment_id,
        before?.leased_until,
      ])
      return row
    })
    await regions.release()
    await records.release()
    expect(lease).toMatchObject({ is_held: true, attempts: 1 })
    expect(await Promise.all(readers)).toEqual(readers.map(() => 200))
    expect((await agent.settled(task_id)).state).toBe("completed")
  })

  it("renews its lease through one connection outside the pool, which is reopened when it is lost [BANK-70]", async () => {
    const db = knex({ client: "pg", connection: world().database_url, pool: { min: 0, max: 1 } })
    const exhausted = await db.transaction()
    const pids: number[] = []
    const beat = async (own: Knex) => {
      const { rows } = await own.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid")
      pids.push(...rows.map(({ pid }) => pid))
    }
    const stops = [heartbeat(db, 0.02, beat), heartbeat(db, 0.02, beat)]
    const beaten = (count: number) => eventually(async () => (pids.length >= count ? pids : undefined))
    const [first] = await beaten(10)
    expect(new Set(pids).size).toBe(1)
    await sql("select pg_terminate_backend($1)", [first])
    const second = await eventually(async () => pids.find((pid) => pid !== first))
    stops.forEach((stop) => stop())
    closeHeartbeats(db)
    await eventually(async () => {
      const left = await sql("select 1 from pg_stat_activity where pid = any ($1)", [[first, second]])
      return left.length ? undefined : left
    })
    await exhausted.rollback()
    await db.destroy()
  })

  it("on a failed effect blocks the payment's later effects until the effect is done [BANK-66]", async () => {
    const { task_id, artifacts } = await agent.createPayment({ amount: 10_000, capture: "manual" })
    const { payment_id, shop_order_id, sca_redirect_url } = artifacts
    const act = await slowToAct(payment_id, "authorized")
    const captures = [{ id: "cap_1", merchant_reference: null, amount: 10_000 }]
    const raw = ipnBody({ ...captured(await paymentAtBank(sca_redirect_url)), captures })
    await notify(raw)
    expect(await verdictOn(raw)).toBe("applied")
    const pending = `select effect, attempts from gw_effect
      where payment_id = $1 and done_at is null order by id`
    expect(await sql(pending, [payment_id])).toEqual([
      { effect: "authorized", attempts: 0 },
      { effect: "capture", attempts: 0 },
    ])
    await act()
    expect((await agent.settled(task_id)).state).toBe("completed")
    await performEffects(payment_id)
    expect(capturesOf(await orderNumber(shop_order_id))).toEqual([100])
  })

  it("on a delivery keeps its lease for longer than a receiver may take to answer [EVT-08]", async () => {
    const receiver = await openReceiver()
    const { buyer, id, path } = await subscribed(receiver, [])
    const answer = receiver.hold(path)
    const ping = buyer.send(`/webhooks/${id}/ping`)
    const lease = await eventually(async () => {
      const [row] = await sql<{ seconds: number }>(
        `select extract(epoch from leased_until - now())::float8 as seconds from gw_webhook_delivery
          where subscription_id = $1 and leased_until is not null`,
        [id]
      )
      return row
    })
    answer()
    await ping
    await closeReceiver(receiver)
    expect(lease.seconds).toBeGreaterThan(30)
  })

  it("on a delivery ignores the result of an earlier attempt, whose lease has ended [EVT-08]", async () => {
    const receiver = await openReceiver()
    const { buyer, id, path } = await subscribed(receiver)
    const answer = receiver.hold(path)
    await buyer.send(`/webhooks/${id}/ping`)
    const delivery = () => newestThat(buyer, id, () => true)
    const leased = "select id, attempt from gw_webhook_delivery where subscription_id = $1 and attempt > 0"
    const due = await eventually(async () => (await sql<{ id: string; attempt: number }>(leased, [id]))[0])
    const db = knex({ client: "pg", connection: world().database_url })
    const failed = { ok: false, status: 500, error: "answered 500", pause_seconds: null, gone: true }
    const nothing = { at: new Date(), duration_ms: 1, headers: null, response: null }
    await new Deliveries(db).settle({ id: due.id, attempt: due.attempt - 1, ...failed, ...nothing })
    await db.destroy()
    const before = await delivery()
    answer()
    await newestThat(buyer, id, ({ state }) => state === "delivered")
    await closeReceiver(receiver)
    expect(before.state).toBe("pending")
  })

  it("on an uncertain bank call is given up after two minutes, and not before [BANK-43]", async () => {
    const { artifacts } = await paid(agent)
    const { payment_id } = artifacts
    // An earlier refund, whose outcome says nothing about the next one.
    await agent.send("refund_payment", { payment_id, amount: 1000 })
    await performEffects(payment_id)
    await fault({ scope: { operation: "refund" }, api: { status: 503 } })
    const { error } = (await agent.send("refund_payment", { payment_id, amount: 3000 })).body
    expect(error.data.code).toBe("bank_unavailable")
    const statusAt = async (age: string) => {
      await sql("update gw_bank_operation set created_at = now() - $2::interval where payment_id = $1", [
        payment_id,
        age,
      ])
      await resolveUncertainCalls(payment_id)
      const [row] = await sql<{ status: string }>(
        "select status from gw_bank_operation where payment_id = $1 and amount = 3000",
        [payment_id]
      )
      return row?.status
    }
    expect(await statusAt("110 seconds")).toBe("unknown")
    expect(await statusAt("130 seconds")).toBe("refused")
  })

  it("on a cart records an order only while it holds the cart [BANK-46]", async () => {
    const db = knex({ client: "pg", connection: world().database_url })
    const placements = new Placements(db)
    const [id, cart_id, holder] = [newId("pay"), newId("cart"), newId("hold")]
    await sql(
      `insert into gw_payment (id, origin, intent, amount, currency, description, merchant_reference, idempotency_key)
       values ($1, 'cart', 'sale', 1500, 'EUR', 'x', $2, gen_random_uuid())`,
      [id, newId("gwp")]
    )
    const record = () =>
      placements.record(
        id,
        { order_id: "order_x", shop_order_id: 1 },
        { cart_id, holder, release: async () => {} }
      )
    const lost = await record()
    await sql("insert into gw_cart_lock (cart_id, holder, leased_until) values ($1, $2, now())", [
      cart_id,
      holder,
    ])
    const recorded = await record()
    await sql("delete from gw_cart_lock where cart_id = $1", [cart_id])
    await sql("delete from gw_payment where id = $1", [id])
    await db.destroy()
    expect([lost, recorded]).toEqual([false, true])
  })
})
