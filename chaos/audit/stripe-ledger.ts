import type { BankPayment } from "./bank"
import { sum } from "./money"
import type { OurPayment, Tables } from "./tables"

/** A payment intent, as the Stripe double shows it. Amounts in minor units. */
export interface LedgerIntent {
  readonly id: string
  readonly amount: number
  readonly amount_received: number
  /** Lowercase. */
  readonly currency: string
  readonly latest_charge: string | null
  readonly status: string
  readonly refunds: readonly { readonly id: string; readonly amount: number }[]
}

/** Every payment intent of the double. */
export async function readIntents(stripe_url: string): Promise<LedgerIntent[]> {
  const response = await fetch(`${stripe_url}/_double/ledger`)
  if (!response.ok) throw new Error(`The Stripe double's ledger responded with ${response.status}.`)
  return (await response.json()) as LedgerIntent[]
}

/** Every payment intent of the double that concerns a customer of the store's page. See `ledgerOf`. */
export async function readStripeLedger(
  stripe_url: string,
  tables: Tables,
  shown: ReadonlyMap<string, string>
): Promise<BankPayment[]> {
  return ledgerOf(await readIntents(stripe_url), tables.payments, shown)
}

/**
 * Intents of customers in the storefront as entries of a bank's ledger: those of the plugin's payments, and all that hold
 * money. An intent that Medusa itself has refunded in full, because it could not complete the cart, has no payment.
 */
export function storefrontLedgerOf(
  intents: readonly LedgerIntent[],
  payments: readonly OurPayment[]
): BankPayment[] {
  const known = new Set(payments.map(({ bank_payment_id }) => bank_payment_id))
  const relevant = intents.filter(
    (intent) => known.has(intent.id) || refundedOf(intent) < intent.amount_received
  )
  // The plugin records every payment of the storefront as an authorization that is captured.
  return ledgerOf(relevant, payments, new Map()).map((entry) => ({ ...entry, intent: "preauth" }))
}

const refundedOf = ({ refunds }: LedgerIntent) => sum(refunds.map(({ amount }) => amount))

/**
 * Intents as entries of a bank's ledger. Each payment of the store has at most one entry: the intent that is paid, or the
 * one of its session. A second paid one has an entry without a payment. Without an entry are intents that can hold no money:
 * canceled ones without a session, and open ones that no customer has seen and no session has.
 */
export function ledgerOf(
  intents: readonly LedgerIntent[],
  payments: readonly OurPayment[],
  shown: ReadonlyMap<string, string>
): BankPayment[] {
  const byIntent = new Map(payments.map((payment) => [payment.bank_payment_id, payment]))
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const taken = new Set<OurPayment>()
  const paidFirst = [...intents].sort((a, b) => b.amount_received - a.amount_received)
  return paidFirst.flatMap((intent) => {
    const found = byIntent.get(intent.id) ?? byId.get(shown.get(intent.id) ?? "")
    const ours = found && !taken.has(found) ? found : undefined
    if (ours) taken.add(ours)
    const canHoldMoney = intent.amount_received > 0 || (intent.status !== "canceled" && shown.has(intent.id))
    return (ours && byIntent.has(intent.id)) || canHoldMoney ? [entryOf(intent, ours)] : []
  })
}

function entryOf(intent: LedgerIntent, ours: OurPayment | undefined): BankPayment {
  const { id, amount, amount_received, currency, latest_charge, refunds } = intent
  const charge = { id: latest_charge ?? id, merchant_reference: null, amount: amount_received }
  return {
    id,
    merchant_reference: ours?.merchant_reference ?? id,
    intent: "sale",
    status: statusOf(intent, ours),
    amount,
    currency: currency.toUpperCase(),
    amounts: { captured: amount_received, refunded: refundedOf(intent) },
    captures: amount_received ? [charge] : [],
    refunds: refunds.map((refund) => ({
      id: refund.id,
      merchant_reference: refund.id,
      amount: refund.amount,
      status: "succeeded",
    })),
    disputes: [],
  }
}

const UNPAID = ["canceled", "expired", "declined"]

/** Stripe's statuses by the bank's names. Stripe does not record why a payment ended. */
function statusOf({ status }: LedgerIntent, ours: OurPayment | undefined): string {
  if (status === "succeeded") return "captured"
  if (status === "canceled") return ours && UNPAID.includes(ours.status) ? ours.status : "canceled"
  return "requires_action"
}
