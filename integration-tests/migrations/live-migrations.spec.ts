import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "@medusajs/framework/pg"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { createDatabase, type Postgres, removePostgres, startPostgres } from "../../demo/postgres"
import { eventually } from "../support/agent"
import { migrate, ownMigrations, revert, type Source } from "../support/migrations/runner"
import { Traffic } from "../support/migrations/traffic"
import { reapAfterUs } from "../support/reaper"

/**
 * The number of payments. Each takes as long to read as 300 real ones; `GW_TEST_PAYMENTS=1000000` uses a
 * million real ones instead.
 */
const PAYMENTS = Number(process.env.GW_TEST_PAYMENTS ?? 3000)
const READ = process.env.GW_TEST_PAYMENTS ? "" : "perform pg_sleep(0.0005);"
const MINUTES = 60_000 * (process.env.GW_TEST_PAYMENTS ? 30 : 3)

const SUPPORT = join(__dirname, "..", "support", "migrations")
const NEXT: Source = { name: "Migration20991231000001", file: join(SUPPORT, "settlement-account.ts") }
const careless = (class_name: string): Source => ({
  name: "Migration20991231000002",
  file: join(SUPPORT, "careless.ts"),
  class_name,
})

const { first, later } = ownMigrations()
const folder = mkdtempSync(join(tmpdir(), "gw-migrations-"))
const dir = join(folder, "postgres")
let postgres: Postgres
let reaped: () => void
const clients: Client[] = []

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on("error", () => undefined)
  await client.connect()
  clients.push(client)
  return client
}

async function newDatabase(name: string): Promise<string> {
  await createDatabase(postgres.url("postgres"), name)
  const client = await connect(postgres.url(name))
  await client.query(`create function gw_test_read(_text text) returns text language plpgsql immutable as $$
    begin ${READ} return _text; end $$`)
  return postgres.url(name)
}

/** A store's database with all first migrations and its payments. The payments are inserted without triggers. */
async function withPayments(name: string): Promise<{ url: string; client: Client }> {
  const url = await newDatabase(name)
  await migrate(url, first)
  const client = await connect(url)
  await client.query("set session_replication_role = replica")
  await client.query(
    `insert into gw_payment (id, origin, intent, amount, currency, description, merchant_reference, idempotency_key)
     select 'pay_seed_' || n, 'cart', 'sale', 1500, 'EUR', 'Seed', 'pay_seed_' || n, gen_random_uuid()
       from generate_series(1, $1::integer) n`,
    [PAYMENTS]
  )
  await client.query("reset session_replication_role; analyze gw_payment")
  return { url, client }
}

const one = async <Row extends object>(client: Client, sql: string) => (await client.query<Row>(sql)).rows[0]

const CHANGED = `
  select (select count(*)::integer from gw_payment where settlement_account is null) as without,
         (select indisvalid from pg_index where indexrelid = 'gw_payment_account'::regclass) as has_index,
         (select convalidated from pg_constraint where conname = 'gw_payment_account_check') as has_check`

beforeAll(async () => {
  postgres = await startPostgres({ dir, disposable: true })
  reaped = reapAfterUs({
    server_pid: postgres.pid,
    paused_file: join(folder, "paused"),
    folders: [folder, postgres.home],
  })
}, 60_000)
afterEach(async () => void (await Promise.all(clients.splice(0).map((client) => client.end()))))
afterAll(async () => {
  await postgres.stop()
  await removePostgres(dir)
  rmSync(folder, { recursive: true, force: true })
  reaped()
}, 60_000)

describe("a migration of a store that is in use", { timeout: MINUTES }, () => {
  it("lets no statement of live traffic wait for a second [SRV-28]", async () => {
    const { url, client } = await withPayments("live")
    const traffic = new Traffic(url, PAYMENTS)
    const writer = await connect(url)
    await writer.query("begin; update gw_payment set status = 'unknown' where id = 'pay_seed_1'")
    const migrating = migrate(url, [...first, ...later, NEXT])
    // A long transaction blocks the migration's locks. Meanwhile the traffic must continue.
    await eventually(async () => one(client, "select 1 from pg_locks where not granted"))
    await traffic.goneOn(100)
    await writer.query("commit")
    expect(await migrating).toEqual([...later, NEXT].map(({ name }) => name))
    await traffic.goneOn(1)
    await traffic.stop()
    expect(traffic.failures).toEqual([])
    expect(await one(client, CHANGED)).toEqual({ without: 0, has_index: true, has_check: true })
  })

  it("continues where it was interrupted [SRV-28]", async () => {
    const { url, client } = await withPayments("cut_short")
    const cut = migrate(url, [...first, NEXT])
    const making = "select pid from pg_stat_activity where query like 'create index concurrently%'"
    const builder = await eventually(() => one<{ pid: number }>(client, making), 600)
    await client.query("select pg_terminate_backend($1)", [builder.pid])
    await expect(cut).rejects.toThrow()
    expect(await migrate(url, [...first, NEXT])).toEqual([NEXT.name])
    expect(await one(client, CHANGED)).toEqual({ without: 0, has_index: true, has_check: true })
  })

  it.each(["IndexAtOnce", "CheckAtOnce"])(
    "is detected as blocking the traffic when it breaks the policy: %s",
    async (name) => {
      const { url } = await withPayments(name.toLowerCase())
      const traffic = new Traffic(url, PAYMENTS)
      await traffic.goneOn(1)
      await migrate(url, [...first, careless(name)])
      await traffic.stop()
      expect(traffic.failures[0]).toMatch(/^canceling statement due to statement timeout/)
    }
  )

  it("is detected as blocking the traffic when it waits for a lock without a timeout", async () => {
    const { url } = await withPayments("patient")
    const traffic = new Traffic(url, PAYMENTS)
    const writer = await connect(url)
    await writer.query("begin; update gw_payment set status = 'unknown' where id = 'pay_seed_1'")
    const migrating = migrate(url, [...first, careless("LockWithoutTimeout")])
    await traffic.hindered()
    await writer.query("commit")
    await migrating
    await traffic.stop()
    expect(traffic.failures[0]).toMatch(/^canceling statement due to statement timeout/)
  })
})

/** Stores a notification as a server of the version before accounts does. */
const NOTIFIED = `select outcome from gw_store_messages('[{"index": 0, "issuer": "bank", "jti": "jti_1",
  "expires_at": "2030-01-01", "event_id": "evt_1", "type": "payment.captured", "payload": "{}"}]')`

describe("the migration to several bank accounts", { timeout: MINUTES }, () => {
  it("can be reverted, and the previous version then stores notifications [SRV-28]", async () => {
    const url = await newDatabase("accounts")
    const accounts = later.filter(({ name }) => name === "Migration20261130000001")
    await migrate(url, [...first, ...accounts])
    await revert(url, accounts, 1)
    const client = await connect(url)
    expect(await one(client, NOTIFIED)).toEqual({ outcome: "stored" })
    expect(await migrate(url, [...first, ...accounts])).toEqual(["Migration20261130000001"])
    expect(await one(client, NOTIFIED)).toEqual({ outcome: "replayed" })
    expect(await one(client, "select event_id, bank_account from gw_bank_event")).toEqual({
      event_id: "evt_1",
      bank_account: "default",
    })
  })
})

describe("migrations of a new store", { timeout: MINUTES }, () => {
  it("run together, first and later ones, and can be reverted [SRV-28]", async () => {
    const url = await newDatabase("fresh")
    const all = [...first, ...later, NEXT]
    expect(await migrate(url, all)).toEqual(all.map(({ name }) => name).sort())
    const client = await connect(url)
    expect(await one(client, CHANGED)).toEqual({ without: 0, has_index: true, has_check: true })
    await revert(
      url,
      all.map((source) => source).sort((a, b) => a.name.localeCompare(b.name)),
      all.length
    )
    const left = `select relname as name from pg_class where relname like 'gw\\_%'
      union all select proname from pg_proc where proname like 'gw\\_%' and proname <> 'gw_test_read'`
    expect((await client.query(left)).rows).toEqual([])
  })
})
