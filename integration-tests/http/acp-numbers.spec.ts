import { afterAll, beforeAll, expect, it } from "vitest"
import { AcpAgent } from "../support/acp"
import { eventually } from "../support/agent"
import { closeCatalog, makeProduct, openCatalog, variant } from "../support/catalog"
import { sql } from "../support/database"
import { runJob } from "../support/jobs"
import { switchSurfaces } from "../support/oauth-client"

let agent: AcpAgent

beforeAll(async () => {
  await openCatalog()
  await switchSurfaces({ ucp_enabled: false, acp_enabled: true })
  agent = await AcpAgent.of()
})

afterAll(async () => {
  await switchSurfaces({ acp_enabled: false })
  await closeCatalog()
})

/** A new product with one variant, unknown to other tests. */
async function made(title: string): Promise<{ id: string; variant_id: string }> {
  const { id, variants } = await makeProduct({ title, variants: [variant(20)] })
  return { id, variant_id: String(variants[0]?.id) }
}

const numbersOf = (id: string) =>
  sql<{ number: string }>("select number from gw_product_number where product_id = $1", [id])

async function expectSold({ id, variant_id }: { id: string; variant_id: string }): Promise<void> {
  const { number } = await eventually(async () => (await numbersOf(id))[0])
  const { line_items } = await agent.session(agent.create([[number, 1]]), 201)
  expect(line_items).toMatchObject([{ item: { id: variant_id } }])
}

it("a product can be bought by its product number as soon as it exists, also while UCP is off [ACP-34]", async () => {
  await expectSold(await made("Gnomon"))
})

it("a product created while every surface was off gets its number in the next catalog sweep [ACP-34]", async () => {
  await switchSurfaces({ acp_enabled: false })
  const product = await made("Armillary")
  await switchSurfaces({ acp_enabled: true })
  await sql("update gw_catalog_sweep set swept_at = '-infinity'")
  await expectSold(product)
})

it("no product number is assigned while every surface that uses product numbers is off", async () => {
  await switchSurfaces({ acp_enabled: false })
  try {
    const { id } = await made("Cross-staff")
    await sql("update gw_catalog_sweep set swept_at = '-infinity'")
    await runJob("refresh-catalog")
    expect(await numbersOf(id)).toEqual([])
  } finally {
    await switchSurfaces({ acp_enabled: true })
  }
})
