import type { Agent, Card, Task } from "./agent"
import { inLedger } from "./bank-ledger"
import { sql } from "./database"
import { runJob } from "./jobs"
import { CARDS, authenticate } from "./shopper"

/** A saved card in the bank's own ledger. */
export interface LedgerToken {
  id: string
  version: number
  status: string
  merchant_reference: string
  customer_reference: string
  usage: string
  terms: Record<string, unknown>
}

/** The input of a tokenize_card call. */
export const CARD_INPUT = { customer_reference: "customer-7", currency: "EUR" }

/** Requests a saved card and returns the task. */
export async function tokenize(agent: Agent, input: object = {}): Promise<Task> {
  const { body } = await agent.send("tokenize_card", { ...CARD_INPUT, ...input })
  if (!body.result) throw new Error(`tokenize_card answered ${JSON.stringify(body.error)}`)
  return body.result
}

/** A saved card with the customer's consent. */
export async function createSavedCard(
  agent: Agent,
  number: string = CARDS.approved,
  input = {}
): Promise<Card> {
  const { task_id, artifacts } = await tokenize(agent, input)
  await authenticate(artifacts.sca_redirect_url, "approve", number)
  const { card } = (await agent.settled(task_id)).artifacts
  if (!card) throw new Error("no card was saved")
  return card
}

/** The gateway's row of a card, by its id or the task that waits for it. */
export async function cardRow(id: string): Promise<Record<string, unknown>> {
  const [row] = await sql<Record<string, unknown>>(
    "select * from gw_card_token where id = coalesce((select waits_for from gw_task where id = $1), $1)",
    [id]
  )
  if (!row) throw new Error(`no card ${id}`)
  return row
}

/** The bank's tokens of a card, by the card's id or its task's. */
export async function tokensAtBank(id: string): Promise<LedgerToken[]> {
  const { merchant_reference } = await cardRow(id)
  return inLedger<LedgerToken>("tokens", String(merchant_reference))
}

/** Makes the planned look-up of a card run now. A card without a planned look-up is not queried. */
export async function runPlannedLookup(id: string): Promise<void> {
  const { id: card_id } = await cardRow(id)
  const earlier = "next_check_at - interval '1 hour'"
  await sql(`update gw_card_token set next_check_at = ${earlier} where id = $1`, [card_id])
  await runJob("reconcile-cards")
}

/** Makes the store look up a card now, or never. */
export async function scheduleLookup(id: string, when: "now()" | "null"): Promise<void> {
  const { id: card_id } = await cardRow(id)
  await sql(`update gw_card_token set next_check_at = ${when} where id = $1`, [card_id])
  if (when === "now()") await runJob("reconcile-cards")
}
