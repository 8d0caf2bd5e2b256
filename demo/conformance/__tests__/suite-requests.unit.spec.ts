import { describe, expect, it } from "vitest"
import { completedRequest, GUEST, withOwnHandler } from "../suite-requests"

const line_items = [{ item: { id: "rose" }, quantity: 1 }]

/** A request for a checkout that is shipped to a destination. */
const shipped = (destination: unknown) => ({
  line_items,
  fulfillment: { methods: [{ type: "shipping", destinations: [destination] }] },
})

const changed = (request: object, is_guest = false): unknown =>
  JSON.parse(completedRequest(JSON.stringify(request), is_guest))

describe("the request of a suite", () => {
  it("gets a buyer if it is a guest's and names none [CNF-06]", () => {
    expect(changed({ line_items }, true)).toEqual({ line_items, buyer: GUEST })
    expect(changed({ line_items }, false)).toEqual({ line_items })
    for (const buyer of [{ email: "ann@suite.example" }, {}])
      expect(changed({ line_items, buyer }, true)).toEqual({ line_items, buyer })
  })

  it("has its addresses named as in UCP, unless they are already [CNF-06]", () => {
    const sent = { id: "d1", locality: "Salem", region: "MA" }
    expect(changed(shipped(sent))).toEqual(
      shipped({ ...sent, address_locality: "Salem", address_region: "MA" })
    )
    for (const kept of [{ ...sent, address_locality: "Boston", address_region: "ME" }, { id: "d1" }, "d1"])
      expect(changed(shipped(kept))).toEqual(shipped(kept))
  })

  it("stays as it is if it is no request for a checkout [CNF-06]", () => {
    for (const body of ["", "rose", "[1]", '{ "cart_id": "c1" }'])
      expect(completedRequest(body, true)).toBe(body)
  })

  it("pays with the store's handler in place of that of UCP's samples, and with no other [CNF-06]", () => {
    const paid = (handler_id: string) => JSON.stringify({ payment: { instruments: [{ handler_id }] } })
    expect(withOwnHandler(paid("mock_payment_handler"))).toBe(paid("gw_card"))
    expect(withOwnHandler(paid("other"))).toBe(paid("other"))
    expect(withOwnHandler('{ "payment": {} }')).toBe('{ "payment": {} }')
  })
})
