import { sql } from "../integration-tests/support/database"

/**
 * Sets back the timestamps of all pending work, so that the store does at once what it does only after this time: checks a
 * payment again, gives up a call that the bank does not know, and finishes work that a crash interrupted. No request may be in
 * progress.
 */
export async function letTimePass(minutes: number): Promise<void> {
  for (const statement of STATEMENTS) await sql(statement.replaceAll(":age", `interval '${minutes} minutes'`))
}

const STATEMENTS = [
  "update gw_payment set next_check_at = now() where next_check_at is not null",
  "update gw_storefront_hand_off set next_check_at = now(), tried_at = null where order_id is null and next_check_at is not null",
  `update gw_payment set created_at = created_at - :age, next_check_at = now()
    where status in ('created', 'unknown', 'requires_action', 'processing') or provisioned_at is null`,
  `update gw_bank_operation set created_at = created_at - :age, updated_at = updated_at - :age`,
  `update gw_task set created_at = created_at - :age where state in ('submitted', 'working')`,
  `update gw_card_token set created_at = created_at - :age, next_check_at = now()
    where status in ('created', 'unknown', 'requires_action')`,
  `update gw_effect set not_before = null where done_at is null`,
  `update gw_book_check set next_at = now() where next_at is not null`,
  `update gw_webhook_delivery set next_at = now() where state = 'pending'`,
  `update gw_webhook_subscription set probe_at = null where probe_at is not null`,
  `update gw_approval set begin_at = now() where begin_at is not null`,
  `update capture set created_at = created_at - :age`,
  `update refund set created_at = created_at - :age`,
  `update gw_refund_baseline set written_at = written_at - :age`,
  `update gw_order_cancellation set created_at = created_at - :age where ended_at is null`,
  `update order_change set created_at = created_at - :age where status in ('pending', 'requested')`,
]
