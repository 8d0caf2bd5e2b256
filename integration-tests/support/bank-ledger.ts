import { eventually } from "./agent"
import { sql } from "./database"
import { runJob } from "./jobs"
import { world } from "./world"

/** A payment as the bank's own ledger has it. */
export interface LedgerPayment {
  id: string
  status: string
  merchant_reference: string
  amounts: { authorized: number; captured: number; refunded: number; voided: number }
  captures: { amount: number }[]
  refunds: { amount: number; status: string }[]
}

/** The bank's ledger entry of a payment of ours. */
export async function ledgerOf(payment_id: string): Promise<LedgerPayment> {
  const [row] = await sql<{ merchant_reference: string }>(
    "select merchant_reference from gw_payment where id = $1",
    [payment_id]
  )
  const [payment] = row ? await inLedger<LedgerPayment>("payments", row.merchant_reference) : []
  if (!payment) throw new Error(`the bank has no payment ${payment_id}`)
  return payment
}

/** What the bank's own ledger has by a merchant reference, or all of it. */
export async function inLedger<Entry>(
  kind: "payments" | "tokens",
  merchant_reference?: string
): Promise<Entry[]> {
  const query = new URLSearchParams(merchant_reference ? { merchant_reference } : {})
  const response = await fetch(`${world().simulator_control_url}/_sim/${kind}?${query}`)
  return ((await response.json()) as { data: Entry[] }).data
}

/** Turns a knob of the bank simulator. */
export async function turn(knob: string, body: object = {}): Promise<void> {
  const response = await fetch(`${world().simulator_control_url}/_sim/${knob}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${knob} answered ${response.status} ${await response.text()}`)
}

/** One attempt of the bank to notify the store. */
export interface Delivery {
  seq: number
  kind: string
  type: string
  status: number | null
  outcome: string
  /** The reason the store gave for refusing it. */
  code?: string
  forged?: string
}

/** The bank's attempts to notify the store after entry `since` of its log. */
export async function deliveries(since = 0): Promise<Delivery[]> {
  const response = await fetch(`${world().simulator_control_url}/_sim/log?since=${since}`)
  const { data } = (await response.json()) as { data: Delivery[] }
  return data.filter(({ kind }) => kind === "delivery")
}

interface LoggedCall {
  readonly seq: number
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly idempotency_key?: string
}

/** The store's calls after entry `since` of the bank's log, as far as that goes back. */
export async function callsSince(since = 0): Promise<LoggedCall[]> {
  const response = await fetch(`${world().simulator_control_url}/_sim/log?since=${since}`)
  const { data } = (await response.json()) as { data: LoggedCall[] }
  return data.filter(({ kind }) => kind === "request")
}

/** How often the store has asked the bank about what it calls by this name, as far as the bank's log goes back. */
export async function questionsAbout(name: string): Promise<number> {
  const asked = (await callsSince()).filter(({ method }) => method === "GET")
  return asked.filter(({ path }) => path.includes(name)).length
}

/** Whether a payment has a settlement step that is not done. */
export async function hasPendingStep(payment_id: string): Promise<boolean> {
  const pending = await sql("select 1 from gw_effect where payment_id = $1 and done_at is null", [payment_id])
  return pending.length > 0
}

/**
 * Performs the settlement steps of a payment until none is pending. The pause after a call that was begun in Medusa counts
 * as over: the request that made the call has been answered, so Medusa has written its record.
 */
export async function nothingOwed(payment_id: string): Promise<void> {
  await endOwnPauses(payment_id)
  await eventually(async () => {
    if (!(await hasPendingStep(payment_id))) return true
    await runJob("settle-leftovers")
    return (await hasPendingStep(payment_id)) ? undefined : true
  }, 60)
}

/** Ends the pauses in which steps wait for Medusa's own record, of calls that are over; not those after a failure. */
async function endOwnPauses(payment_id: string): Promise<void> {
  await sql(
    `update gw_bank_operation set updated_at = updated_at - interval '1 minute'
      where payment_id = $1 and status = 'done' and medusa_id is not null`,
    [payment_id]
  )
  await sql(
    `update gw_effect e set not_before = now() from gw_bank_operation o
      where e.payment_id = $1 and e.done_at is null and e.attempts = 0
        and e.not_before between now() and now() + interval '1 minute'
        and o.merchant_reference = e.movement ->> 'merchant_reference' and o.status = 'done'`,
    [payment_id]
  )
}

/** Lets something go wrong at the bank, until `clearFaults`. */
export function fault(order: object): Promise<void> {
  return turn("faults", order)
}

export async function clearFaults(): Promise<void> {
  await fetch(`${world().simulator_control_url}/_sim/faults`, { method: "DELETE" })
}

/** Ends what goes wrong at the bank, and sets its clock right again. */
export async function restoreBank(): Promise<void> {
  await clearFaults()
  await turn("clock", { offset_s: 0 })
}

/** Lets the bank's list of events have nothing new to tell, until the answer is called. */
export async function withoutEventFeed(): Promise<() => Promise<unknown>> {
  const [cursor] = await sql<{ sequence: string }>("select sequence from gw_bank_cursor")
  await sql("update gw_bank_cursor set sequence = 1000000000")
  return () => sql("update gw_bank_cursor set sequence = $1", [cursor?.sequence])
}
