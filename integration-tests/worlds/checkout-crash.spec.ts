import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { CHECKOUT_STEPS, type Step } from "../../src/failpoints"
import { eventually } from "../support/agent"
import { ANA, Buyer, CARD, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, openCatalog } from "../support/catalog"
import { CrashingWorld } from "../support/crash"
import { sql } from "../support/database"
import { attemptsOf, expectBoughtOnce, limited } from "../support/purchases"
import { prove } from "../support/shopper"

/** The power goes while a checkout is being completed: it is bought once, whoever sends what again. */
describe("a store that stops in the middle of", () => {
  let world: CrashingWorld
  let catalog: CatalogReader
  let buyer: Buyer
  let item: string

  beforeAll(async () => {
    world = await CrashingWorld.start()
    catalog = await openCatalog()
    buyer = await Buyer.forCustomer()
    item = await limited(catalog, 100)
  })

  afterAll(() => world?.stop())

  it.each(CHECKOUT_STEPS)("completing a checkout, after %s, sells it once", async (step) => {
    const { id } = await buyer.ready([[item, 1]])
    const key = { "idempotency-key": `complete-${step}` }
    await world.crashAt(step, () => buyer.complete(id, key).catch(() => undefined))
    const again = await buyer.complete(id, key)
    expect(again.status).toBe(200)
    await expectPlayedToItsEnd(id)
    expect((await buyer.complete(id, key)).body).toEqual(again.body)
  })

  it.each(["order_cart", "reservation_item", "payment_collection", "cart_payment_collection"])(
    "completing a checkout, while Medusa writes %s, sells it once",
    async (table) => {
      const { id } = await buyer.ready([[item, 1]])
      const key = { "idempotency-key": `complete-${table}` }
      await world.dieWriting(table, () => buyer.complete(id, key))
      expect((await buyer.complete(id, key)).status).toBe(200)
      await expectPlayedToItsEnd(id)
    }
  )

  it.each(["order_placed", "bank_answered"] satisfies Step[])(
    "charging a kept card for a checkout, after %s, charges it once, and says so for the same key [UCP-28]",
    async (step) => {
      const token = await keptCard()
      const { id } = await buyer.ready([[item, 1]])
      const headers = { "idempotency-key": `charge-${step}` }
      const instrument = { ...CARD, credential: { type: "card_token", token } }
      const body = { payment: { instruments: [instrument] } }
      const charge = () => buyer.send(`${buyer.checkouts}/${id}/complete`, { body, headers })
      await world.crashAt(step, () => charge().catch(() => undefined))
      const again = await buyer.checkout(charge())
      expect(["complete_in_progress", "completed"]).toContain(again.status)
      await grownOld(id)
      const { order } = await buyer.becomes(id, "completed")
      expect(await attemptsOf(id)).toHaveLength(1)
      await expectBoughtOnce(id, String(order?.id), 1)
      expect(await buyer.checkout(charge())).toEqual(again)
    }
  )

  /** The card the buyer has had kept, by an earlier purchase. */
  async function keptCard(): Promise<string> {
    const { id, payment } = await buyer.ready([[item, 1]])
    const known = payment?.instruments.find(({ display }) => display)
    if (known) return known.id
    const body = { payment: { instruments: [{ ...CARD, save_card: true }] } }
    const opened = await buyer.checkout(buyer.send(`${buyer.checkouts}/${id}/complete`, { body }))
    await prove(String(opened.continue_url))
    await buyer.becomes(id, "completed")
    return keptCard()
  }

  it("beginning a checkout begins it once for a key", async () => {
    const body = { ...basketOf([[item, 1]]), buyer: ANA, ...delivery() }
    const headers = { "idempotency-key": "create" }
    const create = () => buyer.send(buyer.checkouts, { body, headers })
    const before = await sessions()
    await world.dieWriting("gw_session", create)
    const begun = await buyer.checkout(create(), 201)
    expect(await buyer.checkout(create(), 201)).toEqual(begun)
    expect(await sessions()).toBe(before + 1)
  })

  /** What was interrupted is ended, or opened, and then the shopper pays: by a new attempt where there is no page. */
  async function expectPlayedToItsEnd(id: string): Promise<void> {
    await grownOld(id)
    const { status } = await eventually(async () => {
      const now = await buyer.read(id)
      return now.status === "complete_in_progress" ? undefined : now
    }, 60)
    const open =
      status === "ready_for_complete" ? await buyer.checkout(buyer.complete(id)) : await buyer.read(id)
    expect(open.status).toBe("requires_escalation")
    await prove(String(open.continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  }

  /** Makes the attempt as old as one has to be to count as interrupted, and it is its turn to be asked for. */
  async function grownOld(id: string): Promise<void> {
    for (const attempt of await attemptsOf(id)) {
      await sql(
        `update gw_payment set created_at = created_at - interval '10 minutes' where id = $1 and provisioned_at is null`,
        [attempt.id]
      )
      await sql("update gw_payment set next_check_at = now() where id = $1 and next_check_at is not null", [
        attempt.id,
      ])
    }
  }
})

async function sessions(): Promise<number> {
  return (await sql("select 1 from gw_session")).length
}
