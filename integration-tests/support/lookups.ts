import { sql } from "./database"
import { runJob } from "./jobs"

/**
 * From now on the store learns of a payment from notifications only: it neither polls the payment nor reads the
 * event list.
 */
export async function disablePolling(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = null where id = $1", [payment_id])
  await sql("update gw_bank_position set sequence = 1000000000")
}

/** Makes the store read the bank's event list again from the start. */
export async function readEventsAgain(): Promise<void> {
  await sql("update gw_bank_position set sequence = 0")
}

/** Makes the planned look-up of a payment run now. A payment without a planned look-up is not queried. */
export async function runPlannedLookup(payment_id: string): Promise<void> {
  const earlier = "next_check_at - interval '1 hour'"
  await sql(`update gw_payment set next_check_at = ${earlier} where id = $1`, [payment_id])
  await runJob("reconcile-payments")
}

/** Makes the store clear up the bank calls of a payment that have an unknown outcome. */
export async function resolveUncertainCalls(payment_id: string): Promise<void> {
  await sql(
    `update gw_bank_operation set updated_at = updated_at - interval '1 hour'
      where payment_id = $1 and status = 'unknown'`,
    [payment_id]
  )
  await runJob("reconcile-payments")
}

/** Makes the store look up a payment at the bank now. */
export async function lookUpNow(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where id = $1", [payment_id])
  await runJob("reconcile-payments")
}
