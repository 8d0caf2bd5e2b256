import type { AttemptOutcome } from "../domain/bank-call"
import type { BankStatus, Decline, Dispute, Intent } from "../domain/settlement"
import type { Agreement, TokenStatus, Usage } from "../domain/card"

/** What a bank can do. What it cannot is refused before the bank is asked, and hidden from agents. */
export interface BankCapabilities {
  readonly intents: readonly Intent[]
  /** `full`: all of it in one capture. */
  readonly capture: "none" | "full" | "multiple"
  readonly void: boolean
  /** `full`: all of it in one refund. */
  readonly refund: "none" | "full" | "partial"
  /** How a card can be kept: while paying only, or on its own as well. */
  readonly tokenize: "none" | "with_payment" | "standalone"
  /** Whether a kept card can be charged without the shopper. */
  readonly mit: boolean
  /** Whether a payment's state can be asked for, so that a lost notification heals. */
  readonly query: boolean
  /** Whether the bank lists its events, so that a gap in the notifications heals. */
  readonly events: boolean
}

/** A payment to be opened. Amounts are integer minor units of `currency` (uppercase ISO 4217). */
export interface CreatePayment {
  readonly merchant_reference: string
  readonly intent: Intent
  readonly amount: number
  readonly currency: string
  readonly description: string
  /** Where the bank's page sends the shopper afterwards. */
  readonly return_url: string
  readonly customer_email?: string
  /** Keeps the card as well, with the same proof. */
  readonly save_card?: Agreement
}

/** A card to be kept, proved by the shopper on the bank's page; no money is taken. */
export interface TokenSetup extends Agreement {
  readonly merchant_reference: string
  readonly currency: string
  readonly return_url: string
}

/** What a token is found by: the bank's id of it where we have it, otherwise our reference. */
export interface TokenKey {
  readonly merchant_reference: string
  readonly bank_token_id: string | null
}

/** A charge of a kept card without the shopper. Amount in minor units. */
export interface TokenCharge {
  readonly bank_token_id: string
  readonly merchant_reference: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  /** What the charge rests on: the kind of agreement, and the transaction the shopper has proved it with. */
  readonly mit: { readonly type: Usage; readonly initial_network_transaction_id: string }
}

/** Collects a reserved amount, or a part of it; `final` releases the rest. */
export interface CapturePayment {
  readonly bank_payment_id: string
  readonly merchant_reference: string
  readonly amount: number
  readonly final: boolean
}

/** Gives captured money back, in full or in part. */
export interface RefundPayment {
  readonly bank_payment_id: string
  readonly merchant_reference: string
  readonly amount: number
  /** Whether it gives back all that was captured, at once. */
  readonly full: boolean
  readonly reason?: string
}

/** The key of one intended bank call, written down before the call: the same intent never gets a second key. */
export interface CallContext {
  readonly idempotency_key: string
  /** Whether an earlier attempt with this key may have reached the bank. A rejection is no outcome then. */
  readonly repeated: boolean
}

/** Where the shopper proves the payment: on a page to open, or on one that only a form with these fields opens. */
export type NextAction =
  | { readonly type: "redirect"; readonly url: string; readonly expires_at: string | null }
  | {
      readonly type: "redirect_post"
      readonly url: string
      readonly fields: Readonly<Record<string, string>>
      readonly expires_at: string | null
    }

/** One capture as the bank has it. Without a reference of ours it was begun at the bank. */
export interface BankCapture {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
}

/** One refund as the bank has it. */
export interface BankRefund extends BankCapture {
  readonly status: "pending" | "succeeded" | "failed"
}

/**
 * The whole state of a payment as the bank tells it: the only input of the reducer.
 * `version` rises with each change at the bank and is the only authority on order.
 */
export interface PaymentSnapshot {
  readonly id: string
  readonly version: number
  readonly merchant_reference: string
  readonly intent: Intent
  readonly status: BankStatus
  readonly amount: number
  readonly currency: string
  readonly amounts: { readonly captured: number; readonly refunded: number }
  readonly captures: readonly BankCapture[]
  readonly refunds: readonly BankRefund[]
  /** Absent when the bank does not tell. */
  readonly disputes?: readonly Dispute[]
  readonly next_action: NextAction | null
  readonly card: CardFacts | null
  /** The token of the card that was kept with this payment, or charged by it. */
  readonly token_id: string | null
  readonly network_transaction_id: string | null
  readonly decline: Decline | null
}

/** What may be known of a card. Never its number. */
export interface CardFacts {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number | null
  readonly exp_year: number | null
}

/** The whole state of a kept card as the bank tells it; `version` is the only authority on order. */
export interface TokenSnapshot {
  readonly id: string
  readonly version: number
  /** Ours; of a card kept with a payment, the payment's. */
  readonly merchant_reference: string
  readonly customer_reference: string | null
  readonly status: TokenStatus
  readonly currency: string
  readonly usage: Usage
  readonly next_action: NextAction | null
  readonly card: CardFacts | null
  readonly network_transaction_id: string | null
  readonly decline: Decline | null
}

/** Why a signed message was not believed (docs/bank.md). */
export const SIGNATURE_REASONS = [
  "signature_missing",
  "signature_invalid",
  "key_unknown",
  "alg_not_allowed",
  "claim_mismatch",
  "signature_stale",
  "digest_mismatch",
  "replayed",
] as const
export type SignatureReason = (typeof SIGNATURE_REASONS)[number]

/** A notification as it came in: raw bytes first, parsed only after they are verified. */
export interface NotificationRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw_body: Buffer
}

/** One signed message may be taken once: who signed it, its own id, and when it is stale anyway. */
export interface Nonce {
  readonly issuer: string
  readonly jti: string
  readonly expires_at: Date
}

export interface BankEvent {
  readonly event_id: string
  readonly sequence: number | null
  readonly type: string
  /** Null on events that are not about a payment. */
  readonly payment: PaymentSnapshot | null
  /** Null on events that are not about a kept card. */
  readonly token: TokenSnapshot | null
}

export type NotificationVerdict =
  | { readonly ok: true; readonly event: BankEvent; readonly nonce: Nonce }
  | { readonly ok: false; readonly reason: SignatureReason | "malformed" }

export interface Acknowledgement {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** What a bank may be asked and told. Drivers translate; they keep no state and know neither store nor database. */
export interface BankDriver {
  readonly capabilities: BankCapabilities
  /** Opens a payment. Repeating it with the same key is safe. Throws BankError. */
  createPayment(input: CreatePayment, context: CallContext): Promise<PaymentSnapshot>
  /** Captures. Throws BankError; so do the others. */
  capturePayment(input: CapturePayment, context: CallContext): Promise<PaymentSnapshot>
  /** Releases an authorisation, or ends a payment the shopper has not proved yet. */
  voidPayment(input: { bank_payment_id: string }, context: CallContext): Promise<PaymentSnapshot>
  refundPayment(input: RefundPayment, context: CallContext): Promise<PaymentSnapshot>
  /** The bank's events after a sequence number, oldest first. */
  listEvents(after: number): Promise<{ events: BankEvent[]; has_more: boolean }>
  /** The payment with our reference, or null when the bank does not know it. Throws BankError. */
  findPayment(merchant_reference: string): Promise<PaymentSnapshot | null>
  /** Opens the bank's page on which a card is kept. Repeating it with the same key is safe. */
  startTokenSetup(input: TokenSetup, context: CallContext): Promise<TokenSnapshot>
  /** The token, or null when the bank does not know it. */
  findToken(key: TokenKey): Promise<TokenSnapshot | null>
  /** Ends the agreement: nothing can be charged any more. Doing it again changes nothing. */
  revokeToken(bank_token_id: string): Promise<TokenSnapshot>
  /** Charges a kept card without the shopper. A decline is a snapshot, not an error. */
  chargeToken(input: TokenCharge, context: CallContext): Promise<PaymentSnapshot>
  /** Verifies, then reads, a notification. Throws BankError when the bank's keys cannot be fetched. */
  readNotification(request: NotificationRequest): Promise<NotificationVerdict>
  /** The answer the bank expects for a verdict, in its own words. */
  acknowledge(verdict: NotificationVerdict): Acknowledgement
  /** The store's public keys, for the bank to fetch; undefined where the bank takes none. */
  publicKeys(): { keys: object[] } | undefined
}

/** A bank call that did not end in a snapshot. `unknown` must be resolved by asking, never by a second key. */
export class BankError extends Error {
  override readonly name = "BankError"
  constructor(
    readonly code: string,
    readonly outcome: "not_executed" | "unknown",
    message: string,
    options?: ErrorOptions
  ) {
    super(message, options)
  }
}

/** What the attempt that threw this error came to. */
export function outcomeOf({ outcome }: BankError): AttemptOutcome {
  return outcome === "unknown" ? "unknown" : "rejected"
}

/** The same error for a call whose outcome is unknown all the same, because an earlier attempt may have been executed. */
export function asUnknown(error: BankError): BankError {
  if (error.outcome === "unknown") return error
  return new BankError(error.code, "unknown", error.message, { cause: error })
}
