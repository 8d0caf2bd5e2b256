import { beforeAll, describe, expect, it } from "vitest"
import { Buyer, type Checkout } from "../support/buyer"
import { type CatalogReader, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { holdTable } from "../support/held-table"
import { inOwnWorld } from "../support/own-world"
import { expectBoughtOnce, expectNothingBought, limited } from "../support/purchases"
import { prove } from "../support/shopper"

/** More rounds, for a thorough run: GW_TEST_ROUNDS=50. */
const ROUNDS = Number(process.env.GW_TEST_ROUNDS ?? 1)

describe(
  "agents on two servers with one database, without Redis",
  { timeout: 60_000 + ROUNDS * 20_000 },
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

    /** So many checkouts of one piece each, by turns on either server. */
    const ready = (item: string, n: number) =>
      Promise.all(Array.from({ length: n }, (_, i) => of(i).ready([[item, 1]])))

    const of = (i: number) => buyers[i % buyers.length] as Buyer
    const completed = (checkouts: Checkout[]) =>
      Promise.all(checkouts.map(({ id }, i) => of(i).checkout(of(i).complete(id))))

    it("sell the last piece once, also when both are about to set it aside at the same instant [UCP-38]", async () => {
      const last = await limited(catalog, 1, "Antikythera")
      const both = await ready(last, 2)
      const reservations = await holdTable("reservation_item")
      const completions = completed(both)
      await reservations.stopped()
      await reservations.contended()
      await reservations.release()
      const answers = await completions
      expect(answers.map(({ status }) => status).sort()).toEqual(["incomplete", "requires_escalation"])
      await expectSold(answers)
      expect(await stockOf(last)).toEqual({ stocked: 1, reserved: 1 })
    })

    it("sell what there is, and not a piece more [UCP-38]", async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const few = await limited(catalog, 3, `Armillary ${round}`)
        const answers = await completed(await ready(few, 6))
        expect(answers.filter(({ status }) => status === "requires_escalation")).toHaveLength(3)
        await expectSold(answers)
        expect(await stockOf(few)).toEqual({ stocked: 3, reserved: 3 })
      }
    })

    it("count the stock right also while one sells what the other gives back [UCP-38]", async () => {
      const item = await limited(catalog, 100, "Torquetum")
      for (let round = 0; round < ROUNDS; round++) {
        const [given, taken] = [await ready(item, 2), await ready(item, 2)]
        await completed(given)
        const [answers] = await Promise.all([
          completed(taken),
          ...given.map(({ id }, i) => of(i).checkout(of(i).cancel(id))),
        ])
        await expectSold(answers)
      }
      expect(await stockOf(item)).toEqual({ stocked: 100, reserved: 2 * ROUNDS })
    })

    /** Who has to prove the payment does, and has bought one piece; of the others nothing is left. */
    async function expectSold(answers: Checkout[]): Promise<void> {
      for (const [i, { id, status, continue_url }] of answers.entries()) {
        if (status === "requires_escalation") {
          await prove(String(continue_url))
          const { order } = await of(i).becomes(id, "completed")
          await expectBoughtOnce(id, String(order?.id), 1)
        } else {
          await expectNothingBought(id)
        }
      }
    }
  }
)

/** How many pieces of a variant there are, and how many of them Medusa counts as set aside. */
async function stockOf(variant: string) {
  const [level] = await sql<{ stocked: number; reserved: number }>(
    `select l.stocked_quantity::int as stocked, l.reserved_quantity::int as reserved
       from inventory_level l join product_variant_inventory_item i using (inventory_item_id)
      where i.variant_id = $1 and l.deleted_at is null`,
    [variant]
  )
  return level
}
