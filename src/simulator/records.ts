import type { CardFacts, Quirk } from "./cards"
import type { Payment } from "./payment"
import type { Terms, Token } from "./token"

/** A card in use: its public details, and its later behavior, which only the bank knows. */
export interface UsedCard {
  facts: CardFacts
  quirk: Quirk | null
}

/** The customer's session on the bank's page. It ends once, and then stays closed. */
export interface ScaSession {
  id: string
  csrf: string
  /** `entry`: the customer must first arrive with the form. */
  stage: "entry" | "card" | "challenge" | "closed"
  /** The fields of that form; null when the page is opened by its link. */
  entry: Record<string, string> | null
  /** Wrong codes so far. */
  tries: number
  card: UsedCard | null
  return_url: string
  /** The SCA exemption that the merchant requested. */
  exemption: string | null
}

/** A scheduled action of the bank, with its time in milliseconds. */
export type Due =
  | { at: number; what: "page_lapses" | "issuer_answers" | "dispute_opens" }
  | { at: number; what: "refund_fails"; refund_id: string }

/** The agreement to save the card that is part of a payment. */
export interface SaveCard {
  usage: Token["usage"]
  terms: Terms
  customer_reference: string | null
}

/** A payment with the data that only the bank knows. A merchant-initiated charge has no session. */
export interface PaymentRecord {
  payment: Payment
  session: ScaSession | null
  save_card: SaveCard | null
  quirk: Quirk | null
  due: Due[]
}

/** A token with the data that only the bank knows. A token saved with a payment has no session. */
export interface TokenRecord {
  token: Token
  session: ScaSession | null
  quirk: Quirk | null
  due: Due[]
}

/** The payment or token for which a customer is on the bank's page. */
export type Visit = (PaymentRecord | TokenRecord) & { session: ScaSession }

/** An event with one full snapshot, sent to the merchant by notification and listed in the event feed. */
export interface BankEvent {
  event_id: string
  merchant_id: string
  /** Increases by one per merchant. */
  sequence: number
  type: string
  created_at: string
  payment?: Payment
  token?: Token
}

/** An event and the state of its delivery. */
export interface EventRecord {
  event: BankEvent
  attempts: number
  /** When the next attempt is due, in milliseconds; null once the delivery has ended. */
  next_at: number | null
}

/** The stored response for a repeated Idempotency-Key, byte for byte. */
export interface Answer {
  scope: string
  digest: string
  status: number
  body: string
  /** When it was stored, in milliseconds. */
  at: number
}

/** One change of the bank's data. Each line of the journal is a list of facts, which apply together or not at all. */
export type Fact =
  | { kind: "payment"; record: PaymentRecord }
  | { kind: "token"; record: TokenRecord }
  | { kind: "event"; record: EventRecord }
  | { kind: "delivery"; event_id: string; attempts: number; next_at: number | null }
  | { kind: "answer"; answer: Answer }
  | { kind: "seen"; key: string; until: number }
