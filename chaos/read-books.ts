import { Client } from "@medusajs/framework/pg"
import { readEvents } from "../integration-tests/support/events-file"
import type { World } from "../integration-tests/support/world"
import { lostIn, placedIn } from "./announcements"
import { readTokens } from "./audit/bank"
import type { Books } from "./audit/books"
import { type Queryable, readTables } from "./audit/tables"
import type { RunLog } from "./load/run-log"
import { MODES } from "./modes"

/** Reads all records that the audit compares, through the connection `database` if it is given. */
export async function readBooks(world: World, runLog: RunLog, database?: Queryable): Promise<Books> {
  const tables = await (database ? readTables(database) : connected(world, readTables))
  const {
    mode,
    requested,
    canceled,
    voided,
    stories,
    is_calm,
    rules,
    approvals,
    repeated,
    mandates,
    receivers,
  } = runLog
  const events = readEvents(world.events_file)
  return {
    mode,
    tables,
    bank: await MODES[mode].readLedger(world, tables, runLog),
    tokens: await readTokens(world.simulator_control_url),
    placed: placedIn(events),
    lost: mode === "storefront" ? lostIn(events) : [],
    requested,
    canceled,
    voided,
    stories,
    is_calm,
    rules,
    approvals,
    repeated,
    mandates,
    receivers,
  }
}

/** Runs `use` with a connection to the store's database, and closes it afterwards. */
export async function connected<T>({ database_url }: World, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
