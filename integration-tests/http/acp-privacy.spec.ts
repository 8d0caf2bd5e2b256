import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { AcpAgent, BERLIN } from "../support/acp"
import { type CatalogReader, closeCatalog, openCatalog } from "../support/catalog"
import { orderNumber } from "../support/merchant"
import { switchSurfaces } from "../support/oauth-client"
import { erase, erasureIn, exported, newCustomer, rowsNaming } from "../support/privacy"
import { limited } from "../support/purchases"

let catalog: CatalogReader
let item: string

beforeAll(async () => {
  catalog = await openCatalog()
  await switchSurfaces({ acp_enabled: true })
  item = await limited(catalog, 100, "Compass")
})

afterAll(async () => {
  await switchSurfaces({ acp_enabled: false })
  await closeCatalog()
})

describe("a customer who bought through ACP", () => {
  it("can export their data and be erased, with notes, metadata and attribution [ACP-30]", async () => {
    const customer = await newCustomer()
    const { name } = customer
    const agent = await AcpAgent.of(customer)
    const place = { name: `${name} Tester`, line_one: `${name}str. 1` }
    const { id } = await agent.ready([[item, 1]], {
      buyer: { email: customer.email, full_name: `${name} Tester` },
      fulfillment_details: { name: `${name} Tester`, address: { ...BERLIN, ...place } },
      order_notes: `The bell says ${name}.`,
      metadata: { known_as: { at_home: name } },
      affiliate_attribution: { provider: "blog", token: name },
    })
    const { order } = await agent.authenticateBuyer(await agent.session(agent.complete(id)), "completed")
    const noted = async () => (await orderNumber(Number(order?.id))).metadata.gw_agent
    expect(await noted()).toMatchObject({
      note: `The bell says ${name}.`,
      metadata: { known_as: { at_home: name } },
      attribution: { token: name },
    })
    expect(JSON.stringify(await exported(customer))).toContain(`The bell says ${name}.`)
    expect((await rowsNaming(name)).length).toBeGreaterThan(3)
    expect(await erasureIn(erase(customer))).toMatchObject({ obstacle: null })
    expect(await rowsNaming(name)).toEqual([])
    expect(await noted()).toEqual({ client_id: agent.client_id, session_id: id })
  })
})
