import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Agent, type Task, eventually } from "../support/agent"
import { ledgerOf } from "../support/bank-ledger"
import { Buyer } from "../support/buyer"
import { closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { payingAgent } from "../support/payments"
import { Receiver } from "../support/receiver"
import { authenticate } from "../support/shopper"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { type Bought, orderThroughUcp } from "../support/ucp-orders"
import { subscribe } from "../support/webhooks"

inOwnWorld({
  GW_CARD_KEY: newPrivateKey(),
  GW_ENCRYPTION_KEY: newEncryptionKey(),
  GW_ALLOW_PRIVATE_NETWORKS: "true",
})

describe("an order change without an event, in a store with so many orders that they are compared in batches", () => {
  let receiver: Receiver
  let old: Bought
  let newest: Bought
  beforeAll(async () => {
    await openCatalog()
    receiver = await Receiver.listen()
    const buyer = await Buyer.forGuests()
    await subscribe(buyer, receiver.at("/orders"))
    old = await orderThroughUcp(buyer)
    await crowd("- interval '1 day'", 5500)
    await crowd("+ interval '1 microsecond'", 5500)
    newest = await orderThroughUcp(buyer)
  })
  afterAll(async () => {
    receiver.close()
    await closeCatalog()
  })

  /** Adds checkouts of other clients with consecutive times near the old order's. */
  const crowd = (since: string, count: number) =>
    sql(
      `insert into gw_session (id, kind, client_id, requested, quote, payment_id, ordered_at, expires_at)
       select 'chs_' || gen_random_uuid(), 'checkout', 'other', '{}', '{"currency": "EUR"}', gen_random_uuid(),
              s.ordered_at ${since} + n * interval '1 microsecond', now() + interval '1 day'
         from gw_session s, generate_series(1, $2::integer) n where s.id = $1`,
      [old.checkout.id, count]
    )

  // The tests count sweeps, so the store makes none of its own meanwhile. No other file uses this store.
  pauseSchedule("sweep-orders")

  it("is reported at once for one of the newest orders [EVT-12]", async () => {
    const count = await updatesOf(newest)
    await changeUnseen(newest)
    await sweep()
    expect(await updatesOf(newest)).toBe(count + 1)
  })

  it("is reported for one of the newest orders also when the scan cursor is behind it [EVT-12]", async () => {
    await sql(
      "update gw_webhook_sweep set place_at = s.ordered_at, place_id = s.id from gw_session s where s.id = $1",
      [newest.checkout.id]
    )
    const count = await updatesOf(newest)
    await changeUnseen(newest)
    await sweep()
    expect(await updatesOf(newest)).toBe(count + 1)
  })

  it("is reported for an old order when the scan reaches it, and only once [EVT-12]", async () => {
    // The next sweep starts with the oldest order.
    await sql("update gw_webhook_sweep set place_at = null, place_id = null, cycle_begun_at = null")
    const count = await updatesOf(old)
    await changeUnseen(old)
    const counts: number[] = []
    for (let turn = 0; turn < 6; turn++) {
      await sweep()
      counts.push((await updatesOf(old)) - count)
    }
    expect(counts).toEqual([0, 1, 1, 1, 1, 1])
  })
})

describe("a payment change without an event, in a store with so many payments that they are scanned in batches", () => {
  let agent: Agent
  beforeAll(async () => {
    agent = await payingAgent()
    await sql(
      `insert into gw_payment (id, merchant_reference, origin, intent, status, amount, currency, description,
                               idempotency_key, provisioned_at, next_check_at, created_at)
       select 'pay_crowd_' || n, 'gwp_crowd_' || n, 'order', 'sale', 'captured', 1500, 'EUR', 'One of many',
              gen_random_uuid(), now(), null, now() - n * interval '1 hour'
         from generate_series(1, 2500) n`
    )
  })

  const reserved = async () => {
    const task = await agent.createPayment({ capture: "manual" })
    await authenticate(task.artifacts.sca_redirect_url)
    return agent.settled(task.task_id)
  }

  it("is found: the payment of an order canceled without an event is voided [BANK-39]", async () => {
    const { artifacts } = await reserved()
    await sql(`update "order" set status = 'canceled', canceled_at = now() where display_id = $1`, [
      artifacts.shop_order_id,
    ])
    await eventuallyRunning(
      "reconcile-payments",
      async () => (await ledgerOf(artifacts.payment_id)).status === "voided" || undefined
    )
  })

  it("is found: an old record of a capture that never happened is removed, and a mirrored one stays [BANK-30]", async () => {
    const task = await reserved()
    await recordCapture(task, "capt_00OLD", null)
    await recordCapture(task, "capt_00MIRROR", "gw_bank:capture")
    const left = await eventuallyRunning("end-interrupted", async () => {
      const rows = await sql<{ id: string }>(
        "select id from capture where id like 'capt\\_00%' and deleted_at is null"
      )
      return rows.length < 2 ? rows : undefined
    })
    expect(left).toEqual([{ id: "capt_00MIRROR" }])
  })
})

/** A capture record of Medusa whose id does not contain its time. */
const recordCapture = ({ artifacts }: Task, id: string, created_by: string | null) =>
  sql(
    `insert into capture (id, payment_id, amount, raw_amount, created_by, created_at)
     select $2, m.id, 15, '{"value": "15", "precision": 20}', $3, now() - interval '1 year'
       from gw_payment p join payment m on m.payment_session_id = p.session_id where p.id = $1`,
    [artifacts.payment_id, id, created_by]
  )

/** Simulates an order change without an event: the stored fingerprint no longer matches the order. */
async function changeUnseen(bought: Bought): Promise<void> {
  await untilNotified(bought)
  const { order_id } = bought
  await sql("update gw_webhook_event set fingerprint = 'another' where aggregate = $1", [order_id])
  await sql(`update "order" set updated_at = now() where id = $1`, [order_id])
}

const updatesOf = async ({ order_id }: Bought) =>
  (await sql("select from gw_webhook_event where aggregate = $1 and type = 'order.updated'", [order_id]))
    .length

/** Waits until everything about the order is reported and its fingerprint is stored. */
const untilNotified = ({ order_id }: Bought) =>
  eventually(async () => {
    const [row] = await sql<{ count: number }>(
      `select count(*)::int from gw_webhook_event
        where aggregate = $1 and type in ('order.created', 'order.paid')
          and not exists (select from gw_webhook_event where aggregate = $1 and fingerprint is null)`,
      [order_id]
    )
    return row?.count === 2 || undefined
  })

const sweep = () => runJob("sweep-orders")
