import { sql } from "../../integration-tests/support/database"
import { runJob } from "../../integration-tests/support/jobs"

/** The store checks each paid cart that has no order again at once, without the minutes between its attempts. */
export async function checkPaidCarts(): Promise<void> {
  await sql(
    "update gw_storefront_hand_off set next_check_at = now() where paid_at is not null and order_id is null"
  )
  await runJob("check-storefront-payments")
}
