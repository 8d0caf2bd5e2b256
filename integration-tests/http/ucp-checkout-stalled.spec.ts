import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { eventually } from "../support/agent"
import { ANA, Buyer, CARD } from "../support/buyer"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { sql } from "../support/database"
import { blockInserts, lockTable } from "../support/table-lock"
import { attemptsOf, expectBoughtOnce, expectNothingBought, limited } from "../support/purchases"
import { authenticate } from "../support/shopper"

let catalog: CatalogReader
let buyer: Buyer

beforeAll(async () => {
  catalog = await openCatalog()
  buyer = await Buyer.forGuests()
})

afterAll(closeCatalog)

describe("a completion that is delayed", () => {
  it("until another attempt was made and declined starts no attempt of its own [UCP-24]", async () => {
    const { id } = await buyer.ready([[await limited(catalog, 10, "Dioptra"), 1]])
    // Every completion is quoted in a new cart, and creating that of the changed buyer is blocked here.
    const email = "anna@buyers.example"
    const carts = await blockInserts("cart", `new.email = '${email}'`)
    const body = { payment: { instruments: [CARD] }, buyer: { ...ANA, email } }
    const stalled = buyer.checkout(buyer.send(`/checkout-sessions/${id}/complete`, { body }))
    await carts.stopped()
    await sql("delete from gw_cart_lock where cart_id = $1", [id])
    const { continue_url } = await buyer.checkout(buyer.complete(id))
    await authenticate(String(continue_url), "decline")
    await buyer.becomes(id, "ready_for_complete")
    await carts.release()
    expect(await stalled).toMatchObject({
      status: "ready_for_complete",
      buyer: ANA,
      messages: [{ code: "payment_failed" }],
    })
    expect(await attemptsOf(id)).toHaveLength(1)
    await expectNothingBought(id)
  })
})

describe("a completion after a decline", () => {
  it("waits until the canceled first order has released the last unit [UCP-24]", async () => {
    const plenty = await limited(catalog, 10, "Nocturnal")
    const other = await Buyer.forGuests()
    const { id } = await buyer.ready([[await limited(catalog, 1, "Volvelle"), 1]])
    const { continue_url } = await buyer.checkout(buyer.complete(id))
    const reservations = await lockTable("reservation_item")
    await authenticate(String(continue_url), "decline")
    await reservations.stopped()
    await buyer.becomes(id, "ready_for_complete")
    const second = buyer.checkout(buyer.complete(id))
    const leased = "select 1 from gw_cart_lock where cart_id = $1 and leased_until > now()"
    await eventually(async () => (await sql(leased, [id]))[0])
    // A completion that does not wait would have read the stock by now: this checkout was created and quoted
    // meanwhile.
    await other.ready([[plenty, 1]])
    await reservations.release()
    expect((await second).status).toBe("requires_escalation")
    await authenticate(String((await second).continue_url))
    const { order } = await buyer.becomes(id, "completed")
    await expectBoughtOnce(id, String(order?.id), 1)
  })
})
