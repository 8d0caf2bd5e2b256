import { beforeAll, afterAll, describe, expect, it } from "vitest"
import { VERSION } from "../support/acp"
import { expectIsOfFeed } from "../support/acp-schemas"
import { type CatalogReader, closeCatalog, deleteProduct, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { eventuallyRunning, runJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"
import { inOwnWorld } from "../support/own-world"
import { pauseSchedule } from "../support/pause-schedule"
import { changeSettings } from "../support/policy"
import { type Arrived, Receiver } from "../support/receiver"

const PATH = "/feeds/feed_1/products"
const TOKEN = "token-of-the-agent"

let receiver: Receiver

const env: Record<string, string> = {
  GW_ACP_FEED_TOKEN: TOKEN,
  GW_ACP_FEED_COUNTRY: "DE",
  GW_ALLOW_PRIVATE_NETWORKS: "true",
}

// The store's environment names the receiver's port, so the receiver must be there first.
beforeAll(async () => {
  receiver = await Receiver.listen()
  env.GW_ACP_FEED_URL = receiver.at("/feeds/feed_1")
})
inOwnWorld(env)
pauseSchedule("push-feed")

let catalog: CatalogReader

beforeAll(async () => {
  catalog = await openCatalog()
  await switchSurfaces({ acp_enabled: true })
})

afterAll(async () => {
  receiver.close()
  await changeSettings({ acp_feed_enabled: false })
  await switchSurfaces({ acp_enabled: false })
  await closeCatalog()
})

interface Pushed {
  readonly id: string
  readonly variants: readonly { readonly id: string; readonly price: object }[]
}

/** The products of a push, each checked against the protocol's schema. */
function productsIn({ body }: Arrived): Pushed[] {
  const { products, ...more } = JSON.parse(body) as { products: Pushed[] }
  expect(more).toEqual({})
  for (const one of products) expectIsOfFeed("Product", one)
  return products
}

/** The products that arrive while `act` runs. */
async function pushedBy(act: () => Promise<unknown>): Promise<Pushed[]> {
  const before = receiver.arrived.length
  await act()
  return receiver.arrived.slice(before).flatMap(productsIn)
}

const push = () => runJob("push-feed")

/** Pushes until the newest push of a product has this number of variants. */
const pushedWith = (id: string, count: number) =>
  eventuallyRunning("push-feed", async () => {
    const newest = receiver.arrived
      .flatMap(productsIn)
      .filter((one) => one.id === id)
      .at(-1)
    return newest?.variants.length === count ? newest : undefined
  })

describe("the feed at an agent [ACP-49]", () => {
  it("gets nothing while the merchant has the feed switched off", async () => {
    expect(await pushedBy(push)).toEqual([])
  })

  it("gets every product once, with the agent's token, also from three pushes at once", async () => {
    await changeSettings({ acp_feed_enabled: true })
    const pushed = await pushedBy(() => Promise.all([push(), push(), push()]))
    const { products } = await catalog.page("/products?limit=100&country=DE")
    expect(pushed.map(({ id }) => id).sort()).toEqual(products.map(({ medusa_id }) => medusa_id).sort())
    for (const { medusa_id, variants } of products)
      expect(pushed.find(({ id }) => id === medusa_id)?.variants).toMatchObject(
        variants.map(({ id, price }) => ({ id, price }))
      )
    const [first] = receiver.arrived
    expect([first?.method, first?.path, first?.headers]).toMatchObject([
      "PATCH",
      PATH,
      { authorization: `Bearer ${TOKEN}`, "api-version": VERSION },
    ])
  })

  it("gets nothing again while nothing has changed", async () => {
    expect(await pushedBy(push)).toEqual([])
  })

  it("gets a product that was created, and without variants once it is deleted", async () => {
    const { medusa_id } = await catalog.listed({ title: "Orrery", variants: [variant(2)] })
    await pushedWith(medusa_id, 1)
    await deleteProduct(medusa_id)
    await pushedWith(medusa_id, 0)
  })

  it("gets a chunk again that it has rejected, after a pause", async () => {
    receiver.answers.set(PATH, [500])
    const { medusa_id } = await catalog.listed({ title: "Armillary sphere", variants: [variant(2)] })
    await eventuallyRunning("push-feed", () =>
      Promise.resolve(receiver.answers.get(PATH)?.length ? undefined : true)
    )
    expect(await pushedBy(push)).toEqual([])
    expect(await sql("select last_error from gw_catalog_push")).toEqual([{ last_error: "answered 500" }])
    await sql("update gw_catalog_push set leased_until = now()")
    const again = await pushedBy(push)
    expect(again.some(({ id }) => id === medusa_id)).toBe(true)
  })
})
