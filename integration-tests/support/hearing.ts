import { sql } from "./database"

/** From here on the store learns of a payment by notification only: it asks neither for it nor for the list of events. */
export async function stopAsking(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = null where id = $1", [payment_id])
  await sql("update gw_bank_cursor set sequence = 1000000000")
}

/** The store reads the bank's list of events again, from its beginning. */
export async function readListAgain(): Promise<void> {
  await sql("update gw_bank_cursor set sequence = 0")
}

/** Lets the store ask for a payment now. */
export async function askNow(payment_id: string): Promise<void> {
  await sql("update gw_payment set next_check_at = now() where id = $1", [payment_id])
}
