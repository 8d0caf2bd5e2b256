import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
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
})
