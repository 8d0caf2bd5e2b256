import type { Client } from "@medusajs/framework/pg"
import type { World } from "../../integration-tests/support/world"
import { audit } from "../audit/audit"
import type { Finding } from "../audit/finding"
import { readTables } from "../audit/tables"
import type { Books } from "../audit/books"
import { connected } from "../read-books"
import type { Plant } from "./plant"

/**
 * What the audit finds when a fault is planted into these books. The rows are changed in a transaction that only the
 * audit sees and that is rolled back. Throws when there is nobody the fault could befall.
 */
export async function plantIn(world: World, books: Books, plant: Plant): Promise<Finding[]> {
  return connected(world, async (client) => {
    await client.query("begin")
    // As superuser: what the database itself refuses must be found all the same, were it to come about.
    await client.query("set local session_replication_role = replica")
    for (const statement of plant.sql ?? []) await hit(client, statement)
    const planted = {
      ...books,
      tables: plant.sql ? await readTables(client) : books.tables,
      bank: plant.bank?.(books.bank) ?? books.bank,
      tokens: plant.tokens?.(books.tokens) ?? books.tokens,
      placed: plant.placed?.(books.placed) ?? books.placed,
    }
    await client.query("rollback")
    return audit(planted)
  })
}

async function hit(client: Client, statement: string): Promise<void> {
  const { rowCount } = await client.query(statement)
  if (!rowCount) throw new Error(`there is nobody this could befall: ${statement}`)
}
