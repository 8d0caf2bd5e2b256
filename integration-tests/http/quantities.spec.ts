import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, messageCodes } from "../support/acp"
import { allow } from "../support/approvals"
import { ANA, Buyer, type Cart, type Checkout, basketOf, delivery } from "../support/buyer"
import { type CatalogReader, variant } from "../support/catalog"
import { refusalsOf } from "../support/policy"
import { ProfileHost } from "../support/profile-host"
import { attemptsOf, limited } from "../support/purchases"
import { closeAcpShop, closeUcpShop, openAcpShop, openUcpShop } from "../support/shop"
import { inVersion } from "../support/ucp-version"
import { VERSIONS } from "../support/ucp-schemas"

/** Above the quantity of a line, above the integers of 32 and 53 bits, and beyond all stock. */
const HUGE = [10_001, 2 ** 31, 2 ** 60, 1e300]
const NONE = [0, -1, 1.5, "2", null]
const STOCK = 7

let catalog: CatalogReader
let host: ProfileHost
/** A variant with seven units in stock, one with unlimited stock, and an unlimited one at 200 million euro. */
let few: string
let endless: string
let costly: string

const unlimited = async (title: string, price: number) =>
  String((await catalog.listed({ title, variants: [variant(price, price * 5)] })).variants[0]?.id)

beforeAll(async () => {
  host = await ProfileHost.listen()
  ;({ catalog } = await openUcpShop("Astrarium"))
  await openAcpShop("Astrarium case")
  few = await limited(catalog, STOCK, "Astrolabe")
  endless = await unlimited("Ephemeris", 2)
  costly = await unlimited("Observatory", 200_000_000)
})

afterAll(async () => {
  host.close()
  await closeAcpShop()
  await closeUcpShop()
})

const quantities = ({ line_items }: Checkout | Cart) => line_items.map(({ quantity }) => quantity)
const warnings = ({ messages = [] }: Checkout | Cart) =>
  messages.map((message) => [message.type, message.code, "path" in message ? message.path : undefined])
const LOWERED = [["warning", "quantity_adjusted", "$.line_items[0].quantity"]]

describe.each(VERSIONS)("a quantity above what can be bought, in %s", (version) => {
  let buyer: Buyer
  beforeAll(async () => {
    buyer = inVersion(await Buyer.forGuests(), version, host)
  })

  const body = (item: string, quantity: unknown) => ({
    line_items: [{ item: { id: item }, quantity }],
    buyer: ANA,
    ...delivery(),
  })

  it.each(HUGE)("is lowered to the stock, and the checkout says so: %d [UCP-61]", async (quantity) => {
    const begun = await buyer.checkout(buyer.send(buyer.checkouts, { body: body(few, quantity) }), 201)
    expect([quantities(begun), warnings(begun)[0]]).toEqual([[STOCK], LOWERED[0]])
    const updated = await buyer.checkout(buyer.update(begun.id, body(few, 1)))
    expect(quantities(updated)).toEqual([1])
    const again = await buyer.checkout(buyer.update(begun.id, body(few, quantity)))
    expect([quantities(again), warnings(again)[0]]).toEqual([[STOCK], LOWERED[0]])
    const ready = await buyer.choose(again)
    expect([quantities(ready), ready.status]).toEqual([[STOCK], "ready_for_complete"])
    const cart = await buyer.cart(buyer.send(buyer.carts, { body: basketOf([[few, quantity]]) }), 201)
    expect([quantities(cart), warnings(cart)]).toEqual([[STOCK], LOWERED])
  })

  it("is lowered to 10000 where the stock is unlimited [UCP-61]", async () => {
    const begun = await buyer.checkout(buyer.send(buyer.checkouts, { body: body(endless, 10_001) }), 201)
    expect([quantities(begun), warnings(begun)[0]]).toEqual([[10_000], LOWERED[0]])
    const most = await buyer.checkout(buyer.send(buyer.checkouts, { body: body(endless, 10_000) }), 201)
    expect([quantities(most), warnings(most)]).not.toContainEqual(LOWERED[0])
  })

  it.each(NONE)("is not meant where no quantity is named: %j is rejected [UCP-61]", async (quantity) => {
    const { status } = await buyer.send(buyer.checkouts, { body: body(few, quantity) })
    expect(status).toBe(400)
  })
})

describe.each(VERSIONS)("a total that cannot be paid, in %s", (version) => {
  let buyer: Buyer
  beforeAll(async () => {
    buyer = inVersion(await Buyer.forGuests(), version, host)
  })

  const errors = ({ messages = [] }: Checkout) =>
    messages.flatMap((message) => (message.type === "error" ? [`${message.code} ${message.path}`] : []))
  const withQuantity = ({ id, line_items }: Checkout, quantity: number) => {
    const lines = line_items.map((line) => ({ id: line.id, item: { id: line.item.id }, quantity }))
    return buyer.checkout(buyer.update(id, { line_items: lines, buyer: ANA, ...delivery() }))
  }

  it("because it is above the largest payment is refused at the update [UCP-62]", async () => {
    const ready = await buyer.ready([[costly, 1]])
    const above = await buyer.choose(await withQuantity(ready, 10_000))
    expect([above.status, errors(above)]).toEqual(["incomplete", ["too_much_to_pay $.totals"]])
    expect((await buyer.complete(ready.id)).status).toBe(400)
    expect(await attemptsOf(ready.id)).toEqual([])
    const lowered = await buyer.choose(await withQuantity(ready, 2))
    expect([lowered.status, errors(lowered)]).toEqual(["ready_for_complete", []])
  })

  it("because it is above the client's limit is refused at the update, and when it is completed [UCP-62]", async () => {
    const ready = await buyer.ready([[few, 1]])
    const total = ready.totals.find(({ type }) => type === "total")?.amount ?? 0
    await allow(buyer.client_id, { max_per_payment: total })
    const above = await buyer.choose(await withQuantity(ready, 2))
    expect([above.status, errors(above)]).toEqual(["incomplete", ["spending_limit $.totals"]])
    const refused = await buyer.checkout(buyer.complete(ready.id), 402)
    expect(errors(refused)).toEqual(["spending_limit $.totals"])
    expect([await attemptsOf(ready.id), await refusalsOf(buyer.client_id)]).toEqual([
      [],
      { spending_limit: 1 },
    ])
    const lowered = await buyer.choose(await withQuantity(ready, 1))
    expect([lowered.status, errors(lowered)]).toEqual(["ready_for_complete", []])
    await withQuantity(ready, 2)
    await allow(buyer.client_id, null)
    expect((await buyer.choose(await withQuantity(ready, 2))).status).toBe("ready_for_complete")
  })
})

describe("over ACP", () => {
  const LIMITED = "warning limited_availability $.line_items[0].quantity"
  let agent: AcpAgent
  beforeAll(async () => {
    agent = await AcpAgent.of()
  })

  it.each(HUGE)("a quantity above what can be bought is lowered: %d [ACP-36]", async (quantity) => {
    const session = await agent.ready([[few, quantity]])
    expect([session.line_items[0]?.quantity, messageCodes(session)]).toEqual([STOCK, [LIMITED]])
    const most = await agent.session(agent.update(session.id, { line_items: [{ id: endless, quantity }] }))
    expect([most.line_items[0]?.quantity, messageCodes(most)]).toEqual([10_000, [LIMITED]])
  })

  it.each(NONE)("%j is not a quantity [ACP-36]", async (quantity) => {
    const { status, body } = await agent.create([[few, quantity as number]])
    expect([status, body.code, body.param]).toEqual([400, "invalid_params", "$.line_items[0].quantity"])
  })

  it("a total above the largest payment, or the client's limit, is refused at the update [ACP-36]", async () => {
    const ready = await agent.ready([[costly, 1]])
    const sent = (quantity: number) => ({ line_items: [{ id: costly, quantity }] })
    const above = await agent.session(agent.update(ready.id, sent(10_000)))
    expect([above.status, messageCodes(above)]).toEqual([
      "not_ready_for_payment",
      ["error maximum_exceeded $.totals"],
    ])
    expect((await agent.session(agent.update(ready.id, sent(1)))).status).toBe("ready_for_payment")
    await allow(agent.client_id, { max_per_payment: 1000 })
    const limited = await agent.session(agent.update(ready.id, sent(2)))
    expect([limited.status, messageCodes(limited)]).toEqual([
      "not_ready_for_payment",
      ["error maximum_exceeded $.totals"],
    ])
    expect(await attemptsOf(ready.id)).toEqual([])
  })
})
