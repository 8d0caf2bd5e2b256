import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ledgerOf, performEffects } from "../support/bank-ledger"
import { Buyer, basketOf } from "../support/buyer"
import { ordersOf as ordersOfCart } from "../support/cart-orders"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { expectGivenOnce, fullDiscount } from "../support/free"
import { withdraw } from "../support/promotions"
import { attemptsOf, expectBoughtOnce, limited, ordersOf } from "../support/purchases"
import { authenticate } from "../support/shopper"
import { runEffectsNow } from "../support/slow-store"
import { failCompensation, sellOut, sellOutMeanwhile } from "../support/sold-out"
import { Storefront } from "../support/storefront"

let catalog: CatalogReader
let buyer: Buyer
let item: string
let compensate: () => Promise<void>

beforeAll(async () => {
  catalog = await openCatalog()
  item = await limited(catalog, 1000, "Octant")
  buyer = await Buyer.forGuests()
  compensate = await failCompensation()
})
afterEach(withdraw)
afterAll(async () => {
  await compensate()
  await closeCatalog()
})

/**
 * Completes a checkout while its item is sold out, and waits until nothing is left of the attempt: on a slow machine, the
 * store tries again after it has responded. The item is in stock again afterwards.
 */
async function completeSoldOut(id: string): Promise<void> {
  const restock = await sellOutMeanwhile(item, buyer.client_id)
  const complete = async () => {
    await buyer.checkout(buyer.complete(id))
    await eventually(async () => (await attemptsOf(id)).length === 0 || undefined)
  }
  await complete().finally(restock)
  expect(await ordersOf(id)).toEqual([])
}

describe("an order that Medusa can neither place nor roll back [BANK-72]", () => {
  it("leaves a checkout that can be changed and completed at once", async () => {
    const { id } = await buyer.ready([[item, 2]])
    await completeSoldOut(id)
    await buyer.choose(await buyer.checkout(buyer.update(id, basketOf([[item, 2]]))))
    const { continue_url } = await buyer.checkout(buyer.complete(id))
    await authenticate(String(continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 2)
  })

  it("leaves a checkout with a total of 0 that can be completed, too [UCP-42]", async () => {
    const discounts = { codes: await fullDiscount() }
    const { id } = await buyer.ready([[item, 1]], { discounts })
    await completeSoldOut(id)
    await buyer.choose(await buyer.checkout(buyer.update(id, { ...basketOf([[item, 1]]), discounts })))
    await buyer.checkout(buyer.complete(id))
    const { order } = await buyer.becomes(id, "completed")
    await expectGivenOnce(id, String(order?.id), 1)
  })

  it("leaves a storefront cart without an order, and its payment is refunded [BANK-31]", async () => {
    const shop = new Storefront()
    const cart = await shop.fillCart()
    const { payment_id, redirect_url } = (await shop.startPayment(cart.id)).data
    const [line] = await sql<{ variant_id: string }>(
      "select variant_id from cart_line_item where cart_id = $1",
      [cart.id]
    )
    const restock = await sellOut(String(line?.variant_id))
    await authenticate(redirect_url)
    const refunded = async () => (await ledgerOf(payment_id)).amounts.refunded
    await eventually(async () => {
      await runEffectsNow(payment_id)
      return (await refunded()) > 0 || undefined
    }).finally(restock)
    await performEffects(payment_id)
    expect(await refunded()).toBe(Math.round(cart.total * 100))
    expect(await ordersOfCart(cart.id)).toEqual([])
  })
})
