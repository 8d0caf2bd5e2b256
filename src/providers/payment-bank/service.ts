import {
  AbstractPaymentProvider,
  ContainerRegistrationKeys,
  MedusaError,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  ConfigModule,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import { newId } from "../../domain/secrets"
import { isOpen } from "../../domain/settlement"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import { isMirror } from "../../modules/bank/mirror-mark"
import { type Payment, disputedOf, remainderOf } from "../../modules/bank/models/payment"
import type { NewOperation } from "../../modules/bank/operations"
import { returnAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { toMinorUnits } from "../../lib/minor-units"
import { movedMinor } from "./amounts"
import { sessionStatusOf } from "./session-status"
import { storefrontUrl } from "./storefront-url"

type Dependencies = Record<string, unknown>

interface Session {
  readonly session_id: string
  readonly amount: number
  readonly currency: string
}

/**
 * Medusa's payment provider `pp_gateway_bank`, for the storefront checkout and for agents. It answers from the
 * gateway's payment rows, which change only through the bank's signed messages. The `data` that a storefront
 * writes to a payment session is never trusted.
 */
export default class BankPaymentProvider extends AbstractPaymentProvider {
  static override identifier = "gateway"
  private readonly dependencies: Dependencies

  constructor(dependencies: Dependencies, options?: Record<string, unknown>) {
    super(dependencies, options)
    this.dependencies = dependencies
  }

  private get bank(): BankService {
    return this.dependencies[BANK_MODULE] as BankService
  }

  /**
   * Opens the payment at the bank. An agent's payment already exists and is claimed by its unguessable id; a
   * storefront's payment is created here. `data.redirect_url` is the link for the customer. Throws while the settlement
   * places the order of the payment that `data` names: Medusa replaces a session when its completion of the cart fails.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const currency = input.currency_code.toUpperCase()
    const session = {
      session_id: String(input.data?.session_id),
      amount: toMinorUnits(input.amount, currency),
      currency,
    }
    const id = (await this.claim(input.data, session)) ?? (await this.begin(input, session))
    const payment = await this.open(id)
    return { id, status: PaymentSessionStatus.PENDING, data: dataOf(payment) }
  }

  /**
   * Opens the payment at the bank, except for two kinds that are opened later. A saved card is charged after
   * everything that waits for the charge exists, because the charge cannot be rolled back. An agent's checkout
   * is opened after the store knows that it can deliver, so that no customer authenticates for an undeliverable order.
   */
  private async open(id: string): Promise<Payment> {
    const payment = await this.bank.payments.retrieve(id)
    return payment.card_token_id || payment.cart_id
      ? payment
      : this.bank.paymentCalls.open(id).catch(toMedusaError)
  }

  /**
   * The id, if it names a payment that waits for a session of this amount. Undefined if there is no such
   * payment or it already has a session, because a storefront may send any data. Throws MedusaError if the
   * payment waits for a session of another amount or currency, or is made on the store's page: if the other provider fails to
   * create its session, Medusa tries to restore the one of this provider.
   */
  private async claim(data: InitiatePaymentInput["data"], session: Session): Promise<string | undefined> {
    const id = data?.payment_id
    if (typeof id === "string" && (await this.bank.payments.claim(id, session))) return id
    const payment = await this.namedIn(data)
    await this.assertNotPlacing(payment)
    if (payment?.route === "page") throw refusal("made on the store's page", payment)
    if (!payment || payment.session_id) return undefined
    const message = `The session is for ${session.amount} ${session.currency} (minor units), but its payment has another amount.`
    throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
  }

  /** Stores a payment that a storefront begins. Throws MedusaError if the store has no bank. */
  private async begin(input: InitiatePaymentInput, session: Session): Promise<string> {
    if (!this.bank.hasBank)
      throw new MedusaError(MedusaError.Types.NOT_ALLOWED, "The store has no bank that takes this payment.")
    const id = newId("pay")
    const { amount, currency, session_id } = session
    const order = await this.bank.orderOfSession(session_id)
    await this.bank.payments.prepare({
      id,
      ...(order
        ? { origin: "existing_order", order_id: order.id, shop_order_id: order.display_id }
        : { origin: "cart" }),
      intent: "sale",
      session_id,
      amount,
      currency,
      bank_account: await this.bank.accountOfSession(session_id, currency),
      description: order ? `Order ${order.display_id}` : `Payment ${session_id}`,
      return_url: returnAddress(this.bank.options.base_url, id),
      continue_url: storefrontUrl(input.data?.return_url, this.storefronts()),
      customer_email: input.context?.customer?.email ?? null,
    })
    return id
  }

  private storefronts(): string {
    const config = this.dependencies[ContainerRegistrationKeys.CONFIG_MODULE] as ConfigModule | undefined
    return config?.projectConfig.http.storeCors ?? ""
  }

  /**
   * Returns the payment's stored status without calling the bank, because the settlement does that. Only the
   * settlement may complete a storefront's cart, so for any other caller the payment is not authorized yet.
   */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const payment = await this.paymentOf(input)
    const status = sessionStatusOf(payment)
    const refused = PAID.includes(status) && !(await this.mayBePlaced(payment))
    return { status: refused ? PaymentSessionStatus.REQUIRES_MORE : status, data: dataOf(payment) }
  }

  /** The payment that the data of a session names; a storefront may send any data. */
  private async namedIn(data: Record<string, unknown> = {}): Promise<Payment | undefined> {
    const { payment_id: id } = data
    return typeof id === "string" ? this.bank.payments.find({ id }) : undefined
  }

  private async assertNotPlacing(payment: Payment | undefined): Promise<void> {
    if (payment && (await this.isBeingPlaced(payment)))
      throw refusal("of a cart whose order is being placed", payment)
  }

  /** Whether the settlement is placing the order of the payment's cart, or has an unfinished attempt to complete. */
  private async isBeingPlaced({ id, origin }: Payment): Promise<boolean> {
    const { cartLocks, placements } = this.bank
    return origin === "cart" && ((await cartLocks.isPlacing(id)) || (await placements.isUnfinished(id)))
  }

  private async mayBePlaced({ id, origin }: Payment): Promise<boolean> {
    return origin !== "cart" || (await this.bank.cartLocks.isPlacing(id))
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const payment = await this.paymentOf(input)
    return { status: sessionStatusOf(payment), data: dataOf(payment) }
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /**
   * Captures at the bank, unless the record mirrors a capture that the bank already executed: a sale, or a
   * bank-initiated capture.
   */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const payment = await this.paymentOf(input)
    const capture = await this.bank.record("capture", keyOf(input))
    if (payment.intent === "preauth" && !isMirror(capture.created_by)) {
      const rest = payment.amount - payment.captured_amount
      const amount = movedMinor(capture.amount, payment.currency, rest)
      const final = payment.captured_amount + amount >= payment.amount
      await this.operate(payment, { kind: "capture", amount, final, medusa_id: capture.id })
    }
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /**
   * Refunds at the bank, unless the record mirrors a bank-initiated refund. Throws for a cart without an order: Medusa
   * refunds such a payment when its completion of the cart fails, but the settlement tries again, and decides alone
   * whether the payment is refunded.
   */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const payment = await this.paymentOf(input)
    const refund = await this.bank.record("refund", keyOf(input))
    if (!isMirror(refund.created_by)) {
      if (payment.origin === "cart" && !payment.order_id)
        throw refusal("of a cart whose order is not placed yet", payment)
      const rest = payment.captured_amount - payment.refunded_amount
      const amount = movedMinor(refund.amount, payment.currency, rest)
      if (disputedOf(payment) > 0 && amount > remainderOf(payment).to_refund)
        throw refusal(
          "disputed by the cardholder: a refund of the disputed amount would pay them twice",
          payment
        )
      await this.operate(payment, { kind: "refund", amount, medusa_id: refund.id })
    }
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /**
   * Voids the authorization, or cancels a payment before customer authentication. Throws if anything was
   * captured, even if it was refunded: captures and refunds need records, and Medusa adds none to a canceled
   * payment. Throws also while the settlement places the order of the payment: Medusa cancels a payment that it fails to
   * record, and the settlement tries again.
   */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const payment = await this.paymentOf(input)
    // Not an error of Medusa, which would count as a refusal of the cart.
    if (await this.isBeingPlaced(payment))
      throw new Error(`the order of payment ${payment.id} is being placed`)
    if (payment.captured_amount > 0) throw refusal("captured already: refund it instead", payment)
    if (isOpen(payment.status) || payment.status === "authorized") await this.operate(payment, VOID)
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /** Does nothing: customer authentication covers the exact amount, so a changed amount needs a new session. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /**
   * Voids the payment of a deleted session, so that it can no longer be paid. If the customer has already paid,
   * the settlement refunds the payment; the session is deleted anyway. Does nothing to a payment on the store's page, for
   * which another provider's session replaces this one. Throws, so that the session stays, while the
   * settlement places the order of the payment: Medusa deletes it when its completion of the cart fails, and the
   * settlement tries again.
   */
  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const payment = await this.namedIn(input.data)
    if (payment?.session_id !== input.data?.session_id) return { data: input.data }
    await this.assertNotPlacing(payment)
    if (payment?.route === "bank" && isOpen(payment.status))
      await this.bank.operationCalls.operate({ payment_id: payment.id, ...VOID }).catch(unlessBankError)
    return { data: input.data }
  }

  private async operate(payment: Payment, operation: Omit<NewOperation, "payment_id">): Promise<void> {
    await this.bank.operationCalls.operate({ payment_id: payment.id, ...operation }).catch(toMedusaError)
  }

  /** Medusa's webhook route is not used. The bank's notifications have their own route. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: "not_supported" }
  }

  private async paymentOf({ data }: { data?: Record<string, unknown> }): Promise<Payment> {
    const id = data?.payment_id
    const payment = typeof id === "string" ? await this.bank.payments.find({ id }) : undefined
    if (!payment)
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "The payment is unknown to this provider.")
    return payment
  }
}

const PAID: readonly PaymentSessionStatus[] = [PaymentSessionStatus.AUTHORIZED, PaymentSessionStatus.CAPTURED]

const VOID = { kind: "void", amount: null } as const

/** The data of a payment session: the ids of the payment, and what a storefront must show. */
function dataOf({ id, session_id, status, redirect_url }: Payment): Record<string, unknown> {
  return { payment_id: id, session_id, status, redirect_url }
}

/** The id of Medusa's capture or refund, which Medusa passes as the idempotency key. */
function keyOf({ context }: { context?: { idempotency_key?: string } }): string {
  return String(context?.idempotency_key)
}

function refusal(reason: string, { id }: Payment): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, `Payment ${id} is ${reason}.`)
}

const EXPLANATIONS: Record<string, string> = {
  unsupported_by_gateway: "The bank does not support this.",
  no_bank:
    "The bank account of this payment is not in the store's options any more. Add it again: the default account as bank, another one to banks under its name.",
  unknown:
    "The bank's answer is not known yet. If the bank executed the call, the result is recorded automatically within minutes.",
  refund_pending:
    "The bank has not executed the refund yet. The refund is recorded automatically when it is executed.",
  earlier_call_open:
    "An earlier call for this payment is still being cleared up with the bank. Try again in some minutes.",
}

function toMedusaError(error: unknown): never {
  if (!(error instanceof BankError)) throw error
  const explanation = EXPLANATIONS[error.code] ?? EXPLANATIONS[error.outcome]
  const message = explanation ?? `The bank refused: ${error.code}.`
  throw Object.assign(new MedusaError(MedusaError.Types.NOT_ALLOWED, message), { cause: error })
}

function unlessBankError(error: unknown): void {
  if (!(error instanceof BankError)) throw error
}
