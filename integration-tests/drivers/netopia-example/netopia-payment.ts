import { z } from "@medusajs/framework/zod"
import { isStorable } from "../../../src/domain/storable"
import type { CardFacts, NextAction, PaymentSnapshot } from "../../../src/drivers/driver"
import { fromWireAmount } from "./amounts"
import { declineOfCode } from "./decline-codes"
import { meaningOf } from "./netopia-status"

/** A page for the customer's browser. */
export const PageUrl = z.url({ protocol: /^https?$/ }).max(4096)

/** NETOPIA writes codes as texts, its oldest samples as numbers. */
export const Code = z.union([z.string(), z.number()]).transform(String)

const Terms = z.object({ amount: z.number(), currency: z.string().regex(/^[A-Z]{3}$/) })

const Message = z.object({
  order: Terms.partial().extend({ orderID: z.string().min(1) }),
  payment: Terms.partial().extend({
    ntpID: z.string().min(1),
    status: z.int(),
    paymentURL: PageUrl.nullish().catch(null),
    code: Code.nullish(),
    instrument: z.object({ panMasked: z.string().nullish() }).nullish(),
  }),
  error: z.object({ code: Code.nullish() }).nullish(),
})

/** A payment as an answer or a notification describes it. Amount in minor units. */
export interface NetopiaPayment {
  readonly ntp_id: string
  /** The store's reference. */
  readonly order_id: string
  readonly status: number
  readonly amount: number
  readonly currency: string
  readonly page: string | null
  readonly last4: string | null
  readonly code: string | null
}

/** Parses a verified notification or the answer to a query. Undefined if it describes no payment that can be stored. */
export function parsePayment(value: unknown): NetopiaPayment | undefined {
  const message = isStorable(value) ? Message.safeParse(value).data : undefined
  const terms = message && termsOf(message)
  if (!terms) return undefined
  const { order, payment, error } = message
  return {
    ntp_id: payment.ntpID,
    order_id: order.orderID,
    status: payment.status,
    ...terms,
    page: payment.paymentURL ?? null,
    last4: /\d{4}$/.exec(payment.instrument?.panMasked ?? "")?.[0] ?? null,
    code: payment.code ?? error?.code ?? null,
  }
}

/** What was paid counts, not what was ordered. Only an unpaid payment may lack it. */
function termsOf({ order, payment }: z.infer<typeof Message>) {
  const isPaid = meaningOf(payment.status)?.status === "captured"
  const { amount, currency } = isPaid || payment.amount !== undefined ? payment : order
  if (amount === undefined || currency === undefined) return undefined
  const minor = fromWireAmount(amount, currency)
  return minor === undefined ? undefined : { amount: minor, currency }
}

/** The state of a payment. Undefined if its status has no meaning for a sale. A sale is its own capture. */
export function snapshotOf(payment: NetopiaPayment): PaymentSnapshot | undefined {
  const meaning = meaningOf(payment.status)
  if (!meaning) return undefined
  const { ntp_id: id, order_id: merchant_reference, amount, currency, page, last4 } = payment
  const { status } = meaning
  const captures = status === "captured" ? [{ id: `${id}-sale`, merchant_reference, amount }] : []
  return {
    id,
    ...meaning,
    merchant_reference,
    intent: "sale",
    amount,
    currency,
    amounts: { captured: captures.length ? amount : 0, refunded: 0 },
    captures,
    refunds: [],
    token_id: null,
    network_transaction_id: null,
    next_action: status === "requires_action" && page !== null ? pageAction(page) : null,
    card: last4 === null ? null : cardOf(last4),
    decline: status === "declined" ? declineOfCode(payment.code) : null,
  }
}

const pageAction = (url: string): NextAction => ({ type: "redirect", url, expires_at: null })

const cardOf = (last4: string): CardFacts => ({
  brand: "unknown",
  last4,
  exp_month: null,
  exp_year: null,
})
