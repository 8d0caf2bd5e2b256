import { afterAll, beforeAll, expect, it } from "vitest"
import { Buyer, amountOf, basketOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { promote, withdraw } from "../support/promotions"
import { limited } from "../support/purchases"

let catalog: CatalogReader

beforeAll(async () => void (catalog = await openCatalog()))
afterAll(async () => {
  await withdraw()
  await closeCatalog()
})

const UNDELETED = `
  with c as (select * from cart where id = $1), l as (select * from cart_line_item where cart_id = $1)
  select 'cart' as what from c where deleted_at is null
  union select 'line' from l where deleted_at is null
  union select 'discount' from cart_line_item_adjustment a join l on l.id = a.item_id where a.deleted_at is null
  union select 'tax' from cart_line_item_tax_line t join l on l.id = t.item_id where t.deleted_at is null
  union select 'shipping' from cart_shipping_method where cart_id = $1 and deleted_at is null
  union select 'address' from cart_address a join c on a.id in (c.shipping_address_id, c.billing_address_id)
   where a.deleted_at is null
   order by what`

/** The kinds of rows of a cart that are not deleted. */
const leftOf = async (cart_id: string) =>
  (await sql<{ what: string }>(UNDELETED, [cart_id])).map(({ what }) => what)

async function cartOf(id: string): Promise<string> {
  const [session] = await sql<{ cart_id: string }>("select cart_id from gw_session where id = $1", [id])
  return session?.cart_id ?? ""
}

const EVERYTHING = ["address", "cart", "discount", "line", "shipping", "tax"]

it("an update deletes everything of the cart of the previous quote, and nothing of the new one", async () => {
  const buyer = await Buyer.forGuests()
  const item = await limited(catalog, 10, "Armillary sphere")
  const code = await promote({ type: "percentage", target_type: "items", allocation: "across", value: 10 })
  const checkout = await buyer.ready([[item, 1]], { discounts: { codes: [code] } })
  const previous = await cartOf(checkout.id)
  expect(await leftOf(previous)).toEqual(EVERYTHING)
  const changed = await buyer.checkout(buyer.update(checkout.id, basketOf([[item, 2]])))
  expect(amountOf(changed, "total")).toBeGreaterThan(amountOf(checkout, "total"))
  expect(await leftOf(previous)).toEqual([])
  expect(await leftOf(await cartOf(checkout.id))).toEqual(EVERYTHING)
})
