import type { AttemptOutcome } from "../domain/bank-call"
import { TEMPORARY_CODES } from "../domain/temporary-codes"
import type { PaymentMethod } from "../domain/payment-method"
import type { BankStatus, Decline, Dispute, Intent, PaymentStatus } from "../domain/settlement"
import type { Agreement, CardStatus, TokenStatus, Usage } from "../domain/card"

/** An account at a bank, as its driver gets it. */
export interface DriverOptions<Bank> {
  readonly bank: Bank
  /** The URL at which the bank's notifications about this account arrive. */
  readonly notification_url: string
}

/** What a bank supports. Everything else is rejected before the bank is called, and hidden from agents. */
export interface BankCapabilities {
  readonly intents: readonly Intent[]
  /** How the customer can pay on the bank's page. `bizum` is for sales alone, in euros, and saves no card. */
  readonly methods: readonly PaymentMethod[]
  /** `full`: one capture of the whole amount; `single`: one of the amount or less, which voids the rest. */
  readonly capture: "none" | "full" | "single" | "multiple"
  readonly void: boolean
  /** `full`: a single refund of the whole amount. */
  readonly refund: "none" | "full" | "partial"
  /** How a card can be saved: only during a payment, or also on its own. */
  readonly tokenize: "none" | "with_payment" | "standalone"
  /** Whether a saved card supports merchant-initiated charges. */
  readonly mit: boolean
  /** Whether a payment can be queried, which recovers a lost notification. */
  readonly query: boolean
  /** Whether the bank is sent what the order says about its customer. The order is read only then. */
  readonly customer_data: boolean
  /** Whether the bank lists its events, which recovers a gap in the notifications. */
  readonly events: boolean
}

/** Which movements of a payment are possible. */
export type MovementCapabilities = Pick<BankCapabilities, "capture" | "void" | "refund">

/** A payment to open. Amounts are integer minor units of `currency` (uppercase ISO 4217). */
export interface CreatePayment {
  readonly merchant_reference: string
  readonly intent: Intent
  readonly amount: number
  readonly currency: string
  readonly description: string
  /** Where the bank redirects the customer afterwards. */
  readonly return_url: string
  /** Default: `card`. */
  readonly method?: PaymentMethod
  readonly customer_email?: string
  /** As the order is now, so a repeated call may have other data. It is personal: it is never logged. */
  readonly customer?: OrderCustomer
  /** Also saves the card, with the same customer authentication. */
  readonly save_card?: Agreement
}

/** What an order says about its customer. Null if it does not say it. */
export interface OrderCustomer {
  /** BCP 47. */
  readonly locale: string | null
  readonly billing_address: PostalAddress | null
  readonly shipping_address: PostalAddress | null
}

/** A postal address with its recipient. `country_code` is ISO 3166-1 with two letters. */
export type PostalAddress = Readonly<
  Record<
    | "first_name"
    | "last_name"
    | "address_1"
    | "address_2"
    | "city"
    | "postal_code"
    | "country_code"
    | "phone",
    string | null
  >
>

/** A card to save. The customer authenticates on the bank's page; no money moves. */
export interface TokenSetup extends Agreement {
  readonly merchant_reference: string
  readonly currency: string
  readonly return_url: string
}

/**
 * What the store has stored about a saved card. A bank finds the token by its own id if it is known, otherwise by the
 * store's reference. A bank that cannot be asked about its tokens is understood with the other members.
 */
export interface StoredCard extends Pick<
  TokenSnapshot,
  | "merchant_reference"
  | "customer_reference"
  | "version"
  | "currency"
  | "usage"
  | "card"
  | "network_transaction_id"
> {
  readonly bank_token_id: string | null
  readonly status: CardStatus
  /** The decline codes of the card's merchant-initiated charges, each once. */
  readonly declines: readonly string[]
}

/** A merchant-initiated charge of a saved card. Amount in minor units. */
export interface TokenCharge {
  readonly bank_token_id: string
  readonly merchant_reference: string
  readonly amount: number
  readonly currency: string
  readonly description: string
  /** The kind of agreement, and the network transaction id of the customer-authenticated transaction. */
  readonly mit: { readonly type: Usage; readonly initial_network_transaction_id: string }
}

/** A capture, refund or void that the store stored before it called the bank. Amount in minor units; null for a void. */
export interface StoredOperation {
  readonly kind: "capture" | "void" | "refund"
  readonly merchant_reference: string
  readonly amount: number | null
  /** `done`: executed, as the bank has reported or staff have found there. `refused`: certainly not executed. */
  readonly status: "requested" | "unknown" | "done" | "refused"
}

/** A capture, refund or void that the bank has begun and not finished. Amount in minor units. */
export interface UnfinishedCall {
  readonly kind: StoredOperation["kind"]
  readonly amount: number
}

/**
 * A capture or refund that the store has already recorded, under the id and the reference of an earlier snapshot. Amount
 * in minor units.
 */
export interface StoredMovement {
  readonly kind: "capture" | "refund"
  readonly amount: number
  readonly id: string
  readonly merchant_reference: string | null
}

/**
 * What the store has stored about a payment. A bank that returns neither references nor ids for its operations is
 * understood with it. Amount in minor units of `currency` (uppercase ISO 4217).
 */
export interface StoredPayment {
  readonly merchant_reference: string
  /** Null until the bank has reported the payment. */
  readonly bank_payment_id: string | null
  readonly intent: Intent
  readonly amount: number
  readonly currency: string
  readonly status: PaymentStatus
  /** The bank's token of the saved card that the payment charges. Null if the customer pays on the bank's page. */
  readonly bank_token_id: string | null
  /** The seconds since the payment was stored. */
  readonly age: number
  /** In the order in which they were stored. */
  readonly operations: readonly StoredOperation[]
  readonly movements: readonly StoredMovement[]
}

/** The same for a payment that the bank has reported. */
export type OpenedPayment = StoredPayment & { readonly bank_payment_id: string }

/** Captures an authorized amount or a part of it. `final` voids the rest. */
export interface CapturePayment {
  readonly payment: OpenedPayment
  readonly merchant_reference: string
  readonly amount: number
  readonly final: boolean
}

/** Refunds a captured amount or a part of it. */
export interface RefundPayment {
  readonly payment: OpenedPayment
  readonly merchant_reference: string
  readonly amount: number
  /** Whether it refunds the whole captured amount at once. */
  readonly full: boolean
  readonly reason?: string
}

/** Voids an authorization, or cancels a payment before customer authentication. */
export interface VoidPayment {
  readonly payment: OpenedPayment
}

/** The idempotency key of a bank call, stored before the call. A call never gets a second key. */
export interface CallContext {
  readonly idempotency_key: string
  /** Whether an earlier attempt with this key may have reached the bank. If so, a rejection does not end the call. */
  readonly repeated: boolean
}

/** The customer's next step: a page to open, or a page that needs a form with these fields. */
export type NextAction =
  | { readonly type: "redirect"; readonly url: string; readonly expires_at: string | null }
  | {
      readonly type: "redirect_post"
      readonly url: string
      readonly fields: Readonly<Record<string, string>>
      readonly expires_at: string | null
    }

/** A capture at the bank. Without a merchant reference it is bank-initiated. */
export interface BankCapture {
  readonly id: string
  readonly merchant_reference: string | null
  readonly amount: number
}

/** A refund at the bank. */
export interface BankRefund extends BankCapture {
  readonly status: "pending" | "succeeded" | "failed"
}

/**
 * The state of a payment at the bank, and the only input of the reducer. `version` increases with each change at the bank
 * and alone determines which snapshot is newer.
 */
export interface PaymentSnapshot {
  /**
   * Set if the bank reports one operation only, and not the whole payment. If such a snapshot is not newer and says that
   * money is held, the store queries the bank.
   */
  readonly is_of_one_operation?: boolean
  /** Set if the customer may still pay although the payment has ended, because the bank's page may be open. */
  readonly may_be_paid_later?: boolean
  /** The calls that the bank has begun and may still execute, with amounts in minor units. Absent if there are none. */
  readonly unfinished?: readonly UnfinishedCall[]
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
  /** Absent if the bank does not report disputes. */
  readonly disputes?: readonly Dispute[]
  readonly next_action: NextAction | null
  readonly card: CardFacts | null
  /** The token of the card that was saved with this payment or charged by it. */
  readonly token_id: string | null
  readonly network_transaction_id: string | null
  readonly decline: Decline | null
}

/** The displayable data of a card, without its number. */
export interface CardFacts {
  readonly brand: string
  readonly last4: string
  readonly exp_month: number | null
  readonly exp_year: number | null
}

/** The complete state of a saved card at the bank. `version` alone determines which snapshot is newer. */
export interface TokenSnapshot {
  readonly id: string
  readonly version: number
  /** The store's reference. For a card saved with a payment, the payment's reference. */
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

/** Why the signature of a message was rejected (docs/bank.md). */
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

/**
 * The codes with which a bank rejects every call of a store whose configuration is wrong: the merchant, the terminal, the
 * secret, or the keys of the store's signatures.
 */
export const CONFIGURATION_CODES: readonly string[] = [
  "bank_configuration",
  ...SIGNATURE_REASONS.filter((reason) => reason !== "replayed"),
]

/** An unparsed notification. The body is parsed only after its signature is verified. */
export interface NotificationRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly raw_body: Buffer
}

/** Identifies a signed message, so that it is accepted once: its signer, its id, and when it expires. */
export interface Nonce {
  readonly issuer: string
  readonly jti: string
  readonly expires_at: Date
}

/** An event of the bank: about a payment, a saved card, or neither. */
export interface BankEvent {
  readonly event_id: string
  readonly sequence: number | null
  readonly type: string
  /** Null if the event is not about a payment. */
  readonly payment: PaymentSnapshot | null
  /** Null if the event is not about a saved card. */
  readonly token: TokenSnapshot | null
}

/** The result of verifying and parsing a notification. */
export type NotificationVerdict =
  | { readonly ok: true; readonly event: BankEvent; readonly nonce: Nonce }
  | { readonly ok: false; readonly reason: SignatureReason | "malformed" | "format_not_supported" }

/** The HTTP response to a notification. */
export interface Acknowledgement {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/**
 * The interface to a bank. Drivers only translate: they keep no state and know neither the store nor the
 * database.
 */
export interface BankDriver {
  readonly capabilities: BankCapabilities
  /** Opens a payment. Safe to repeat with the same key. Throws BankError. */
  createPayment(input: CreatePayment, context: CallContext): Promise<PaymentSnapshot>
  /** Captures an authorized amount. Throws BankError, like all calls below. */
  capturePayment(input: CapturePayment, context: CallContext): Promise<PaymentSnapshot>
  /** Voids an authorization, or cancels a payment before customer authentication. */
  voidPayment(input: VoidPayment, context: CallContext): Promise<PaymentSnapshot>
  refundPayment(input: RefundPayment, context: CallContext): Promise<PaymentSnapshot>
  /** The bank's events after a sequence number, oldest first. */
  listEvents(after: number): Promise<{ events: BankEvent[]; has_more: boolean }>
  /** The payment as the bank reports it now. Null if the bank does not know it. */
  findPayment(payment: StoredPayment): Promise<PaymentSnapshot | null>
  /** Resolves when the bank answers a call. Throws BankError when it does not. */
  ping(): Promise<void>
  /** Starts saving a card on the bank's page. Safe to repeat with the same key. */
  startTokenSetup(input: TokenSetup, context: CallContext): Promise<TokenSnapshot>
  /**
   * The token. Null if the bank does not know it. If the bank cannot be asked about tokens, the stored card, ended if a
   * charge of it was declined for good.
   */
  findToken(card: StoredCard): Promise<TokenSnapshot | null>
  /** Ends the agreement about an active token, so that the card can no longer be charged. Safe to repeat. */
  revokeToken(token: TokenSnapshot): Promise<TokenSnapshot>
  /** Makes a merchant-initiated charge of a saved card. A decline is returned as a snapshot, not thrown. */
  chargeToken(input: TokenCharge, context: CallContext): Promise<PaymentSnapshot>
  /** Verifies and then parses a notification. Throws BankError if the bank's keys cannot be fetched. */
  readNotification(request: NotificationRequest): Promise<NotificationVerdict>
  /** The response that the bank's protocol requires for a verdict. */
  acknowledge(verdict: NotificationVerdict): Acknowledgement
  /** The store's public keys for the bank. Undefined if the bank uses none. */
  publicKeys(): { keys: object[] } | undefined
}

/**
 * A bank call without a snapshot as its result. If its outcome is `unknown`, query the bank or repeat the call
 * with the same key; never use a second key.
 */
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

/**
 * Whether a bank that has rejected a call may accept the same call later: its rate limit was exceeded, or it rejects every
 * call until the store's configuration is right. This is no decline.
 */
export function isForNow({ code }: Pick<BankError, "code">): boolean {
  return TEMPORARY_CODES.includes(code) || CONFIGURATION_CODES.includes(code)
}

/** The outcome of the attempt that threw this error. */
export function outcomeOf({ outcome }: BankError): AttemptOutcome {
  return outcome === "unknown" ? "unknown" : "rejected"
}

/** The error with the outcome `unknown`, because an earlier attempt may have been executed. */
export function asUnknown(error: BankError): BankError {
  if (error.outcome === "unknown") return error
  return new BankError(error.code, "unknown", error.message, { cause: error })
}
