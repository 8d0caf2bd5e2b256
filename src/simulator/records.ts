import type { CardFacts } from "./cards"
import type { Payment } from "./payment"
import type { PaymentInput } from "./payment-input"

/** The shopper's visit to the bank's page. It ends once, and then stays closed. */
export interface ScaSession {
  id: string
  csrf: string
  stage: "card" | "challenge" | "closed"
  /** Wrong codes so far. */
  tries: number
  card: CardFacts | null
}

/** A payment with what only the bank knows about it. */
export interface PaymentRecord {
  payment: Payment
  input: PaymentInput
  session: ScaSession
  /** When the bank must act by itself (milliseconds): the page lapses, or the issuer answers. */
  wake_at: number | null
}

/** Something that happened, told to the merchant by notification and by the event feed. */
export interface BankEvent {
  event_id: string
  /** Rises by one per merchant. */
  sequence: number
  type: string
  created_at: string
  payment: Payment
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
  | { kind: "event"; record: EventRecord }
  | { kind: "delivery"; event_id: string; attempts: number; next_at: number | null }
  | { kind: "answer"; answer: Answer }
  | { kind: "seen"; key: string; until: number }
