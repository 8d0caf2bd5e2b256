import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { placedIn } from "../../chaos/announcements"
import { Interruptions } from "../../chaos/disturbances/interruptions"
import { Random } from "../../chaos/random"
import { eventually } from "../support/agent"
import { sql } from "../support/database"
import { readEvents } from "../support/events-file"
import { placedOrders } from "../support/merchant"
import { authenticate } from "../support/shopper"
import { runEffectsNow } from "../support/slow-store"
import { type RunningWorld, startWorld } from "../support/start-world"
import { everySetting } from "../support/store-keys"
import { Storefront } from "../support/storefront"
import { blockCommits } from "../support/table-lock"

/** What the chaos run counts as announced twice, in a store that announces one order before and one after its commit is lost. */
describe("an order that is announced again after the chaos run has killed the server", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  let committed: string
  let interrupted: string

  beforeAll(async () => {
    running = await startWorld(everySetting())
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
    committed = await readyToPay()
    interrupted = await readyToPay()
    await pay(committed)
    await eventually(() => announcedTimes(1, committed))
    await killAtCommit()
    await sql("update gw_payment set announced_at = null where id = $1", [committed])
    await sql("update gw_effect set done_at = null where payment_id = $1", [committed])
    for (const payment_id of [committed, interrupted])
      await eventually(async () => {
        await runEffectsNow(payment_id)
        return announcedTimes(2, payment_id)
      })
  })

  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("is not counted again if the kill came between the announcement and its commit", async () => {
    expect(await countedTimes(interrupted)).toBe(1)
  })

  it("is counted again if the announcement was committed before the kill", async () => {
    expect(await countedTimes(committed)).toBe(2)
  })

  /** Kills the server while the order of one payment is announced, and the database has not committed that. */
  async function killAtCommit(): Promise<void> {
    const commits = await blockCommits(
      "gw_payment",
      `old.announced_at is null and new.announced_at is not null`
    )
    await pay(interrupted)
    await commits.stopped()
    expect(await announcedTimes(1, interrupted)).toBe(true)
    const interruptions = new Interruptions(running, new Random(1, "kill"), {
      kills: 1,
      freezes: 0,
      payments: 1,
    })
    interruptions.onPayment(1)
    await interruptions.over()
    await commits.abort()
  }

  const pages = new Map<string, string>()

  async function readyToPay(): Promise<string> {
    const shop = new Storefront()
    const { data } = await shop.startPayment((await shop.fillCart()).id)
    pages.set(data.payment_id, data.redirect_url)
    return data.payment_id
  }

  const pay = (payment_id: string) => authenticate(String(pages.get(payment_id)))

  async function announcedTimes(times: number, payment_id: string): Promise<true | undefined> {
    return timesIn(placedOrders(), await orderOf(payment_id)) === times || undefined
  }

  async function countedTimes(payment_id: string): Promise<number> {
    return timesIn(placedIn(readEvents(running.world.events_file)), await orderOf(payment_id))
  }
})

const timesIn = (orders: readonly string[], id: string) => orders.filter((placed) => placed === id).length

async function orderOf(payment_id: string): Promise<string> {
  const query = "select order_id as id from gw_payment where id = $1"
  return (await sql<{ id: string }>(query, [payment_id]))[0]?.id ?? "no order"
}
