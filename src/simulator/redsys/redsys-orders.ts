import type { TypedCard } from "../cards"
import type { RedsysMerchant } from "./redsys-merchants"
import { SisError } from "./sis-error"

/** One executed or rejected operation of an order. */
export interface RedsysOperation {
  type: string
  amount: number
  response: string
}

/** A card that the customer agreed to save. */
export interface SavedCard {
  merchant_code: string
  identifier: string
  /** The kind of charges that the customer agreed to (COF_TYPE); empty if they agreed to none. */
  cof_type: string
  /** Empty without such an agreement. */
  network_transaction_id: string
  card: TypedCard
}

/** How a customer pays on the page. */
export type Method = "card" | "bizum"

/** A payment, known by the merchant's order number. Amounts in minor units. */
export interface RedsysOrder {
  merchant: RedsysMerchant
  order: string
  terminal: string
  currency: string
  /** "0" for a sale, "1" for an authorization. */
  type: string
  amount: number
  /** The merchant's own text, returned with every message about the payment. */
  merchant_data: string
  description: string
  language: string
  notification_url: string
  ok_url: string
  ko_url: string
  /** What the page offers. */
  methods: readonly Method[]
  /** How the customer pays on the page. */
  method: Method
  /** Whether the card is to be saved. */
  saves_card: boolean
  /** The kind of charges for which it is to be saved (COF_TYPE); empty for none. */
  cof_type: string
  /** The secret part of the page's address, and of its forms. Null for a charge without a page. */
  page: { id: string; csrf: string; card: TypedCard | null; tries_left: number } | null
  /** Null until the payment has ended. */
  response: string | null
  captured: number
  refunded: number
  is_voided: boolean
  saved_card: SavedCard | null
  card: TypedCard | null
  operations: RedsysOperation[]
  /** Whether the merchant has accepted the notification of its result. */
  is_notified: boolean
}

/** The orders and saved cards of the Redsys mode, in memory only. */
export class RedsysOrders {
  private readonly orders = new Map<string, RedsysOrder>()
  private readonly cards = new Map<string, SavedCard>()

  /** Adds an order. Throws SIS0051 if its merchant has used the number before, whatever became of it. */
  add(order: RedsysOrder): void {
    const key = keyOf(order.merchant, order.order)
    if (this.orders.has(key)) throw new SisError("SIS0051")
    this.orders.set(key, order)
  }

  find(merchant: RedsysMerchant, order: string): RedsysOrder | undefined {
    return this.orders.get(keyOf(merchant, order))
  }

  /** The order whose page has this id. */
  byPage(id: string): RedsysOrder | undefined {
    return [...this.orders.values()].find(({ page }) => page?.id === id)
  }

  /** All orders, oldest first. */
  list(): RedsysOrder[] {
    return [...this.orders.values()]
  }

  /** Whether a saved card has not been deleted. */
  hasCard({ identifier }: SavedCard): boolean {
    return this.cards.has(identifier)
  }

  saveCard(card: SavedCard): void {
    this.cards.set(card.identifier, card)
  }

  /** The merchant's saved card. Throws SIS0321 if there is none. */
  savedCard(merchant: RedsysMerchant, identifier: string): SavedCard {
    const card = this.cards.get(identifier)
    if (card?.merchant_code !== merchant.merchant_code) throw new SisError("SIS0321")
    return card
  }

  deleteCard({ identifier }: SavedCard): void {
    this.cards.delete(identifier)
  }

  clear(): void {
    this.orders.clear()
    this.cards.clear()
  }
}

const keyOf = ({ merchant_code }: RedsysMerchant, order: string) => `${merchant_code} ${order}`
