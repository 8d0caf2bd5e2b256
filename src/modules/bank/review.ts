import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { changeByStaff } from "../../staff-change"
import type { Difference, Known, OpenReview } from "./models/difference"

/** Why a person must look, and where that comes from: the same reason from the same source is one occasion. */
export interface ReviewReason {
  readonly reason: string
  /** An effect's key, or the version of a snapshot. */
  readonly source: string
  /** A refund failed at the bank. */
  readonly is_failed_refund?: boolean
  /** What the bank reported otherwise. */
  readonly difference?: Difference
}

/** What somebody else has said may be of any length; the store's log has all of it. */
const LONGEST = 1000

/**
 * Asks for a person's eye, once for each occasion: one that was resolved does not come back. The reasons that are open
 * add up in the payment's `review_reason`. Whether the occasion is new.
 */
export async function openReview(
  db: Knex,
  payment_id: string,
  { reason, source, is_failed_refund = false, difference }: ReviewReason
): Promise<boolean> {
  const { rows } = await db.raw<{ rows: object[] }>(
    `with opened as (
       insert into gw_review (payment_id, reason, source, difference)
       values (:payment_id, :reason, :source, :difference)
       on conflict do nothing returning id)
     update gw_payment set updated_at = now(),
       review_reason = concat_ws('; ', review_reason, :reason::text),
       has_failed_refund = has_failed_refund or :is_failed_refund
      where id = :payment_id and exists (select from opened)
     returning id`,
    {
      ...{ payment_id, reason: reason.slice(0, LONGEST), source, is_failed_refund },
      difference: difference ? JSON.stringify(withoutMore(difference)) : null,
    }
  )
  return rows.length > 0
}

function withoutMore({ what, expected, reported }: Difference): Difference {
  return { what, expected: knownOf(expected), reported: knownOf(reported) }
}

function knownOf({ amount, captured_amount, refunded_amount, currency, status }: Known): Known {
  return { amount, captured_amount, refunded_amount, currency, status }
}

/** What is open of the reviews of these payments, each payment's in the order it came. */
export async function openReviewsOf(
  db: Knex,
  payment_ids: readonly string[]
): Promise<Map<string, OpenReview[]>> {
  const rows: (OpenReview & { payment_id: string })[] = await db("gw_review")
    .whereIn("payment_id", [...payment_ids])
    .whereNull("resolved_at")
    .orderBy("id")
    .select("payment_id", "reason", "difference")
  const open = new Map<string, OpenReview[]>()
  for (const { payment_id, ...review } of rows)
    open.set(payment_id, [...(open.get(payment_id) ?? []), review])
  return open
}

/** A person has looked: what he has found, who he is, and the reasons he has read, where he says so. */
export interface Resolution {
  readonly note: string
  readonly by: string
  readonly review_reason?: string
}

/**
 * Closes what is open of a payment's review, and keeps it with who closed it, when and with which note. `unread` when
 * a reason was added to those that were read, `closed` when nothing is open. What a bank's word has held is asked for
 * anew. The payment's lock decides between two who close it, and one who opens it.
 */
export async function resolveReview(
  knex: Knex,
  id: string,
  { note, by, review_reason }: Resolution
): Promise<"resolved" | "unread" | "closed"> {
  return changeByStaff(knex, async (trx) => {
    const payment = await trx("gw_payment").where({ id }).forUpdate().first("review_reason", "status")
    if (!payment?.review_reason) return "closed"
    if (review_reason !== undefined && review_reason !== payment.review_reason) return "unread"
    await trx("gw_review")
      .where({ payment_id: id, resolved_at: null })
      .update({ resolved_at: trx.fn.now(), resolved_by: by, note })
    const isHeld = payment.status === "manual_review"
    const soon = isHeld && { next_check_at: trx.fn.now() }
    await trx("gw_payment")
      .where({ id })
      .update({ review_reason: null, has_failed_refund: false, updated_at: trx.fn.now(), ...soon })
    return "resolved"
  })
}
