import { digest } from "./secrets"

/** What a client pays without items. Amounts in minor units. */
export interface PurchaseByAmount {
  readonly client_id: string
  /** The customer, or the saved card that is charged; null when the client names neither. */
  readonly payer: string | null
  readonly amount: number
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly order_reference: string | null
}

/** What a client buys in a checkout. */
export interface PurchaseOfItems {
  readonly client_id: string
  /** The customer's id; the guest's e-mail address without one. */
  readonly buyer: string
  readonly items: readonly { readonly variant_id: string; readonly quantity: number }[]
  readonly total: number
  readonly currency: string
}

/** A hash that is equal for two payments of the same client, payer, amount, currency and reference. */
export function keyOfAmount({
  client_id,
  payer,
  amount,
  currency,
  order_reference,
}: PurchaseByAmount): string {
  return hashOf(["amount", client_id, nameOf(payer), amount, currency, order_reference])
}

/**
 * A hash that is equal for two checkouts of the same client, buyer, items and total, however the items are divided into
 * lines.
 */
export function keyOfItems({ client_id, buyer, items, total, currency }: PurchaseOfItems): string {
  const quantities = new Map<string, number>()
  for (const { variant_id, quantity } of items)
    quantities.set(variant_id, (quantities.get(variant_id) ?? 0) + quantity)
  return hashOf(["items", client_id, nameOf(buyer), [...quantities].sort(), total, currency])
}

/** E-mail addresses are compared without case, as the store does elsewhere. */
const nameOf = (person: string | null) => person?.trim().toLowerCase() ?? null

const hashOf = (facts: readonly unknown[]): string => digest(JSON.stringify(facts))
