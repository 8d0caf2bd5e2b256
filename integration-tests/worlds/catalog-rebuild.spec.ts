import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Entries } from "../../src/modules/catalog/entries"
import type { Entry } from "../../src/modules/catalog/models/entry"
import { StaleProducts } from "../../src/modules/catalog/stale"
import { sql } from "../support/database"
import { type RunningWorld, startWorld } from "../support/start-world"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { world } from "../support/world"

/** The command of the documentation, as a store runs it that has the plugin's sources. */
async function rebuild(): Promise<string> {
  const env = {
    ...process.env,
    DATABASE_URL: world().database_url,
    GW_BASE_URL: world().base_url,
    GW_BANK_API_URL: world().simulator_url,
    GW_BANK_MERCHANT_ID: "mrc_demo",
    GW_BANK_MERCHANT_KEY: newPrivateKey(),
    GW_ENCRYPTION_KEY: newEncryptionKey(),
    JWT_SECRET: "secret",
    COOKIE_SECRET: "secret",
    MEDUSA_DISABLE_TELEMETRY: "true",
    NODE_ENV: "development",
  }
  const command = ["node_modules/.bin/medusa", "exec", "./src/scripts/rebuild-catalog.ts"]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { env, timeout: 120_000 })
  return stdout + stderr
}

const indexed = () => sql<{ number: string }>("select number from gw_catalog_product order by number")

describe("the command that reads the catalog anew", () => {
  const shared = process.env.GW_TEST_WORLD
  let running: RunningWorld
  beforeAll(async () => {
    running = await startWorld()
    process.env.GW_TEST_WORLD = JSON.stringify(running.world)
  })
  afterAll(async () => {
    process.env.GW_TEST_WORLD = shared
    await running?.stop()
  })

  it("fills it beside a running store whose surface is off, says how far it is, and may be run again [CAT-12]", async () => {
    expect(await indexed()).toEqual([])
    expect(await rebuild()).toMatch(/catalog: 12 products to read[\s\S]*catalog: 12 products read in \d+ s/)
    const first = await indexed()
    expect(first).toHaveLength(12)
    await sql("delete from gw_catalog_offer")
    await rebuild()
    expect(await indexed()).toEqual(first)
    expect(await sql("select 1 from gw_catalog_offer where document is not null")).toHaveLength(24)
  }, 240_000)

  it("writes nothing of a product that has changed since it was read: who reads it next does [CAT-05]", async () => {
    const database = knex({ client: "pg", connection: world().database_url, pool: { min: 0, max: 1 } })
    const [entries, stale] = [new Entries(database, []), new StaleProducts(database)]
    const mark = () => stale.markFound("select unnest(:ids::text[])", { ids: ["prod_a", "prod_b"] })
    const entry = (product_id: string, handle: string): Entry => ({
      ...{ product_id, handle, text: { a: handle, b: "", c: "" } },
      ...{ categories: [], filed: [], variants: [], offers: [] },
    })
    const handles = () =>
      sql("select product_id, handle from gw_catalog_product where product_id like 'prod__' order by 1")
    try {
      await mark()
      const older = await stale.lease(2)
      await mark()
      const newer = await stale.lease(2)
      await entries.put([entry("prod_a", "newer")], newer.slice(0, 1), await entries.now())
      await entries.put([entry("prod_a", "older"), entry("prod_b", "older")], older, await entries.now())
      expect(await handles()).toEqual([{ product_id: newer[0]?.product_id, handle: "newer" }])
      expect(await sql("select product_id from gw_catalog_stale")).toEqual([
        { product_id: newer[1]?.product_id },
      ])
    } finally {
      await sql("delete from gw_catalog_stale")
      await sql("delete from gw_catalog_product where product_id like 'prod__'")
      await database.destroy()
    }
  })
})
