import type { Agent, Card, Task } from "./agent"
import { inLedger } from "./bank-ledger"
import { sql } from "./database"
import { runJob } from "./jobs"
import { CARDS, prove } from "./shopper"

/** A kept card as the bank's own ledger has it. */
export interface LedgerToken {
  id: string
  version: number
  status: string
  merchant_reference: string
  customer_reference: string
  usage: string
  terms: Record<string, unknown>
}

/** What an agent asks to have a card kept. */
export const CARD_INPUT = { customer_reference: "customer-7", currency: "EUR" }

/** Asks for a card to be kept and returns the task. */
export async function tokenize(agent: Agent, input: object = {}): Promise<Task> {
  const { body } = await agent.send("tokenize_card", { ...CARD_INPUT, ...input })
  if (!body.result) throw new Error(`tokenize_card answered ${JSON.stringify(body.error)}`)
  return body.result
}

/** A card the shopper has agreed to keep. */
export async function keepCard(agent: Agent, number: string = CARDS.approved, input = {}): Promise<Card> {
  const { task_id, artifacts } = await tokenize(agent, input)
  await prove(artifacts.sca_redirect_url, "approve", number)
  const { card } = (await agent.settled(task_id)).artifacts
  if (!card) throw new Error("no card was kept")
  return card
}

/** Our row of the card a task waits for, or that has this id. */
export async function cardRow(id: string): Promise<Record<string, unknown>> {
  const [row] = await sql<Record<string, unknown>>(
    "select * from gw_card_token where id = coalesce((select waits_for from gw_task where id = $1), $1)",
    [id]
  )
  if (!row) throw new Error(`no card ${id}`)
  return row
}

/** The bank's tokens of a card of ours, by its id or its task's. */
export async function tokensAtBank(id: string): Promise<LedgerToken[]> {
  const { merchant_reference } = await cardRow(id)
  return inLedger<LedgerToken>("tokens", String(merchant_reference))
}

/** What the store has planned to ask the bank about a card, it asks now. Nothing is asked that is not planned. */
export async function askAsPlanned(id: string): Promise<void> {
  const { id: card_id } = await cardRow(id)
  const earlier = "next_check_at - interval '1 hour'"
  await sql(`update gw_card_token set next_check_at = ${earlier} where id = $1`, [card_id])
  await runJob("reconcile-cards")
}

/** Lets the store ask the bank for a card now, or not at all. */
export async function nextTurn(id: string, when: "now()" | "null"): Promise<void> {
  const { id: card_id } = await cardRow(id)
  await sql(`update gw_card_token set next_check_at = ${when} where id = $1`, [card_id])
  if (when === "now()") await runJob("reconcile-cards")
}
