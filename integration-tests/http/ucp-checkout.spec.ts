import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, amountOf } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog, variant } from "../support/catalog"
import { prove } from "../support/shopper"

let catalog: CatalogReader
let buyer: Buyer

beforeAll(async () => {
  catalog = await openCatalog()
  buyer = await Buyer.forGuests()
})

afterAll(closeCatalog)

describe("a purchase", () => {
  it("goes from lines to an order the bank has paid", async () => {
    const { variants } = await catalog.listed({ title: "Sundial", variants: [variant(20)] })
    const item = variants[0]?.id ?? ""
    const ready = await buyer.ready([[item, 2]])
    expect(ready.status).toBe("ready_for_complete")
    expect(amountOf(ready, "subtotal")).toBe(4000)
    const escalated = await buyer.checkout(buyer.complete(ready.id))
    expect(escalated.status).toBe("requires_escalation")
    await prove(escalated.continue_url ?? "")
    const completed = await buyer.becomes(ready.id, "completed")
    expect(completed.order?.id).toMatch(/^\d+$/)
  })
})
