import type { PostalAddress } from "../../../domain/postal-address"
import type { QuoteChanges } from "../../../domain/quote-change"

/** A line of the requested items. */
export interface RequestedLine {
  /** The store's id of the line, stable while the line is requested. */
  readonly id: string
  /** The requested item: the id or SKU of a variant, or the number of a product with a single variant. */
  readonly item: string
  readonly quantity: number
}

/** The buyer. */
export interface Buyer {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone_number?: string
  /** The buyer's consents, as sent by the platform (UCP: Buyer consent). */
  readonly consent?: Readonly<Record<string, unknown>>
}

/** A postal address with UCP's field names, and the id by which the platform selects it. */
export interface Destination extends PostalAddress {
  readonly id: string
  /** UCP has no such field. */
  readonly company?: string | undefined
}

/** The requested fulfillment. */
export interface Delivery {
  /** The addresses in the customer's account. The platform can select them, but cannot remove them from the list. */
  readonly saved?: readonly Destination[]
  readonly destinations: readonly Destination[]
  readonly selected_destination_id: string | null
  readonly selected_option_id: string | null
}

/** A payment instrument named by the platform. Credentials are never stored. */
export type Instrument = Readonly<Record<string, unknown>> & { readonly id: string }

/** What an agent can do for its buyer, as it declared at the start (ACP: capabilities). It is not verified. */
export interface Abilities {
  /** The customer authentication methods it can present, such as `3ds`. */
  readonly interventions: readonly string[]
  /** Whether it can redirect its buyer to the bank's page. */
  readonly redirects: boolean
  /** The ACP extensions it supports. */
  readonly extensions: readonly string[]
}

/** Everything the platform has requested in a session. The store's prices and totals are in the quote. */
export interface RequestedCheckout {
  readonly lines: readonly RequestedLine[]
  readonly buyer: Buyer
  /** The buyer's location and currency, as far as the platform has sent hints. */
  readonly context: { readonly country?: string; readonly currency?: string }
  /** Discount codes, as the buyer entered them. */
  readonly codes: readonly string[]
  readonly delivery: Delivery
  readonly instruments: readonly Instrument[]
  /** How the buyer came here, as sent by the platform (UCP: attribution). */
  readonly attribution: Readonly<Record<string, string>>
  /** Set for protocols that negotiate capabilities per session. */
  readonly abilities?: Abilities
  /** The buyer's note to the merchant. */
  readonly note?: string
  /** The agent's own data for the merchant (ACP: metadata). */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A priced line. Amounts in minor units, tax-inclusive where the store's prices are. */
export interface QuotedLine {
  readonly id: string
  readonly variant_id: string
  readonly title: string
  readonly image_url: string | null
  readonly unit_price: number
  readonly quantity: number
  readonly subtotal: number
  readonly discount: number
  readonly total: number
}

/** An applied promotion. */
export interface QuotedDiscount {
  /** The code as the buyer entered it; null for an automatic promotion. */
  readonly code: string | null
  readonly title: string
  readonly amount: number
  readonly method: "each" | "across"
  readonly allocations: readonly { readonly line: number; readonly amount: number }[]
}

/** A shipping option. `amount` is its price in minor units. */
export interface QuotedOption {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly amount: number
}

/** A problem with the requested items. `index` is the index of a line of the quote, or of a discount code. */
export type Notice =
  | { readonly code: "out_of_stock" | "item_unavailable"; readonly item: string }
  | { readonly code: "quantity_adjusted"; readonly index: number; readonly quantity: number }
  | {
      readonly code:
        | "address_undeliverable"
        | "not_delivered_together"
        | "option_unavailable"
        | "too_little_to_pay"
        | "too_much_to_pay"
    }
  /** The total exceeds a limit of the client. `reason` is a sentence. */
  | { readonly code: "spending_limit"; readonly reason: string }
  | {
      readonly code:
        | "discount_code_invalid"
        | "discount_code_expired"
        | "discount_code_already_applied"
        | "discount_code_user_ineligible"
      readonly index: number
    }

/**
 * The store's answer to the requested items, at Medusa's current prices. Minor units of `currency`; the amounts
 * add up.
 */
export interface Quote {
  /** Uppercase ISO 4217. */
  readonly currency: string
  readonly lines: readonly QuotedLine[]
  readonly discounts: readonly QuotedDiscount[]
  readonly options: readonly QuotedOption[]
  readonly needs_delivery: boolean
  readonly subtotal: number
  readonly items_discount: number
  readonly discount: number
  readonly fulfillment: number
  readonly tax: number
  readonly total: number
  readonly notices: readonly Notice[]
}

/** The owner of a session: the client, and the customer if the client acts for one. */
export interface SessionOwner {
  readonly client_id: string
  readonly customer_id: string | null
}

/** `gw_session`: an agent's cart or checkout session. */
export interface Session extends SessionOwner {
  readonly id: string
  readonly kind: "cart" | "checkout"
  readonly requested: RequestedCheckout
  readonly quote: Quote
  /** What the store changed since the previous quote, until the next request; null if nothing. */
  readonly quote_changes: QuoteChanges | null
  /** Medusa's cart of this quote; null if the session has no items. */
  readonly cart_id: string | null
  /** The cart session from which a checkout was created. */
  readonly source_id: string | null
  /** The payment of the latest attempt to complete the checkout. */
  readonly payment_id: string | null
  /** The payment of an equal purchase that the client was warned about; completing again confirms the repetition. */
  readonly duplicate_of: string | null
  /** The request that was warned, so that a retry of it gets the same warning. */
  readonly duplicate_by: string | null
  /** When that attempt started and its order was placed. */
  readonly ordered_at: Date | null
  readonly canceled_at: Date | null
  /** The request that canceled the session, so that a retry of it gets the same response. */
  readonly canceled_by: string | null
  readonly expires_at: Date
  /** The id of the erasure that deleted the buyer's data. */
  readonly erasure_id: string | null
  readonly created_at: Date
}
