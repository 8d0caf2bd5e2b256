import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { type Knex, knex } from "@medusajs/framework/mikro-orm/knex"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { Entries } from "../../src/modules/catalog/entries"
import type { Entry } from "../../src/modules/catalog/models/entry"
import { type Stale, StaleProducts } from "../../src/modules/catalog/stale"
import { sql } from "../support/database"
import { inOwnWorld } from "../support/own-world"
import { newEncryptionKey, newPrivateKey } from "../support/store-keys"
import { world } from "../support/world"

/** Runs the documented command, as a store with the plugin's sources does. */
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

inOwnWorld({}, { fresh: true })

describe("the command that rebuilds the catalog", () => {
  it("fills the catalog next to a running store whose surface is off, reports progress, and can run again [CAT-12]", async () => {
    expect(await indexed()).toEqual([])
    expect(await rebuild()).toMatch(/catalog: 12 products to read[\s\S]*catalog: 12 products read in \d+ s/)
    const first = await indexed()
    expect(first).toHaveLength(12)
    await sql("delete from gw_catalog_offer")
    await rebuild()
    expect(await indexed()).toEqual(first)
    expect(await sql("select 1 from gw_catalog_offer where document is not null")).toHaveLength(24)
  })
})

/** The index and its queue. The store's surface is off, so the store itself changes neither. */
describe("a product in the catalog's queue", () => {
  let database: Knex
  let entries: Entries
  let stale: StaleProducts
  beforeAll(() => {
    database = knex({ client: "pg", connection: world().database_url, pool: { min: 0, max: 1 } })
    entries = new Entries(database, [])
    stale = new StaleProducts(database)
  })
  afterEach(async () => {
    await sql("delete from gw_catalog_stale")
    await sql("delete from gw_catalog_product where product_id in ('prod_a', 'prod_b')")
  })
  afterAll(() => database.destroy())

  const mark = (ids: string[], is_urgent = false) =>
    stale.markFound("select unnest(:ids::text[])", { ids }, is_urgent)
  const idsOf = (leased: readonly Stale[]) => leased.map(({ product_id }) => product_id).sort()
  const entry = (product_id: string, handle: string): Entry => ({
    product_id,
    handle,
    text: { a: handle, b: "", c: "" },
    categories: [],
    category_ids: [],
    variants: [],
    offers: [],
  })

  it("is written with its newest state: an older reading is discarded, and unread products stay in the queue [CAT-05]", async () => {
    await mark(["prod_a", "prod_b"])
    const older = await stale.lease(2)
    await mark(["prod_a", "prod_b"])
    const newer = await stale.lease(2)
    const newer_a = newer.filter(({ product_id }) => product_id === "prod_a")
    await entries.put([entry("prod_a", "newer")], newer_a, await entries.now())
    await entries.put([entry("prod_a", "older"), entry("prod_b", "older")], older, await entries.now())
    const products =
      "select product_id, handle from gw_catalog_product where product_id in ('prod_a', 'prod_b')"
    expect(await sql(products)).toEqual([{ product_id: "prod_a", handle: "newer" }])
    expect(await sql("select product_id from gw_catalog_stale")).toEqual([{ product_id: "prod_b" }])
  })

  it("is read first when an event reports it, before products that wait longer [CAT-05]", async () => {
    await mark(["prod_a", "prod_b", "prod_c"])
    expect(await mark(["prod_d"], true)).toBe(1)
    expect(await mark(["prod_c"], true)).toBe(1)
    expect(await mark(["prod_c"])).toBe(0)
    expect(idsOf(await stale.lease(2))).toEqual(["prod_c", "prod_d"])
    expect(idsOf(await stale.lease(5))).toEqual(["prod_a", "prod_b"])
  })

  it("is leased to one reader, and is read again when it changes meanwhile [CAT-05]", async () => {
    await mark(["prod_a"], true)
    expect(idsOf(await stale.lease(1))).toEqual(["prod_a"])
    expect(await stale.lease(1)).toEqual([])
    await mark(["prod_a"])
    expect(idsOf(await stale.lease(1))).toEqual(["prod_a"])
  })
})
