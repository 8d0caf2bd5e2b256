import type { Terms } from "./card"
import { type Problem, problem } from "./errors"
import type { Sum } from "./spending"

/** The type of our authorization details (RFC 9396): the charges of saved cards without the customer. */
export const CARD_CHARGES = "card_charges"

/** The mandate of a customer in one currency: what their saved cards may be charged without them. Minor units. */
export interface CardCharges {
  readonly type: typeof CARD_CHARGES
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly max_per_charge: number
  /** The maximum of all charges in a calendar month (UTC). */
  readonly max_per_month: number
  /** RFC 3339. */
  readonly expires_at: string
}

/** The limits that a mandate gets in one currency when the agent names none. Minor units. */
export type MandateLimit = Pick<CardCharges, "currency" | "max_per_charge" | "max_per_month">

/** The mandate that the merchant offers: its duration, and its limits for each currency. */
export interface MandateDefaults {
  readonly days: number
  /** At most one per currency. In a currency without an entry, the agent must name the limits. */
  readonly limits: readonly MandateLimit[]
}

/** The defaults of a new store. */
export const DEFAULT_MANDATE: MandateDefaults = {
  days: 365,
  limits: [
    { currency: "EUR", max_per_charge: 10_000, max_per_month: 30_000 },
    { currency: "GBP", max_per_charge: 10_000, max_per_month: 30_000 },
    { currency: "JPY", max_per_charge: 15_000, max_per_month: 45_000 },
    { currency: "RON", max_per_charge: 50_000, max_per_month: 150_000 },
    { currency: "USD", max_per_charge: 10_000, max_per_month: 30_000 },
  ],
}

/** The shortest and longest duration of a mandate that the merchant can offer, in days. */
export const MANDATE_DAYS = [1, 1095] as const

/** The mandate that the merchant offers in a currency from `now` on. Undefined if they offer none. */
export function offeredMandate(
  { days, limits }: MandateDefaults,
  currency: string,
  now: Date
): CardCharges | undefined {
  const limit = limits.find((one) => one.currency === currency)
  const expires_at = new Date(now.getTime() + days * 86_400_000).toISOString()
  return limit && { type: CARD_CHARGES, ...limit, expires_at }
}

/** A card's terms under a mandate. */
export function termsUnder({ max_per_charge, max_per_month, expires_at }: CardCharges): Terms {
  return { max_amount: max_per_charge, max_per_month, expires_at }
}

/** The limits of the mandate in one currency that a customer lowers. Absent ones stay. */
export type LowerLimits = Pick<CardCharges, "currency"> &
  Partial<Pick<CardCharges, "max_per_charge" | "max_per_month" | "expires_at">>

/** A limit that may not be changed as requested, and why. `index` counts the requested changes. */
export interface RaisedLimit {
  readonly index: number
  readonly name: "currency" | "max_per_charge" | "max_per_month" | "expires_at"
  readonly message: string
}

/** The mandates with these lower limits; `raised` lists every limit that would be raised. */
export function lowered(
  mandates: readonly CardCharges[],
  changes: readonly LowerLimits[]
): { readonly mandates: readonly CardCharges[]; readonly raised: readonly RaisedLimit[] } {
  const raised = changes.flatMap((change, index) => {
    const mandate = mandates.find(({ currency }) => currency === change.currency)
    const message = `must be a currency of the mandate (got ${change.currency})`
    return mandate ? raisedIn(mandate, change, index) : [{ index, name: "currency" as const, message }]
  })
  const changed = mandates.map((mandate) => ({
    ...mandate,
    ...changes.find(({ currency }) => currency === mandate.currency),
  }))
  return { mandates: changed, raised }
}

const LIMITS = ["max_per_charge", "max_per_month", "expires_at"] as const

function raisedIn(mandate: CardCharges, change: LowerLimits, index: number): RaisedLimit[] {
  return LIMITS.filter((name) => isAbove(change[name], mandate[name])).map((name) => {
    const message = `can only be lowered: the customer agreed to ${mandate[name]} (got ${change[name]})`
    return { index, name, message }
  })
}

function isAbove(now: string | number | undefined, before: string | number): boolean {
  if (now === undefined) return false
  return typeof now === "number" ? now > Number(before) : Date.parse(now) > Date.parse(String(before))
}

/** A mandate at the time of a charge. */
export interface MandateNow extends Pick<CardCharges, "currency" | "max_per_charge" | "max_per_month"> {
  readonly is_expired: boolean
  /** What was charged under it in this calendar month, without what failed. Minor units. */
  readonly charged: number
}

/** The error for a charge without the customer that the mandate does not cover. Undefined if it does. */
export function mandateError({ amount, currency }: Sum, mandate: MandateNow): Problem | undefined {
  const { max_per_charge, max_per_month, charged } = mandate
  if (currency !== mandate.currency) return beyond("currency", { currency: mandate.currency })
  if (mandate.is_expired) return beyond("expired", { currency })
  if (amount > max_per_charge) return beyond("per_charge", { currency, max: max_per_charge })
  const left = Math.max(0, max_per_month - charged)
  return amount > left ? beyond("per_month", { currency, max: max_per_month, left }) : undefined
}

const REASONS = {
  currency: "The customer has not agreed to charges in this currency.",
  expired: "The customer's agreement to be charged has ended.",
  per_charge: "The amount exceeds what the customer agreed to for one charge.",
  per_month: "The amount exceeds what remains of the customer's limit for this month.",
}

const beyond = (limit: keyof typeof REASONS, data: object) =>
  problem(
    "mandate_limit",
    { limit, ...data },
    `${REASONS[limit]} The customer must authenticate this payment.`
  )
