import { afterEach } from "vitest"
import { sql } from "./database"
import type { Adopted } from "./hand-off"
import { runJob } from "./jobs"
import { adminGet } from "./merchant"
import { pauseSchedule } from "./pause-schedule"
import { stripe } from "./stripe"

/** In the tests of the group, only `checkCart` looks for paid carts, and a fault at Stripe ends with its test. */
export function checkCartsAlone(): void {
  pauseSchedule("check-storefront-payments")
  afterEach(async () => {
    await stripe.reset()
    // A cart that a test leaves paid must not take the stock of a later test.
    await sql("update gw_storefront_hand_off set next_check_at = null")
  })
}

/** Runs the job that looks for paid carts, with this one due, as after the waiting time. */
export async function checkCart({ id }: Adopted, base_url?: string): Promise<void> {
  await sql("update gw_storefront_hand_off set next_check_at = now() where session_id = $1", [id])
  await runJob("check-storefront-payments", base_url)
}

/** The same several times, one after the other. */
export async function checkTimes(checkout: Adopted, times: number): Promise<void> {
  for (let run = 0; run < times; run++) await checkCart(checkout)
}

/** When the job looks at a cart again, and when it found the cart paid. */
export async function handOffOf({ id }: Adopted) {
  const [handOff] = await sql<{ next_check_at: Date | null; paid_at: Date | null }>(
    "select next_check_at, paid_at from gw_storefront_hand_off where session_id = $1",
    [id]
  )
  return handOff
}

/** The payment of a cart without an order, as the admin shows it. Amounts in minor units. */
export interface Unplaced {
  readonly payment_id: string
  readonly display_status: string
  readonly captured_amount: number
  readonly refunded_amount: number
  readonly review_reason: string | null
  readonly provider_ids: string[]
  readonly movable: { readonly refund: number }
}

export async function unplaced({ cart_id }: Adopted): Promise<Unplaced> {
  const [row] = await sql<{ id: string }>(
    "select id from gw_payment where cart_id = $1 and order_id is null",
    [cart_id]
  )
  return (await adminGet<{ payment: Unplaced }>(`/admin/agentic-commerce/payments/${row?.id}`)).payment
}
