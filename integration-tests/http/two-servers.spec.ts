import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Agent, eventually } from "../support/agent"
import { captured, ipnBody, paymentAtBank } from "../support/bank"
import { sql } from "../support/database"
import { deliver, signIpn } from "../support/gwb"
import { capturesOf, orderNumber, timesPlaced } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { prove } from "../support/shopper"
import { type RunningWorld, startWorld } from "../support/start-world"
import { Storefront } from "../support/storefront"

/** More rounds, for a thorough run: GW_TEST_ROUNDS=50. */
const ROUNDS = Number(process.env.GW_TEST_ROUNDS ?? 6)

describe("two servers on one database, without Redis", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let servers: string[]

  beforeAll(async () => {
    running = await startWorld()
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    const { base_url } = running.world
    const second = await running.startSecondStore()
    servers = [base_url, second, base_url, second, base_url, second]
    await switchSurfaces({ a2a_enabled: true })
    await sql(
      'update inventory_level set stocked_quantity = 10000, raw_stocked_quantity = \'{"value":"10000"}\''
    )
  })

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("six completions of one cart at once, beside the bank's notification, make one paid order [BANK-01, BANK-46]", async () => {
    const shop = new Storefront()
    for (let round = 0; round < ROUNDS; round++) {
      const cart = await shop.fillCart()
      const { data } = await shop.startPayment(cart.id)
      await prove(data.redirect_url)
      // From this instant on a completion succeeds, whoever makes it: before, the provider refuses every one.
      await eventually(async () => ((await statusOf(data.payment_id)) === "captured" ? true : undefined))
      await Promise.all(servers.map((server) => new Storefront(server).complete(cart.id)))
      await eventually(async () => ((await ordersOf(cart.id)).length ? true : undefined))
      await nothingLeft()
      expect(await ordersOf(cart.id)).toHaveLength(1)
      const [order] = await ordersOf(cart.id)
      expect(capturesOf(await orderNumber(Number(order?.display_id)))).toEqual([cart.total])
    }
    // An order of the same cart that nothing links to would not be seen above.
    const [count] = await sql<{ orders: number }>(
      `select count(*)::int orders from "order" where deleted_at is null`
    )
    expect(count?.orders).toBe(ROUNDS)
  })

  it("six notifications of one payment at once make one capture, announced once [BANK-03, BANK-47]", async () => {
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
})

const ordersOf = (cart_id: string) =>
  sql<{ display_id: number }>(
    `select o.display_id from order_cart c join "order" o on o.id = c.order_id where c.cart_id = $1`,
    [cart_id]
  )

async function statusOf(id: string): Promise<string | undefined> {
  return (await sql<{ status: string }>("select status from gw_payment where id = $1", [id]))[0]?.status
}

/** Waits until every effect and event is done. */
async function nothingLeft(): Promise<void> {
  await eventually(async () => {
    const left = await sql(`select 1 from gw_effect where done_at is null
                            union all select 1 from gw_bank_event where processed_at is null`)
    return left.length ? undefined : true
  }, 40)
}
