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
 * Plants a fault into these books and returns the findings of the audit. The rows are changed in a transaction that is
 * rolled back. Throws when the books contain no payment for the fault.
 */
export async function plantIn(world: World, books: Books, plant: Plant): Promise<Finding[]> {
  const victim = plant.victim && victimOf(books, plant.victim)
  return connected(world, async (client) => {
    await client.query("begin")
    // Disables constraints and triggers, so that faults can be planted that the database itself would reject.
    await client.query("set local session_replication_role = replica")
    await client.query(COPY_ROW)
    for (const statement of plant.sql ?? [])
      await change(client, statement.replaceAll(":victim", `'${victim?.ours?.id ?? ""}'`))
    const planted: Books = {
      ...books,
      tables: plant.sql ? await readTables(client) : books.tables,
      bank: atBank(books.bank, plant, victim),
      tokens: plant.tokens?.(books.tokens) ?? books.tokens,
      placed: plant.placed?.(books.placed) ?? books.placed,
      receivers: plant.receivers?.(books.receivers, victim) ?? books.receivers,
      approvals: plant.approvals?.(books.approvals) ?? books.approvals,
      repeated: plant.repeated ? [...books.repeated, plant.repeated(dossiersOf(books))] : books.repeated,
      mandates: plant.mandates?.(books.mandates) ?? books.mandates,
      stories: plant.stories?.(books.stories, victim) ?? books.stories,
    }
    await client.query("rollback")
    return audit(planted)
  })
}

function victimOf(books: Books, isVictim: NonNullable<Plant["victim"]>): Dossier {
  const victim = dossiersOf(books).find((dossier) => isVictim(dossier))
  if (!victim) throw new Error("The books contain no payment for this planted fault.")
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

async function change(client: Client, statement: string): Promise<void> {
  const { rowCount } = await client.query(statement)
  if (!rowCount) throw new Error(`The books contain no payment for this planted fault: ${statement}`)
}
