import { beforeAll, describe, expect, it } from "vitest"
import { amountOf, Buyer, type Checkout } from "../support/buyer"
import { type CatalogReader, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { atOnce, blockInserts, lockTable } from "../support/table-lock"
import { inOwnWorld } from "../support/own-world"
import { attemptsOf, expectBoughtOnce, expectNothingBought, limited } from "../support/purchases"
import { reprice } from "../support/reprice"
import { changeSettings } from "../support/policy"
import { charging, consentTo, saveCardWith } from "../support/saved-cards"
import { authenticate } from "../support/shopper"
import { orderThroughUcp, refundIn } from "../support/ucp-orders"

/** GW_TEST_ROUNDS=50 makes a more thorough run. */
const ROUNDS = Number(process.env.GW_TEST_ROUNDS ?? 1)

describe(
  "agents on two servers with one database, without Redis",
  { timeout: 240_000 + ROUNDS * 20_000 },
  () => {
    const running = inOwnWorld()
    let catalog: CatalogReader
    let buyers: Buyer[]

    beforeAll(async () => {
      const second = await running().startSecondStore()
      catalog = await openCatalog()
      buyers = await Promise.all([Buyer.forGuests(), Buyer.forGuests()])
      for (const buyer of buyers.slice(1)) buyer.base_url = second
    })

    /** Checkouts of one unit each, alternating between the servers. */
    const ready = (item: string, n: number) =>
      Promise.all(Array.from({ length: n }, (_, i) => of(i).ready([[item, 1]])))

    const of = (i: number) => buyers[i % buyers.length] as Buyer
    const completing = (checkouts: Checkout[]) =>
      checkouts.map(({ id }, i) => of(i).checkout(of(i).complete(id)))
    const completed = (checkouts: Checkout[]) => Promise.all(completing(checkouts))

    it("sell the last unit once, also when both servers reserve it at the same moment [UCP-38]", async () => {
      const last = await limited(catalog, 1, "Antikythera")
      const both = await ready(last, 2)
      const reservations = await lockTable("reservation_item")
      const completions = completed(both)
      await reservations.stopped()
      await reservations.contended()
      await reservations.release()
      const answers = await completions
      expect(answers.map(({ status }) => status).sort()).toEqual(["incomplete", "requires_escalation"])
      await expectSold(answers)
      expect(await stockOf(last)).toEqual({ stocked: 1, reserved: 1 })
    })

    it("sell three units and not one more [UCP-38]", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const few = await limited(catalog, 3, `Armillary ${round}`)
        const checkouts = await ready(few, 6)
        const answers = await atOnce("gw_session", () => completing(checkouts))
        expect(answers.filter(({ status }) => status === "requires_escalation")).toHaveLength(3)
        await expectSold(answers)
        expect(await stockOf(few)).toEqual({ stocked: 3, reserved: 3 })
      }
    })

    it("keep the stock correct while one server sells what the other releases [UCP-38]", async () => {
      const item = await limited(catalog, 100, "Torquetum")
      for (let round = 0; round < ROUNDS; round++) {
        const [given, taken] = [await ready(item, 2), await ready(item, 2)]
        await completed(given)
        const canceling = () => given.map(({ id }, i) => of(i).checkout(of(i).cancel(id)))
        const answers = await atOnce("gw_session", () => [...completing(taken), ...canceling()])
        await expectSold(answers.slice(0, taken.length))
      }
      expect(await stockOf(item)).toEqual({ stocked: 100, reserved: 2 * ROUNDS })
    })

    it("report a changed price to simultaneous completions of one checkout, and begin none of them [QUO-08]", async () => {
      const item = await limited(catalog, 10, "Triquetrum")
      const [checkout] = await ready(item, 1)
      const [{ id }, first, second] = [checkout as Checkout, of(0), of(1).base_url]
      await reprice(item, 104)
      const completeFrom = (server: string | undefined) => {
        first.base_url = server
        return first.checkout(first.complete(id))
      }
      const servers = [undefined, second, undefined, second]
      for (const { messages } of await atOnce("gw_cart_lock", () => servers.map(completeFrom)))
        expect(messages?.map(({ code }) => code)).toEqual(["price_changed", "total_changed"])
      first.base_url = undefined
      expect(await attemptsOf(id)).toEqual([])
      const begun = await first.checkout(first.complete(id))
      expect(begun.status).toBe("requires_escalation")
      expect((await attemptsOf(id)).map(({ amount }) => amount)).toEqual([amountOf(begun, "total")])
    })

    it("charge saved cards within the customer's mandate for the month, and not once more [MAN-03]", async () => {
      const item = await limited(catalog, 100, "Holometer")
      const buyer = await Buyer.forCustomer()
      const second = of(1).base_url
      const cards = [await saveCardWith(buyer, item), await saveCardWith(buyer, item)]
      const checkouts = await Promise.all(Array.from({ length: 4 }, () => buyer.ready([[item, 1]])))
      const max_per_month = 2 * amountOf(checkouts[0] as Checkout, "total")
      const limits = { currency: "EUR", max_per_charge: max_per_month, max_per_month }
      await consentTo(buyer.client_id, [
        { type: "card_charges", ...limits, expires_at: "2030-01-31T00:00:00.000Z" },
      ])
      const charge = ({ id }: Checkout, i: number) => {
        buyer.base_url = i % 2 ? second : undefined
        return buyer.checkout(charging(buyer, id, String(cards[i >> 1])))
      }
      const answers = await atOnce("gw_session", () => checkouts.map(charge))
      expect(answers.map(({ status }) => status).sort()).toEqual([
        "completed",
        "completed",
        "requires_escalation",
        "requires_escalation",
      ])
      const [charged] = await sql<{ sum: number }>(
        `select sum(captured_amount)::int from gw_payment where client_id = $1 and card_token_id is not null`,
        [buyer.client_id]
      )
      expect(charged).toEqual({ sum: max_per_month })
    })

    it("refund automatically no more than the limit of the day, also when they race for its rest [RFD-17]", async () => {
      const shoppers = await Promise.all([Buyer.forCustomer(), Buyer.forCustomer()])
      const bought = []
      for (const buyer of shoppers) bought.push({ ...(await orderThroughUcp(buyer)), buyer })
      ;(shoppers[1] as Buyer).base_url = (buyers[1] as Buyer).base_url
      const limit = { currency: "EUR", max_per_refund: 100, max_per_client: 100, max_per_day: 100 }
      await changeSettings({ refunds: { customer_clients: "automatic", limits: [limit] } })
      const refunds = await blockInserts("gw_bank_operation", "new.kind = 'refund'")
      const answers = Promise.all(
        bought.map(({ id, buyer }) =>
          refundIn(buyer, buyer.send(`/orders/${id}/refund`, { body: { amount: 100 } }))
        )
      )
      await refunds.stopped()
      await refunds.contended()
      await refunds.release()
      expect((await answers).filter(({ messages }) => messages)).toHaveLength(1)
      const [row] = await sql<{ sum: number }>(
        "select sum(amount)::int as sum from gw_bank_operation where automatic_for is not null"
      )
      expect(row?.sum).toBe(100)
    })

    /** The escalated checkouts are paid and have bought one unit each. Nothing remains of the others. */
    async function expectSold(answers: Checkout[]): Promise<void> {
      for (const [i, { id, status, continue_url }] of answers.entries()) {
        if (status === "requires_escalation") {
          await authenticate(String(continue_url))
          const { order } = await of(i).becomes(id, "completed")
          await expectBoughtOnce(id, String(order?.id), 1)
        } else {
          await expectNothingBought(id)
        }
      }
    }
  }
)

/** The stocked and the reserved quantity of a variant. */
async function stockOf(variant: string) {
  const [level] = await sql<{ stocked: number; reserved: number }>(
    `select l.stocked_quantity::int as stocked, l.reserved_quantity::int as reserved
       from inventory_level l join product_variant_inventory_item i using (inventory_item_id)
      where i.variant_id = $1 and l.deleted_at is null`,
    [variant]
  )
  return level
}
