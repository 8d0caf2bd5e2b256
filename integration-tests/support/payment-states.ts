import type { DisplayStatus } from "../../src/domain/display-status"
import { sql } from "./database"

/** A payment of 100.00 EUR in one state, as its row contains it. */
export interface PaymentCase {
  readonly title: string
  readonly row: Readonly<Record<string, unknown>>
  readonly shown_as: DisplayStatus
}

const one = (title: string, row: PaymentCase["row"], shown_as: DisplayStatus): PaymentCase => ({
  title,
  row,
  shown_as,
})

const CAPTURED = { status: "captured", captured_amount: 10_000 }
const REFUNDED = { ...CAPTURED, refunded_amount: 10_000 }
const REVIEWED = { review_reason: "Bench" }
const FAILED = { review_reason: "A refund of 40.00 EUR failed at the bank", has_failed_refund: true }

const disputed = (...statuses: string[]) => ({
  disputes: JSON.stringify(
    statuses.map((status, number) => {
      return { id: `dsp_${number}`, amount: 10_000, reason: "fraudulent", status, at: "2026-01-01T00:00:00Z" }
    })
  ),
})

/** Every state of a payment with its display status. */
export const PAYMENT_CASES: readonly PaymentCase[] = [
  one("captured", CAPTURED, "paid"),
  one("captured in part, with the rest voided", { ...CAPTURED, captured_amount: 4000 }, "paid"),
  one("captured, with a won dispute", { ...CAPTURED, ...disputed("won") }, "paid"),
  one("authorized", { status: "authorized" }, "authorized"),
  one("captured in part", { status: "partially_captured", captured_amount: 4000 }, "partially_captured"),
  one("refunded in part", { ...CAPTURED, refunded_amount: 1 }, "partially_refunded"),
  one(
    "captured in part and refunded, with more to capture",
    { status: "partially_captured", captured_amount: 4000, refunded_amount: 4000 },
    "partially_refunded"
  ),
  one("refunded", REFUNDED, "refunded"),
  one(
    "captured in part and refunded",
    { ...CAPTURED, captured_amount: 4000, refunded_amount: 4000 },
    "refunded"
  ),
  one("disputed", { ...CAPTURED, ...disputed("open") }, "disputed"),
  one("disputed, with a lost dispute", { ...CAPTURED, ...disputed("lost") }, "disputed"),
  one("disputed twice, with one dispute won", { ...CAPTURED, ...disputed("won", "open") }, "disputed"),
  one("disputed and in review", { ...CAPTURED, ...REVIEWED, ...disputed("open") }, "disputed"),
  one("disputed after a failed refund", { ...CAPTURED, ...FAILED, ...disputed("open") }, "disputed"),
  one("captured, with a failed refund", { ...CAPTURED, ...FAILED }, "refund_failed"),
  one(
    "refunded in part, with a failed refund",
    { ...CAPTURED, ...FAILED, refunded_amount: 1 },
    "refund_failed"
  ),
  one("in review", { ...CAPTURED, ...REVIEWED }, "needs_review"),
  one("in review, with a won dispute", { ...CAPTURED, ...REVIEWED, ...disputed("won") }, "needs_review"),
  one("refunded and in review", { ...REFUNDED, ...REVIEWED }, "needs_review"),
  one("declined and in review", { status: "declined", ...REVIEWED }, "needs_review"),
  one("in manual review with an open review", { status: "manual_review", ...REVIEWED }, "needs_review"),
  one("in manual review with a closed review", { status: "manual_review" }, "manual_review"),
  one("declined", { status: "declined" }, "declined"),
  one("expired", { status: "expired" }, "expired"),
  one("voided", { status: "voided" }, "voided"),
  one("canceled", { status: "canceled" }, "canceled"),
  one("waiting for the customer", { status: "requires_action" }, "requires_action"),
  one("processing", { status: "processing" }, "processing"),
  one("created", { status: "created" }, "created"),
  one("of unknown outcome", { status: "unknown" }, "unknown"),
  one("with nothing due", { status: "nothing_due", amount: 0 }, "nothing_due"),
]

/** The store neither polls nor changes the payment by itself. */
const LEFT_ALONE = { next_check_at: null, provisioned_at: new Date() }

/**
 * Writes one payment of a client for each case, without calling the bank, and returns the ids in the order of
 * the cases.
 */
export async function writePayments(client_id: string): Promise<string[]> {
  const ids: string[] = []
  for (const [number, { row }] of PAYMENT_CASES.entries()) {
    const id =
      `pay_${number.toString(16).padStart(4, "0")}${client_id.replace(/[^0-9a-f]/g, "").slice(-8)}`.padEnd(
        28,
        "0"
      )
    const columns = {
      id,
      client_id,
      amount: 10_000,
      merchant_reference: `gwp_${id}`,
      bank_payment_id: `bank_${id}`,
      origin: "order",
      intent: "sale",
      currency: "EUR",
      description: "A lamp",
      version: 1,
      ...LEFT_ALONE,
      ...row,
    }
    const names = Object.keys(columns)
    await sql(
      `insert into gw_payment (idempotency_key, ${names.join(", ")})
       values (gen_random_uuid(), ${names.map((_, place) => `$${place + 1}`).join(", ")})`,
      Object.values(columns)
    )
    ids.push(id)
  }
  return ids
}

/** Puts a payment into the state of a case, whatever its state was. */
export async function putInto(id: string, { row }: PaymentCase): Promise<void> {
  const columns = {
    amount: 10_000,
    captured_amount: 0,
    refunded_amount: 0,
    review_reason: null,
    has_failed_refund: false,
    disputes: "[]",
    ...LEFT_ALONE,
    ...row,
  }
  const set = Object.keys(columns).map((name, place) => `${name} = $${place + 2}`)
  await sql(`update gw_payment set ${set.join(", ")} where id = $1`, [id, ...Object.values(columns)])
}
