import { Client } from "@medusajs/framework/pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { sql } from "../support/database"
import { world } from "../support/world"

/** A session whose search path finds an empty `gw_setting` before the store's one. */
describe("the functions of the plugin's migrations [HRD-08]", () => {
  const session = new Client({ connectionString: world().database_url })

  beforeAll(async () => {
    await session.connect()
    await session.query("begin; create schema shadow; create table shadow.gw_setting (like gw_setting)")
  })
  afterAll(async () => {
    await session.query("rollback")
    await session.end()
  })

  it("all have a fixed search path", async () => {
    const functions = await sql<{ proname: string; path: string | null }>(
      `select proname, (select c from unnest(proconfig) c where c like 'search_path=%') as path
         from pg_proc where proname like 'gw\\_%' and proname not like 'gw\\_test\\_%'`
    )
    expect(functions.length).toBeGreaterThan(20)
    expect(functions.filter(({ path }) => path === null)).toEqual([])
  })

  it("read the store's tables, also where the session's search path begins with another schema", async () => {
    await session.query("set local search_path = shadow, public")
    expect((await session.query("select * from gw_setting")).rows).toEqual([])
    const { rows } = await session.query("select * from gw_admit('[]')")
    expect(rows).toEqual([])
  })
})
