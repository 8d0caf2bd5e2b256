import type { Client } from "@medusajs/framework/pg"
import type { World } from "../../integration-tests/support/world"
import { audit } from "../audit/audit"
import type { BankPayment } from "../audit/bank"
import type { Books } from "../audit/books"
import type { Dossier } from "../audit/dossier"
import { dossiersOf } from "../audit/dossiers"
import type { Finding } from "../audit/finding"
import { readTables } from "../audit/tables"
import { connected } from "../read-books"
import { COPY_ROW } from "./copy-row"
import type { Plant } from "./plant"

/**
 * What the audit finds when a fault is planted into these books. The rows are changed in a transaction that only the
 * audit sees and that is rolled back. Throws when there is no payment for the fault.
 */
export async function plantIn(world: World, books: Books, plant: Plant): Promise<Finding[]> {
  const victim = plant.victim && victimOf(books, plant.victim)
  return connected(world, async (client) => {
    await client.query("begin")
    // As superuser: what the database itself refuses must be found all the same, were it to come about.
    await client.query("set local session_replication_role = replica")
    await client.query(COPY_ROW)
    for (const statement of plant.sql ?? [])
      await hit(client, statement.replaceAll(":victim", `'${victim?.ours?.id ?? ""}'`))
    const planted: Books = {
      ...books,
      tables: plant.sql ? await readTables(client) : books.tables,
      bank: atBank(books.bank, plant, victim),
      tokens: plant.tokens?.(books.tokens) ?? books.tokens,
      placed: plant.placed?.(books.placed) ?? books.placed,
      receivers: plant.receivers?.(books.receivers, victim) ?? books.receivers,
      approvals: plant.approvals?.(books.approvals) ?? books.approvals,
      stories: plant.stories?.(books.stories, victim) ?? books.stories,
    }
    await client.query("rollback")
    return audit(planted)
  })
}

function victimOf(books: Books, is: NonNullable<Plant["victim"]>): Dossier {
  const victim = dossiersOf(books).find((dossier) => is(dossier))
  if (!victim) throw new Error("there is no payment for this plant")
  return victim
}

function atBank(
  ledger: readonly BankPayment[],
  { bank, at_bank }: Plant,
  victim: Dossier | undefined
): readonly BankPayment[] {
  const changed = at_bank
    ? ledger.map((payment) => (payment === victim?.bank ? at_bank(payment) : payment))
    : ledger
  return bank?.(changed, victim) ?? changed
}

async function hit(client: Client, statement: string): Promise<void> {
  const { rowCount } = await client.query(statement)
  if (!rowCount) throw new Error(`there is no payment for this plant: ${statement}`)
}
