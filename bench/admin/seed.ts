import { Client } from "@medusajs/framework/pg"
import { world } from "../../integration-tests/support/world"
import { AGENTS } from "./rows-of-agents"
import { ORDERS } from "./rows-of-orders"
import { PAYMENTS } from "./rows-of-payments"
import { WEBHOOKS } from "./rows-of-webhooks"

const STATEMENTS: Readonly<Record<string, string>> = { ...PAYMENTS, ...WEBHOOKS, ...ORDERS, ...AGENTS }

/**
 * Disables triggers. The rows that they would add, such as counts, audit entries and announcements, are inserted here
 * as well.
 */
const BULK = "-c session_replication_role=replica -c work_mem=256MB"

/** Prevents the deletion of seeded data during the measurement. */
const KEEP = `
  update gw_setting set retention = retention || '{"audit": 3650, "bank_messages": 3650, "delivered_webhooks": 365}'`

/**
 * Inserts `count` payments, and all other rows of a store with as many, straight into its database, two tables at a
 * time.
 */
export async function seed(count: number): Promise<void> {
  const begun = performance.now()
  const waiting = Object.entries(STATEMENTS)
  const worker = async (client: Client) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await fill(client, ...next, count)
  }
  await Promise.all([1, 2].map(() => connected(worker)))
  await connected((client) => client.query(KEEP))
  // After all tables are filled: rows written while another statement runs would still count as new.
  await connected((client) => client.query("vacuum analyze"))
  console.log(`  seeded in ${seconds(begun)} s`)
}

async function fill(client: Client, table: string, statement: string, count: number): Promise<void> {
  const begun = performance.now()
  const { rowCount } = await client.query(statement, [count])
  console.log(`  ${table}: ${rowCount} rows in ${seconds(begun)} s`)
}

async function connected<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const connectionString = `${world().database_url}?options=${encodeURIComponent(BULK)}`
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(0)
