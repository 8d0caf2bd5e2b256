import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FREE_ORDER_STEPS } from "../../src/failpoints"
import { eventually } from "../support/agent"
import { Buyer } from "../support/buyer"
import { openCatalog } from "../support/catalog"
import { CrashingWorld } from "../support/crash"
import { expectGivenOnce, fullDiscount } from "../support/free"
import { limited } from "../support/purchases"

/** The power goes while an order is placed for which nothing is to be paid: it is one, whoever asks for it again. */
describe("a store that stops in the middle of [UCP-42]", () => {
  let world: CrashingWorld
  let buyer: Buyer
  let item: string
  let codes: string[]

  beforeAll(async () => {
    world = await CrashingWorld.start()
    const catalog = await openCatalog()
    buyer = await Buyer.forCustomer()
    item = await limited(catalog, 1000)
    codes = await fullDiscount()
  })

  afterAll(() => world?.stop())

  const free = () => buyer.ready([[item, 2]], { discounts: { codes } })

  it.each(FREE_ORDER_STEPS)(
    "placing a free order, after %s, places it once for the same key",
    async (step) => {
      const { id } = await free()
      const key = { "idempotency-key": `free-${step}` }
      await world.crashAt(step, () => buyer.complete(id, key).catch(() => undefined))
      const again = await buyer.checkout(buyer.complete(id, key))
      expect(again.status).toBe("completed")
      await expectGivenOnce(id, String(again.order?.id), 2)
      expect(await buyer.checkout(buyer.complete(id, key))).toEqual(again)
      expect((await buyer.complete(id)).status).toBe(409)
    }
  )

  it.each(["payment_prepared", "cart_completed"] as const)(
    "placing a free order, after %s, places it though nobody asks again",
    async (step) => {
      const { id } = await free()
      await world.crashAt(step, () => buyer.complete(id).catch(() => undefined))
      const done = await eventually(async () => {
        const now = await buyer.read(id)
        return now.status === "completed" ? now : undefined
      }, 60)
      await expectGivenOnce(id, String(done.order?.id), 2)
    }
  )

  it("placing a free order refuses to cancel it when the order stands", async () => {
    const { id } = await free()
    await world.crashAt("payment_prepared", () => buyer.complete(id).catch(() => undefined))
    const { status, body } = await buyer.cancel(id)
    expect([status, body]).toMatchObject([409, { code: expect.any(String) }])
    const { order } = await buyer.read(id)
    await expectGivenOnce(id, String(order?.id), 2)
  })

  it.each(["order_cart", "reservation_item"])(
    "placing a free order, while Medusa writes %s, places it once",
    async (table) => {
      const { id } = await free()
      const key = { "idempotency-key": `free-${table}` }
      await world.dieWriting(table, () => buyer.complete(id, key))
      const again = await buyer.checkout(buyer.complete(id, key))
      expect(again.status).toBe("completed")
      await expectGivenOnce(id, String(again.order?.id), 2)
    }
  )
})
