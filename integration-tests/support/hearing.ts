import { sql } from "./database"
import { runJob } from "./jobs"

/** From here on the store learns of a payment by notification only: it asks neither for it nor for the list of events. */
export async function stopAsking(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = null where id = $1", [payment_id])
  await sql("update gw_bank_cursor set sequence = 1000000000")
}

/** The store reads the bank's list of events again, from its beginning. */
export async function readListAgain(): Promise<void> {
  await sql("update gw_bank_cursor set sequence = 0")
}

/** What the store has planned to ask the bank about a payment, it asks now. Nothing is asked that is not planned. */
export async function askAsPlanned(payment_id: string): Promise<void> {
  const earlier = "next_check_at - interval '1 hour'"
  await sql(`update gw_payment set next_check_at = ${earlier} where id = $1`, [payment_id])
  await runJob("reconcile-payments")
}

/** The store asks now about the bank calls of a payment that have ended without an answer. */
export async function clearUpNow(payment_id: string): Promise<void> {
  await sql(
    `update gw_bank_operation set updated_at = updated_at - interval '1 hour'
      where payment_id = $1 and status = 'unknown'`,
    [payment_id]
  )
  await runJob("reconcile-payments")
}

/** Lets the store ask the bank for a payment now. */
export async function askNow(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where id = $1", [payment_id])
  await runJob("reconcile-payments")
}
