import { type BankPayment } from "../../chaos/audit/bank"
import { paymentAtRedsys, type RedsysOrder } from "../../chaos/audit/bank-redsys"
import { eventually } from "./agent"
import { sql } from "./database"
import { pauseJob, runJob } from "./jobs"
import { world } from "./world"

/** A payment in the bank's own ledger. */
export interface LedgerPayment {
  id: string
  status: string
  /** Whether the customer made the payment (cit), or the merchant charged a saved card (mit). */
  initiator: "cit" | "mit"
  merchant_reference: string
  amounts: { authorized: number; captured: number; refunded: number; voided: number }
  captures: { id: string; merchant_reference: string | null; amount: number }[]
  refunds: { id: string; merchant_reference: string | null; amount: number; status: string }[]
}

/** The bank's ledger entry of a payment, by the gateway's payment id. */
export async function ledgerOf(payment_id: string): Promise<LedgerPayment> {
  const [payment] = await inLedger<LedgerPayment>("payments", await referenceOf(payment_id))
  if (!payment) throw new Error(`the bank has no payment ${payment_id}`)
  return payment
}

/** The same for a payment in any mode of the simulator. */
export async function bankPaymentOf(payment_id: string): Promise<BankPayment> {
  const reference = await referenceOf(payment_id)
  const [payment] = await inLedger<BankPayment>("payments", reference)
  if (payment) return payment
  const order = (await redsysOrders()).find(({ merchant_data }) => merchant_data === reference)
  if (!order) throw new Error(`the bank has no payment ${payment_id}`)
  return paymentAtRedsys(order)
}

async function referenceOf(payment_id: string): Promise<string> {
  const query = "select merchant_reference from gw_payment where id = $1"
  const [row] = await sql<{ merchant_reference: string }>(query, [payment_id])
  if (!row) throw new Error(`the bank has no payment ${payment_id}: the store has none`)
  return row.merchant_reference
}

async function redsysOrders(): Promise<RedsysOrder[]> {
  const response = await fetch(`${world().simulator_control_url}/_sim/redsys/orders`)
  return ((await response.json()) as { data: RedsysOrder[] }).data
}

/** The entries of the bank's ledger with a merchant reference, or all entries. */
export async function inLedger<Entry>(
  kind: "payments" | "tokens",
  merchant_reference?: string
): Promise<Entry[]> {
  const query = new URLSearchParams(merchant_reference ? { merchant_reference } : {})
  const response = await fetch(`${world().simulator_control_url}/_sim/${kind}?${query}`)
  return ((await response.json()) as { data: Entry[] }).data
}

/** Calls a control endpoint of the bank simulator. */
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
  /** The error code with which the store rejected it. */
  code?: string
  forged?: string
}

/** The bank's notification attempts after entry `since` of its log. */
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

/** The store's calls after entry `since` of the bank's log, as far back as the log goes. */
export async function callsSince(since = 0): Promise<LoggedCall[]> {
  const response = await fetch(`${world().simulator_control_url}/_sim/log?since=${since}`)
  const { data } = (await response.json()) as { data: LoggedCall[] }
  return data.filter(({ kind }) => kind === "request")
}

/** The number of the store's look-ups with this reference in the path, as far back as the bank's log goes. */
export async function countLookupsOf(name: string): Promise<number> {
  const lookups = (await callsSince()).filter(({ method }) => method === "GET")
  return lookups.filter(({ path }) => path.includes(name)).length
}

/** Whether a payment has an effect that is not done. */
export async function hasPendingEffect(payment_id: string): Promise<boolean> {
  const pending = await sql("select 1 from gw_effect where payment_id = $1 and done_at is null", [payment_id])
  return pending.length > 0
}

/**
 * Performs the effects of a payment until none is pending. Ends the pause after a call started in Medusa: that
 * request has been answered, so Medusa has written its record.
 */
export async function performEffects(payment_id: string): Promise<void> {
  await endOwnPauses(payment_id)
  await eventually(async () => {
    if (!(await hasPendingEffect(payment_id))) return true
    await runJob("settle-leftovers")
    return (await hasPendingEffect(payment_id)) ? undefined : true
  })
}

/** Ends the pauses in which effects wait for Medusa's own record of a completed call, but not those after a failure. */
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

/** Adds a fault at the bank, until `clearFaults` is called. */
export function fault(order: object): Promise<void> {
  return turn("faults", order)
}

export async function clearFaults(): Promise<void> {
  await fetch(`${world().simulator_control_url}/_sim/faults`, { method: "DELETE" })
}

/** Removes all faults at the bank and resets its clock. */
export async function restoreBank(): Promise<void> {
  await clearFaults()
  await turn("clock", { offset_s: 0 })
}

/** Makes the store read nothing from the bank's event list by itself, until the returned function is called. */
export function withoutEventFeed(): Promise<() => Promise<void>> {
  return pauseJob("catch-up-events")
}
