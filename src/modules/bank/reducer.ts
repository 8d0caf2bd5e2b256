import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import { declineOf, effectsOf, endedUnpaid, isOpen } from "../../domain/settlement"
import type { PaymentSnapshot } from "../../drivers/driver"
import { reached } from "../../lib/failpoints"
import { recordSavedCard } from "./cards"
import { OWN_MOVEMENT_PAUSE_SECONDS, recordEffects } from "./effects"
import { linkFor } from "./hand-offs"
import type { Differing, Known } from "./models/difference"
import { type Payment, toPayment } from "./models/payment"
import { openReview } from "./review"
import { PENDING_REFUND_SECONDS } from "./poll-schedule"

/**
 * The result of applying a snapshot. `stale`: ignored, because it is not newer than the stored state.
 * `unknown_reference`: ignored, because there is no such payment or card. `mismatch`: the snapshot contradicts the
 * stored data, so manual review starts.
 */
export type Verdict = "applied" | "stale" | "unknown_reference" | "mismatch"

/** The account whose bank has reported a snapshot, and the store's URL. */
export interface SnapshotSource {
  readonly bank_account: string
  readonly base_url: string
}

/**
 * Applies a snapshot from any source, exactly once. Locks the payment's row, ignores older versions, and
 * compares amount, currency and reference before it records anything. The effects that the snapshot causes
 * are recorded in the same transaction. A snapshot from another account than the payment's is ignored: a bank
 * reports on its own payments only. `base_url` is the store's public URL: if the bank requires a form, the
 * customer gets a link to a page of the store that posts it.
 */
export async function applySnapshot(
  knex: Knex,
  snapshot: PaymentSnapshot,
  { bank_account, base_url }: SnapshotSource
): Promise<Verdict> {
  const names = [snapshot.merchant_reference]
  const verdict = await knex.transaction(async (trx) => {
    const payment = await lockPayment(trx, snapshot.merchant_reference, bank_account)
    if (!payment) return "unknown_reference"
    names.push(payment.id)
    await reached("payment_locked", ...names)
    if (snapshot.version < payment.version) return ignore(trx, payment, snapshot)
    const difference = differenceOf(payment, snapshot)
    if (difference) return holdForReview(trx, payment, difference, snapshot)
    if (isStale(payment, snapshot)) return ignore(trx, payment, snapshot)
    await storeSnapshot(trx, payment, snapshot, base_url)
    await recordSavedCard(trx, payment, snapshot)
    await reached("snapshot_applied", ...names)
    await recordEffects(trx, payment.id, effectsOf(snapshot), OWN_MOVEMENT_PAUSE_SECONDS)
    if (payment.status === "manual_review") await reopenEffects(trx, payment)
    await reached("effects_recorded", ...names)
    return "applied"
  })
  if (verdict === "applied") await reached("snapshot_committed", ...names)
  return verdict
}

async function lockPayment(
  trx: Knex.Transaction,
  merchant_reference: string,
  bank_account: string
): Promise<Payment | undefined> {
  const row = await trx("gw_payment").where({ merchant_reference, bank_account }).forUpdate().first()
  return row && toPayment(row)
}

const isOfPayment = ({ amount, currency, bank_payment_id }: Payment, snapshot: PaymentSnapshot): boolean =>
  snapshot.amount === amount && snapshot.currency === currency && snapshot.id === bank_payment_id

/** The field of the snapshot that contradicts the stored payment. Undefined if they match. */
function differenceOf(payment: Payment, snapshot: PaymentSnapshot): Differing | undefined {
  const { amounts } = snapshot
  if (snapshot.amount !== payment.amount) return "amount"
  if (snapshot.currency !== payment.currency) return "currency"
  if (snapshot.intent !== payment.intent) return "intent"
  if (payment.bank_payment_id && snapshot.id !== payment.bank_payment_id) return "bank_payment_id"
  if (amounts.captured < payment.captured_amount || amounts.refunded < payment.refunded_amount)
    return "amounts"
  if (!areSummedUp(snapshot)) return "amounts"
  if (amounts.captured > snapshot.amount || amounts.refunded > amounts.captured) return "amounts"
  if (snapshot.status === "captured" && snapshot.intent === "sale" && amounts.captured !== snapshot.amount)
    return "amounts"
  if (payment.status === "captured" && UNPAID.includes(snapshot.status)) return "status"
  return undefined
}

/**
 * Whether the listed captures and refunds add up to the totals. A bank may omit the single capture of a sale from the
 * list.
 */
function areSummedUp({ intent, captures, refunds, amounts }: PaymentSnapshot): boolean {
  const made = refunds.filter(({ status }) => status === "succeeded")
  const isListed = intent === "preauth" || captures.length > 0
  return (!isListed || sumOf(captures) === amounts.captured) && sumOf(made) === amounts.refunded
}

const sumOf = (movements: readonly { readonly amount: number }[]) =>
  movements.reduce((sum, { amount }) => sum + amount, 0)

const UNPAID: readonly string[] = ["declined", "canceled", "expired", "voided"]

/**
 * Whether a snapshot must be ignored. Snapshots of a payment in manual review are ignored until staff close the review.
 * Then bank updates apply again, including one with the current version.
 */
function isStale({ status, version, review_reason }: Payment, snapshot: PaymentSnapshot): boolean {
  return status === "manual_review" ? review_reason !== null : snapshot.version === version
}

const HELD: readonly string[] = ["authorized", "partially_captured", "captured"]

/**
 * Ignores a snapshot that is not newer, except for the card that was saved with the payment, which may be in no other
 * snapshot. A snapshot of a single operation can have a lower version although it is news: if it reports an authorization
 * or a capture of a payment that is still open or ended unpaid, the store queries the bank at once.
 */
async function ignore(trx: Knex.Transaction, payment: Payment, snapshot: PaymentSnapshot): Promise<Verdict> {
  const { id, status } = payment
  if (isOfPayment(payment, snapshot)) await recordSavedCard(trx, payment, snapshot)
  const isPaid = snapshot.is_of_one_operation && HELD.includes(snapshot.status)
  if (isPaid && (isOpen(status) || endedUnpaid(status)))
    await trx("gw_payment").where({ id }).update({ next_check_at: trx.fn.now() })
  return "stale"
}

/** Puts the payment in manual review, unless the same difference was already reviewed. */
async function holdForReview(
  trx: Knex.Transaction,
  payment: Payment,
  what: Differing,
  snapshot: PaymentSnapshot
): Promise<Verdict> {
  const { version } = snapshot
  const difference = { what, expected: payment, reported: knownOf(snapshot) }
  const why = { reason: `${what} differs`, source: `snapshot:${version}`, difference }
  if (!(await openReview(trx, payment.id, why))) {
    await trx("gw_payment").where({ id: payment.id, status: "manual_review" }).update({ next_check_at: null })
    return "mismatch"
  }
  await trx("gw_payment").where({ id: payment.id }).update({ status: "manual_review" })
  const key = `review:${what}:${version}`
  await recordEffects(trx, payment.id, [{ key, effect: "review", movement: null }])
  return "mismatch"
}

function knownOf({ amount, amounts, currency, status }: PaymentSnapshot): Known {
  return { amount, captured_amount: amounts.captured, refunded_amount: amounts.refunded, currency, status }
}

async function storeSnapshot(
  trx: Knex.Transaction,
  payment: Payment,
  snapshot: PaymentSnapshot,
  base_url: string
): Promise<void> {
  const decline = declineOf(snapshot.status, snapshot.decline)
  await trx("gw_payment")
    .where({ id: payment.id })
    .update({
      bank_payment_id: snapshot.id,
      status: snapshot.status,
      version: snapshot.version,
      captured_amount: snapshot.amounts.captured,
      refunded_amount: snapshot.amounts.refunded,
      refund_pending_amount: pendingOf(snapshot),
      redirect_url: await linkFor(trx, payment, snapshot.next_action, base_url),
      card_brand: snapshot.card?.brand ?? payment.card_brand,
      card_last4: snapshot.card?.last4 ?? payment.card_last4,
      decline_code: decline?.code ?? null,
      decline_message: decline?.message ?? null,
      ...(snapshot.disputes && { disputes: JSON.stringify(snapshot.disputes) }),
      ...nextCheckOf(trx, payment, snapshot),
      ...(snapshot.status === "requires_action" && {
        sca_started_at: payment.sca_started_at ?? trx.fn.now(),
      }),
      updated_at: trx.fn.now(),
    })
}

const pendingOf = ({ refunds }: PaymentSnapshot) =>
  sumOf(refunds.filter(({ status }) => status === "pending"))

/**
 * When the bank is queried next: at once for an ended payment that is open again; later for a pending refund, which can
 * end without a notification, and for an ended payment that the customer may still pay. Unchanged while the payment
 * stays open.
 */
function nextCheckOf(trx: Knex.Transaction, { status }: Payment, snapshot: PaymentSnapshot): object {
  if (isOpen(snapshot.status))
    return isOpen(status) ? {} : { next_check_at: trx.raw("coalesce(next_check_at, now())") }
  const soon = trx.raw("now() + make_interval(secs => ?)", [PENDING_REFUND_SECONDS])
  if (pendingOf(snapshot) > 0) return { next_check_at: soon }
  const isLast = !snapshot.may_be_paid_later
  return { next_check_at: isLast ? null : trx.raw("coalesce(next_check_at, now() + interval '1 minute')") }
}

/** Makes the effects that the review skipped pending again. Each of them is safe to repeat. */
async function reopenEffects(trx: Knex.Transaction, { id, announced_at }: Payment): Promise<void> {
  if (announced_at) return
  await trx("gw_effect")
    .where({ payment_id: id })
    .whereIn("effect", ["authorized", "captured", "capture", "refund"])
    .whereNotNull("done_at")
    .update({ done_at: null, leased_until: null, not_before: null, attempts: 0 })
}
