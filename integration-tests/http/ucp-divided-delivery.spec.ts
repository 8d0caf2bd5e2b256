import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import { ANA, Buyer, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { made } from "../support/markets"
import { adminFetch } from "../support/merchant"
import { limited } from "../support/purchases"

let catalog: CatalogReader
let profile: string

beforeAll(async () => {
  catalog = await openCatalog()
  const body = { name: `Bulky ${randomUUID()}`, type: "bulky" }
  profile = (await made<{ shipping_profile: { id: string } }>("/admin/shipping-profiles", body))
    .shipping_profile.id
})

afterAll(async () => {
  await closeCatalog()
  await adminFetch(`/admin/shipping-profiles/${profile}`, { method: "DELETE" })
})

it("lines that cannot be delivered together are reported, and each can be bought separately [UCP-36]", async () => {
  const buyer = await Buyer.forGuests()
  const small = await limited(catalog, 10, "Pocket globe")
  const { variants } = await catalog.listed({
    title: "Library globe",
    shipping_profile_id: profile,
    variants: [variant(20, 100, { manage_inventory: true, allow_backorder: true })],
  })
  const lines = basketOf([
    [small, 1],
    [String(variants[0]?.id), 1],
  ])
  const both = await buyer.checkout(
    buyer.send(buyer.checkouts, { body: { ...lines, buyer: ANA, ...delivery() } }),
    201
  )
  expect([both.status, both.messages]).toMatchObject([
    "incomplete",
    [{ code: "not_delivered_together", severity: "recoverable", path: "$.line_items" }],
  ])
  expect((await buyer.complete(both.id)).body).toMatchObject({ code: "checkout_incomplete" })
  const one = await buyer.checkout(buyer.update(both.id, basketOf([[small, 1]])))
  expect((await buyer.choose(one)).status).toBe("ready_for_complete")
})
