import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Buyer, type Checkout } from "../support/buyer"
import { type CatalogReader, openCatalog } from "../support/catalog"
import { atOnce, lockTable } from "../support/table-lock"
import { inOwnWorld } from "../support/own-world"
import { expectNothingBought, limited, ordersOf, sharing } from "../support/purchases"
import { levelsOf, SecondLocation } from "../support/stock"

/** GW_TEST_AGENTS=60 makes a larger rush. */
const AGENTS = Number(process.env.GW_TEST_AGENTS ?? 20)
const UNITS = Math.floor(AGENTS / 4)
/** Each of the two servers has ten connections to the database, so no more calls can wait for a table. */
const MOST_AT_ONCE = 20

describe("agents that buy one product at once on two servers", { timeout: 120_000 + AGENTS * 10_000 }, () => {
  const running = inOwnWorld()
  let catalog: CatalogReader
  let buyers: Buyer[]
  let second: SecondLocation

  beforeAll(async () => {
    const server = await running().startSecondStore()
    catalog = await openCatalog()
    buyers = await Promise.all([Buyer.forGuests(), Buyer.forGuests()])
    ;(buyers[1] as Buyer).base_url = server
    second = await SecondLocation.open()
  })
  afterAll(() => second.close())

  const of = (i: number) => buyers[i % buyers.length] as Buyer
  const ready = async (item: string, n: number) => {
    const checkouts: Checkout[] = []
    for (let i = 0; i < n; i++) checkouts.push(await of(i).ready([[item, 1]]))
    return checkouts
  }
  const completing = (checkouts: Checkout[]) =>
    checkouts.map(({ id }, i) => of(i).checkout(of(i).complete(id)))
  const completed = (checkouts: Checkout[]) => Promise.all(completing(checkouts))
  const isSold = ({ status }: Checkout) => status === "requires_escalation"

  it("sell every unit and none twice, and tell the others that it is out of stock [UCP-38]", async () => {
    const few = await limited(catalog, UNITS, "Nocturnal")
    const checkouts = await ready(few, AGENTS)
    const isHeld = AGENTS <= MOST_AT_ONCE
    const answers = await (isHeld
      ? atOnce("gw_cart_lock", () => completing(checkouts))
      : completed(checkouts))
    expect(answers.filter(isSold)).toHaveLength(UNITS)
    for (const answer of answers) {
      if (isSold(answer)) expect(await ordersOf(answer.id)).toMatchObject([{ reserved: 1 }])
      else await expectRefused(answer)
    }
    expect(await levelsOf(few)).toEqual([{ stocked: UNITS, reserved: UNITS, reservations: UNITS }])
  })

  it("buy the units of another location when the last ones of the first are reserved meanwhile [UCP-38]", async () => {
    const item = await limited(catalog, 1, "Cosmolabe")
    const both = await ready(item, 2)
    await second.stock(item, 1)
    const reservations = await lockTable("reservation_item")
    const completions = completed(both)
    await reservations.stopped()
    await reservations.contended()
    await reservations.release()
    expect((await completions).filter(isSold)).toHaveLength(2)
    const sold = { stocked: 1, reserved: 1, reservations: 1 }
    expect(await levelsOf(item)).toEqual([sold, sold])
  })

  const quantities = ({ line_items }: Checkout) => line_items.map(({ quantity }) => quantity)

  it("count the stock of an item that two variants have in common once [UCP-61]", async () => {
    const single = await limited(catalog, 7, "Armilla")
    const set = await sharing(catalog, single, 2)
    const checkout = await of(0).ready([
      [single, 3],
      [set, 4],
    ])
    expect([quantities(checkout), checkout.messages?.[0]?.code]).toEqual([[3, 2], "quantity_adjusted"])
    expect(await of(0).checkout(of(0).complete(checkout.id))).toMatchObject({ status: "requires_escalation" })
    expect(await levelsOf(single)).toEqual([{ stocked: 7, reserved: 7, reservations: 7 }])
    const none = await of(1).send(of(1).checkouts, {
      body: { line_items: [{ item: { id: set }, quantity: 1 }] },
    })
    expect(none.body).toMatchObject({ messages: [{ code: "out_of_stock" }] })
  })

  it("are offered as many units as one location has, because a line is shipped from one [UCP-61]", async () => {
    const item = await limited(catalog, 3, "Torquetum")
    await second.stock(item, 4)
    const checkout = await of(0).ready([[item, 6]])
    expect([quantities(checkout), checkout.messages?.[0]?.code]).toEqual([[4], "quantity_adjusted"])
    expect(await of(0).checkout(of(0).complete(checkout.id))).toMatchObject({ status: "requires_escalation" })
    const [first, other] = await levelsOf(item)
    expect([first?.reserved, other?.reserved]).toEqual([0, 4])
  })

  it("do not buy the units of a location where the sales channel does not sell [UCP-38]", async () => {
    await second.stopSelling()
    const item = await limited(catalog, 1, "Planisphere")
    const both = await ready(item, 2)
    await second.stock(item, 1)
    const reservations = await lockTable("reservation_item")
    const completions = completed(both)
    await reservations.stopped()
    await reservations.contended()
    await reservations.release()
    const answers = await completions
    expect(answers.filter(isSold)).toHaveLength(1)
    for (const answer of answers) if (!isSold(answer)) await expectRefused(answer)
  })

  async function expectRefused({ id, status, messages = [] }: Checkout): Promise<void> {
    expect([status, messages.map(({ code }) => code)]).toEqual([
      "incomplete",
      expect.arrayContaining(["out_of_stock"]),
    ])
    await expectNothingBought(id)
  }
})
