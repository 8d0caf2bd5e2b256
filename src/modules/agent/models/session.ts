import type { PostalAddress } from "../../../domain/postal-address"

/** A line a platform asks for. */
export interface WishedLine {
  /** Ours, and the same for as long as the line is asked for. */
  readonly id: string
  /** What is wanted, by whatever name: the id or article number of a variant, or the number of a product that has one. */
  readonly item: string
  readonly quantity: number
}

/** Who buys. */
export interface Buyer {
  readonly first_name?: string
  readonly last_name?: string
  readonly email?: string
  readonly phone_number?: string
  /** What the buyer has agreed to, as the platform has said it (UCP: Buyer consent). */
  readonly consent?: Readonly<Record<string, unknown>>
}

/** A postal address in UCP's words, with the name under which the platform chooses it. */
export interface Destination extends PostalAddress {
  readonly id: string
  /** For which UCP has no word. */
  readonly company?: string | undefined
}

/** How the lines come to the buyer. */
export interface Delivery {
  readonly destinations: readonly Destination[]
  readonly selected_destination_id: string | null
  readonly selected_option_id: string | null
}

/** An instrument a platform has named, without any credential: none is ever kept. */
export type Instrument = Readonly<Record<string, unknown>> & { readonly id: string }

/** What an agent can do for its buyer, as it said when it began (ACP: capabilities). Never a reason to trust it. */
export interface Abilities {
  /** The proofs it can show its buyer: `3ds`, say. */
  readonly interventions: readonly string[]
  /** Whether it can send its buyer to a page of the bank's. */
  readonly redirects: boolean
  /** The extensions it understands. */
  readonly extensions: readonly string[]
}

/** All a platform has asked for in a session. What the store says to it is the quote. */
export interface Wishes {
  readonly lines: readonly WishedLine[]
  readonly buyer: Buyer
  /** Where the buyer is, as far as it is hinted at. */
  readonly context: { readonly country?: string; readonly currency?: string }
  /** Discount codes, as they were typed. */
  readonly codes: readonly string[]
  readonly delivery: Delivery
  readonly instruments: readonly Instrument[]
  /** What the platform says of how the buyer came here (UCP: attribution). */
  readonly attribution: Readonly<Record<string, string>>
  /** Where the protocol has them agreed upon for each session. */
  readonly abilities?: Abilities
  /** What the buyer wants the merchant to know. */
  readonly note?: string
  /** What the agent wants the merchant to know, by names of its own (ACP: metadata). */
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A line as the store sells it. Amounts in minor units, with tax where the store's prices have it. */
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

/** A promotion that counts. */
export interface QuotedDiscount {
  /** The code as it was typed; null for one that counts by itself. */
  readonly code: string | null
  readonly title: string
  readonly amount: number
  readonly method: "each" | "across"
  readonly allocations: readonly { readonly line: number; readonly amount: number }[]
}

/** A way of delivery, and what it costs in minor units. */
export interface QuotedOption {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly amount: number
}

/** What does not go as it was wished; `index` counts lines of the quote, or codes. */
export type Notice =
  | { readonly code: "out_of_stock" | "item_unavailable"; readonly item: string }
  | { readonly code: "quantity_adjusted"; readonly index: number; readonly quantity: number }
  | {
      readonly code:
        "address_undeliverable" | "not_delivered_together" | "option_unavailable" | "too_little_to_pay"
    }
  | {
      readonly code:
        | "discount_code_invalid"
        | "discount_code_expired"
        | "discount_code_already_applied"
        | "discount_code_user_ineligible"
      readonly index: number
    }

/** What the store says to the wishes: prices of now, by Medusa. Minor units of `currency`; they always sum. */
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

/** Whose session it is: the client's, and where it acts for a customer, that customer's. */
export interface SessionOwner {
  readonly client_id: string
  readonly customer_id: string | null
}

/** `gw_session`: a cart or a checkout of an agent's. */
export interface Session extends SessionOwner {
  readonly id: string
  readonly kind: "cart" | "checkout"
  readonly wishes: Wishes
  readonly quote: Quote
  /** Medusa's cart of this quote; null when it holds nothing. */
  readonly cart_id: string | null
  /** The cart session a checkout was made of. */
  readonly source_id: string | null
  /** The payment of the newest attempt to complete it. */
  readonly payment_id: string | null
  /** When that attempt was begun, and its order placed. */
  readonly ordered_at: Date | null
  readonly canceled_at: Date | null
  /** The request that has canceled it, so that the same one is answered alike when it is sent again. */
  readonly canceled_by: string | null
  readonly expires_at: Date
  /** Under which it was erased who has bought. */
  readonly erasure_id: string | null
  readonly created_at: Date
}
