import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { Agent } from "../support/agent"
import { Buyer } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { expectGivenOnce, fullDiscount } from "../support/free"
import { eventuallyRunning, runJobAlone } from "../support/jobs"
import { orderNumber } from "../support/merchant"
import { withdraw } from "../support/promotions"
import { strayReservations } from "../support/ordered-once"
import { switchSurfaces } from "../support/oauth-client"
import { attemptsOf, limited, ordersOf } from "../support/purchases"

let catalog: CatalogReader
let buyer: Buyer
let item: string

beforeAll(async () => {
  await switchSurfaces({ a2a_enabled: true, ucp_enabled: true, acp_enabled: true })
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Stray sextant")
  buyer = await Buyer.forGuests()
})
afterEach(withdraw)
afterAll(closeCatalog)

/** Makes an order older than any placement in progress. */
const age = (where: string, value: string) =>
  sql(`update "order" set created_at = created_at - interval '5 minutes' where ${where}`, [value])
const deleted = async (id: string) =>
  (await sql(`select 1 from "order" where id = $1 and deleted_at is null`, [id])).length === 0

interface Placed {
  readonly order_id: string
  readonly payment_id: string
}

async function placed(number: number, payment_id: string): Promise<Placed> {
  return { order_id: (await orderNumber(number)).id, payment_id }
}

async function acpOrder(): Promise<Placed> {
  const { id } = await (await AcpAgent.of()).escalated([[item, 1]])
  const [attempt] = await attemptsOf(id)
  return placed(Number(attempt?.shop_order_id), String(attempt?.id))
}

async function a2aOrder(): Promise<Placed> {
  const agent = await Agent.withScopes("a2a:payments:read", "a2a:payments:create")
  const { shop_order_id, payment_id } = (await agent.createPayment()).artifacts
  return placed(shop_order_id, payment_id)
}

/** An order whose payment was ended and deleted while the process that placed the order was paused. */
async function withoutPayment(): Promise<{ checkout_id: string; number: number }> {
  const { id } = await buyer.ready([[item, 2]])
  await buyer.checkout(buyer.complete(id))
  const [attempt] = await attemptsOf(id)
  const number = Number(attempt?.shop_order_id)
  await sql("delete from gw_payment where id = $1", [attempt?.id])
  return { checkout_id: id, number }
}

describe("an order that a paused process has placed too late [BANK-79]", () => {
  it("is deleted with its reservations when its payment does not exist", async () => {
    const { checkout_id, number } = await withoutPayment()
    await runJobAlone("end-interrupted")
    expect(await ordersOf(checkout_id)).toMatchObject([{ reserved: 2 }])
    await age("display_id = $1", String(number))
    await runJobAlone("end-interrupted")
    expect(await ordersOf(checkout_id)).toEqual([])
    const reserved = await sql(
      `select 1 from reservation_item r join order_item i on i.item_id = r.line_item_id join "order" o on o.id = i.order_id
        where o.display_id = $1 and r.deleted_at is null`,
      [number]
    )
    expect(reserved).toEqual([])
  })

  it.each([
    ["ACP", acpOrder],
    ["A2A", a2aOrder],
  ])(
    "is deleted when its payment does not exist, and not while it has one: an order of %s",
    async (_, place) => {
      const [lost, kept] = [await place(), await place()]
      await sql("delete from gw_payment where id = $1", [lost.payment_id])
      await runJobAlone("end-interrupted")
      expect(await deleted(lost.order_id)).toBe(false)
      for (const { order_id } of [lost, kept]) await age("id = $1", order_id)
      await runJobAlone("end-interrupted")
      expect([await deleted(lost.order_id), await deleted(kept.order_id)]).toEqual([true, false])
    }
  )

  it("is deleted when its cart has another order, which stays", async () => {
    const { id } = await buyer.ready([[item, 1]], { discounts: { codes: await fullDiscount() } })
    const { order } = await buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body: {} }))
    const placed = await orderNumber(Number(order?.id))
    const stray = `${placed.id.slice(0, -4)}0000`
    await sql(
      `insert into "order" (id, region_id, sales_channel_id, status, currency_code, email, metadata, created_at)
       select $2, region_id, sales_channel_id, 'pending', currency_code, email, metadata, created_at - interval '5 minutes'
         from "order" where id = $1`,
      [placed.id, stray]
    )
    await age("id = $1", placed.id)
    await runJobAlone("end-interrupted")
    expect([await deleted(stray), await deleted(placed.id)]).toEqual([true, false])
    await expectGivenOnce(id, String(order?.id), 1)
  })

  it("stays when Medusa has a payment for it", async () => {
    const { checkout_id, number } = await withoutPayment()
    await sql(
      `insert into payment (id, amount, raw_amount, currency_code, provider_id, payment_collection_id, payment_session_id)
       select 'pay_' || o.id, 1, '{"value": "1", "precision": 20}', 'eur', 'pp_system_default', l.payment_collection_id,
              'payses_' || o.id
         from "order" o join order_payment_collection l on l.order_id = o.id where o.display_id = $1`,
      [number]
    )
    await age("display_id = $1", String(number))
    await runJobAlone("end-interrupted")
    expect(await ordersOf(checkout_id)).toHaveLength(1)
    await sql(`delete from payment where provider_id = 'pp_system_default' and id like 'pay_order_%'`)
    await runJobAlone("end-interrupted")
    expect(await ordersOf(checkout_id)).toEqual([])
  })
})

describe("the stock of a canceled order", () => {
  /** Waits until the stock of a checkout's order is free, also in the stock level. */
  async function freed(checkout_id: string): Promise<void> {
    await eventuallyRunning("end-interrupted", async () => {
      const [order] = await ordersOf(checkout_id)
      return order?.reserved === 0 || undefined
    })
    expect(await strayReservations()).toEqual([])
  }

  it.each(["status = 'canceled', canceled_at = now()", "status = 'archived', canceled_at = now()"])(
    "is free when the cancellation has left it reserved and emitted no event, and that of another order stays reserved: %s [RSV-01]",
    async (canceled) => {
      const [left, kept] = [await buyer.ready([[item, 2]]), await buyer.ready([[item, 1]])]
      for (const { id } of [left, kept]) await buyer.checkout(buyer.complete(id))
      const [attempt] = await attemptsOf(left.id)
      await sql(`update "order" set ${canceled} where display_id = $1`, [attempt?.shop_order_id])
      await freed(left.id)
      expect(await ordersOf(kept.id)).toMatchObject([{ status: "pending", reserved: 1 }])
    }
  )
})
