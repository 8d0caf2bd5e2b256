import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { changeByStaff } from "../../lib/staff-audit"
import type { Difference, Known, OpenReview } from "./models/difference"

/** Why a payment needs review, and the source. The same reason from the same source opens only one review. */
export interface ReviewReason {
  readonly reason: string
  /** An effect's key, or the version of a snapshot. */
  readonly source: string
  /** A refund failed at the bank. */
  readonly is_failed_refund?: boolean
  /** The values that differ between the store and the bank. */
  readonly difference?: Difference
}

/** A reason can contain external text of any length; the store's log has the full text. */
const LONGEST = 1000

/**
 * Opens a review, once per reason and source; a resolved review is not opened again. The open reasons are
 * joined in the payment's `review_reason`. Returns whether the review is new.
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
      payment_id,
      reason: reason.slice(0, LONGEST),
      source,
      is_failed_refund,
      difference: difference ? JSON.stringify(toStoredDifference(difference)) : null,
    }
  )
  return rows.length > 0
}

/**
 * Closes the open reviews of a payment whose sources begin so, without staff, because what they report is known now. The other
 * open ones stay. The payment's row lock orders concurrent calls. Returns whether a review was closed.
 */
export async function endReviews(
  trx: Knex.Transaction,
  payment_id: string,
  { source, note }: { readonly source: string; readonly note: string }
): Promise<boolean> {
  await trx("gw_payment").where({ id: payment_id }).forUpdate().first("id")
  const open = trx("gw_review").where({ payment_id, resolved_at: null }).whereRaw("source ^@ ?", [source])
  if (!(await open.update({ resolved_at: trx.fn.now(), note }))) return false
  const review_reason = trx.raw(
    `(select string_agg(r.reason, '; ' order by r.id) from gw_review r
       where r.payment_id = gw_payment.id and r.resolved_at is null)`
  )
  await trx("gw_payment").where({ id: payment_id }).update({ review_reason, updated_at: trx.fn.now() })
  return true
}

function toStoredDifference({ what, expected, reported }: Difference): Difference {
  return { what, expected: knownOf(expected), reported: knownOf(reported) }
}

function knownOf({ amount, captured_amount, refunded_amount, currency, status }: Known): Known {
  return { amount, captured_amount, refunded_amount, currency, status }
}

/** The open reviews of these payments, each payment's in the order they were opened. */
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

/** A staff member's resolution: their note, their user id, and the reasons they have read, if they send them. */
export interface Resolution {
  readonly note: string
  readonly by: string
  readonly review_reason?: string
}

/**
 * Closes the open reviews of a payment and stores who closed them, when, and with which note. Returns
 * `unread` if a reason was added to those the staff member has read, and `closed` if no review is open. A
 * payment in manual review is checked at the bank again. The payment's row lock orders concurrent calls.
 * `also` runs in the same transaction.
 */
export async function resolveReview(
  knex: Knex,
  id: string,
  { note, by, review_reason }: Resolution,
  also: (trx: Knex.Transaction) => Promise<void> = async () => {}
): Promise<"resolved" | "unread" | "closed"> {
  return changeByStaff(knex, async (trx) => {
    const payment = await trx("gw_payment").where({ id }).forUpdate().first("review_reason", "status")
    if (!payment?.review_reason) return "closed"
    if (review_reason !== undefined && review_reason !== payment.review_reason) return "unread"
    await trx("gw_review")
      .where({ payment_id: id, resolved_at: null })
      .update({ resolved_at: trx.fn.now(), resolved_by: by, note })
    const isInReview = payment.status === "manual_review"
    const soon = isInReview && { next_check_at: trx.fn.now() }
    await trx("gw_payment")
      .where({ id })
      .update({ review_reason: null, has_failed_refund: false, updated_at: trx.fn.now(), ...soon })
    await also(trx)
    return "resolved"
  })
}
