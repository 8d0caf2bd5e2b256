import { sql } from "../../integration-tests/support/database"
import { act } from "../../integration-tests/support/staff"
import { stripe } from "../../integration-tests/support/stripe"
import { without } from "../audit/money"
import type { RunLog } from "../load/run-log"

/** A payment that needs a decision of the merchant. Amounts in minor units. */
interface Review {
  readonly id: string
  readonly intent: string | null
  readonly captured: number
  /** The refunds that Medusa has recorded, without the one whose outcome is unknown: a killed store leaves its record. */
  readonly recorded: readonly number[]
  readonly is_order_canceled: boolean
  /** The amount of a refund whose outcome is unknown. */
  readonly unknown: number | null
}

const REVIEWS = `
  select p.id, m.data->>'id' as intent, p.captured_amount::float8 as captured,
         coalesce(o.status = 'canceled', false) as is_order_canceled,
         coalesce((select json_agg(round(r.amount * case p.currency when 'JPY' then 1 else 100 end))
                     from refund r
                    where r.payment_id = m.id and r.deleted_at is null
                      and r.created_by is distinct from 'gw_operation:' || u.id), '[]') as recorded,
         u.amount::float8 as unknown
    from gw_payment p
    left join lateral (
      select id, amount from gw_bank_operation
       where payment_id = p.id and status = 'unknown' and kind = 'refund' limit 1) u on true
    left join "order" o on o.id = p.order_id
    left join order_payment_collection l on l.order_id = o.id and l.deleted_at is null
    left join payment m on m.deleted_at is null
     and (m.payment_collection_id = l.payment_collection_id or m.id = p.merchant_reference)
   where p.review_reason is not null`

/**
 * The merchant looks up at Stripe what a review is about, refunds what is held for a canceled order, and closes the review. One
 * that cannot be closed yet stays open for the next call.
 */
export async function closeReviews(runLog: RunLog): Promise<void> {
  for (const review of await sql<Review>(REVIEWS)) {
    const atStripe = review.intent ? await stripe.refundsOf(review.intent) : []
    const refunds = atStripe.map(({ amount }) => amount)
    if (review.unknown === null && review.is_order_canceled) await refundRest(runLog, review, refunds)
    const { status } = await act(review.id, "review/resolve", {
      note: "Looked up",
      ...outcomeOf(review, refunds),
    })
    runLog.count(`merchant: closes a review, ${status}`)
  }
}

/** Whether Stripe has made the refund whose outcome is unknown. */
function outcomeOf({ unknown, recorded }: Review, refunds: readonly number[]): { was_refunded?: boolean } {
  if (unknown === null) return {}
  return { was_refunded: without(refunds, recorded).includes(unknown) }
}

async function refundRest(
  runLog: RunLog,
  { id, captured }: Review,
  refunds: readonly number[]
): Promise<void> {
  const amount = captured - refunds.reduce((sum, refund) => sum + refund, 0)
  if (amount <= 0) return
  const { status } = await act(id, "refund", { amount }, `rest-of-${id}-${amount}`)
  if (status < 300) runLog.requested.push({ payment_id: id, kind: "refund", amount, outcome: "open" })
  runLog.count(`merchant: refunds a canceled order, ${status}`)
}
