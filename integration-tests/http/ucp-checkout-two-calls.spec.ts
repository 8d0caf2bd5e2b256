import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { paymentAtBank } from "../support/bank"
import { ANA, BERLIN, Buyer, CARD, amountOf, basketOf } from "../support/buyer"
import { closeCatalog, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { reprice } from "../support/reprice"
import { authenticate } from "../support/shopper"
import { world } from "../support/world"

let buyer: Buyer
let item: string

beforeAll(async () => {
  const catalog = await openCatalog()
  buyer = await Buyer.forGuests()
  const { variants } = await catalog.listed({ title: "Hourglass", variants: [variant(20)] })
  item = variants[0]?.id ?? ""
})

afterAll(closeCatalog)

/** A checkout of two units, created ready by a single call. */
const prepare = () =>
  buyer.checkout(
    buyer.send("/checkout-sessions", {
      body: {
        ...basketOf([[item, 2]]),
        buyer: ANA,
        fulfillment: {
          methods: [
            {
              type: "shipping",
              destinations: [BERLIN],
              selected_destination_id: BERLIN.id,
              groups: [{ selected_option_id: world().shop.shipping_option_ids.standard }],
            },
          ],
        },
      },
    }),
    201
  )

describe("a purchase in two calls", () => {
  it("is complete after the first call, and placed by the second", async () => {
    const ready = await prepare()
    expect(ready.status).toBe("ready_for_complete")
    expect(amountOf(ready, "fulfillment")).toBeGreaterThan(0)
    expect(amountOf(ready, "total")).toBe(4000 + amountOf(ready, "fulfillment"))
    const { continue_url = "" } = await buyer.checkout(buyer.complete(ready.id))
    expect(await paymentAtBank(continue_url)).toMatchObject({ amount: amountOf(ready, "total") })
    await authenticate(continue_url)
    expect((await buyer.becomes(ready.id, "completed")).payment?.instruments).toEqual([CARD])
  })

  it("uses the buyer of the second call and is quoted again", async () => {
    const { id } = await prepare()
    const email = "bea@buyers.example"
    const body = { buyer: { ...ANA, email }, payment: { instruments: [CARD] } }
    const placed = await buyer.checkout(buyer.send(`/checkout-sessions/${id}/complete`, { body }))
    expect([placed.status, placed.buyer]).toMatchObject(["requires_escalation", { email }])
    const orders = await sql<{ email: string }>(
      `select email from "order" where metadata->'gw_agent'->>'session_id' = $1`,
      [id]
    )
    expect(orders).toEqual([{ email }])
  })

  it("charges a new price only after the second call has reported it", async () => {
    const { id } = await prepare()
    await reprice(item, 30)
    const reported = await buyer.checkout(buyer.complete(id))
    expect(reported).toMatchObject({
      status: "ready_for_complete",
      messages: [{ code: "price_changed" }, {}],
    })
    expect(amountOf(reported, "subtotal")).toBe(6000)
    const { continue_url = "" } = await buyer.checkout(buyer.complete(id))
    expect(await paymentAtBank(continue_url)).toMatchObject({ amount: amountOf(reported, "total") })
    expect(amountOf(await prepare(), "subtotal")).toBe(6000)
  })
})
