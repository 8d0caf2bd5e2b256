import type { CardFacts, Quirk } from "./cards"
import type { Payment } from "./payment"
import type { Terms, Token } from "./token"

/** A card in use: what may be told of it, and what only the bank knows about it. */
export interface UsedCard {
  facts: CardFacts
  quirk: Quirk | null
}

/** The shopper's visit to the bank's page. It ends once, and then stays closed. */
export interface ScaSession {
  id: string
  csrf: string
  /** `entry`: the shopper has yet to come with the form. */
  stage: "entry" | "card" | "challenge" | "closed"
  /** The fields of that form; null when the page is opened by its link. */
  entry: Record<string, string> | null
  /** Wrong codes so far. */
  tries: number
  card: UsedCard | null
  return_url: string
  /** The exemption the merchant asked for. */
  exemption: string | null
}

/** What the bank must do by itself, and when (milliseconds). */
export type Due =
  | { at: number; what: "page_lapses" | "issuer_answers" | "dispute_opens" }
  | { at: number; what: "refund_fails"; refund_id: string }

/** The agreement a payment's shopper makes along with it. */
export interface SaveCard {
  usage: Token["usage"]
  terms: Terms
  customer_reference: string | null
}

/** A payment with what only the bank knows about it. A charge without the shopper has no session. */
export interface PaymentRecord {
  payment: Payment
  session: ScaSession | null
  save_card: SaveCard | null
  quirk: Quirk | null
  due: Due[]
}

/** A token with what only the bank knows about it. One that came with a payment has no session. */
export interface TokenRecord {
  token: Token
  session: ScaSession | null
  quirk: Quirk | null
  due: Due[]
}

/** What a shopper is on the bank's page for. */
export type Visit = (PaymentRecord | TokenRecord) & { session: ScaSession }

/** Something that happened, told to the merchant by notification and by the event feed: with one full snapshot. */
export interface BankEvent {
  event_id: string
  merchant_id: string
  /** Rises by one per merchant. */
  sequence: number
  type: string
  created_at: string
  payment?: Payment
  token?: Token
}

/** An event and how far its delivery got. */
export interface EventRecord {
  event: BankEvent
  attempts: number
  /** When to try (again), in milliseconds; null once the delivery is over. */
  next_at: number | null
}

/** The answer kept for a repeated Idempotency-Key: byte for byte. */
export interface Answer {
  scope: string
  digest: string
  status: number
  body: string
  /** When it was given, in milliseconds. */
  at: number
}

/** One thing that became true. Journal lines are lists of facts; a line holds entirely or not at all. */
export type Fact =
  | { kind: "payment"; record: PaymentRecord }
  | { kind: "token"; record: TokenRecord }
  | { kind: "event"; record: EventRecord }
  | { kind: "delivery"; event_id: string; attempts: number; next_at: number | null }
  | { kind: "answer"; answer: Answer }
  | { kind: "seen"; key: string; until: number }
