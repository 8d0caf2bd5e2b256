import {
  AbstractPaymentProvider,
  ContainerRegistrationKeys,
  MathBN,
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
import { exponentOf, toMinor } from "../../domain/money"
import { newId } from "../../domain/secrets"
import { BankError } from "../../drivers/driver"
import { BANK_MODULE } from "../../modules/bank"
import type { Payment } from "../../modules/bank/models/payment"
import type BankService from "../../modules/bank/service"
import { sessionStatusOf } from "./session-status"
import { storefrontUrl } from "./storefront-url"

type Dependencies = Record<string, unknown>

interface Session {
  readonly session_id: string
  readonly amount: number
  readonly currency: string
}

/**
 * Medusa's payment provider `pp_gateway_bank`, for the ordinary storefront checkout and for agents alike. It answers
 * from our own payment rows, which only the bank's signed messages change: what a storefront wrote into a payment
 * session's `data` is never believed.
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
   * Opens the payment at the bank. An agent's payment was written down before and is claimed by its unguessable id;
   * a storefront's begins here. `data.redirect_url` is the bank's page for the shopper.
   */
  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const currency = input.currency_code.toUpperCase()
    const session = {
      session_id: String(input.data?.session_id),
      // A cart's total may be finer than money is: the bank is asked for the nearest minor unit, as the order shows it.
      amount: toMinor(MathBN.convert(input.amount).toFixed(exponentOf(currency)), currency),
      currency,
    }
    const id = (await this.claim(input.data?.payment_id, session)) ?? (await this.begin(input, session))
    const payment = await this.bank.open(id).catch(toMedusaError)
    return { id, status: PaymentSessionStatus.PENDING, data: dataOf(payment) }
  }

  /** The id when it names a payment that waits for this very session; whoever made it up gets nothing. */
  private async claim(id: unknown, session: Session): Promise<string | undefined> {
    return typeof id === "string" && (await this.bank.claim(id, session)) ? id : undefined
  }

  private async begin(input: InitiatePaymentInput, session: Session): Promise<string> {
    const id = newId("pay")
    const { amount, currency, session_id } = session
    await this.bank.prepare({
      id,
      origin: "cart",
      intent: "sale",
      amount,
      currency,
      description: `Payment ${session_id}`,
      return_url: `${this.bank.options.base_url}/gw-bank/v1/return/${id}`,
      continue_url: storefrontUrl(input.data?.return_url, this.storefronts()),
      customer_email: input.context?.customer?.email ?? null,
    })
    await this.bank.claim(id, session)
    await this.bank.provision(id)
    return id
  }

  private storefronts(): string {
    const config = this.dependencies[ContainerRegistrationKeys.CONFIG_MODULE] as ConfigModule | undefined
    return config?.projectConfig.http.storeCors ?? ""
  }

  /** How the payment stands by the bank's word. Never asks the bank: the settlement has, or will. */
  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    const payment = await this.paymentOf(input)
    return { status: sessionStatusOf(payment), data: dataOf(payment) }
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const payment = await this.paymentOf(input)
    return { status: sessionStatusOf(payment), data: dataOf(payment) }
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: dataOf(await this.paymentOf(input)) }
  }

  /** Mirrors a capture the bank has made already. */
  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const payment = await this.paymentOf(input)
    if (payment.status !== "captured") throw unsupported("capture", payment)
    return { data: dataOf(payment) }
  }

  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    throw unsupported("refund", await this.paymentOf(input))
  }

  /** Nothing to release unless the bank has authorised: an open payment ends by itself with its SCA window. */
  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const payment = await this.paymentOf(input)
    if (payment.status === "authorized" || payment.status === "captured") throw unsupported("void", payment)
    return { data: dataOf(payment) }
  }

  /** A session's amount is bound to the shopper's proof, so a change makes a new session and this one lapses. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    return { data: dataOf(await this.paymentOf(input)) }
  }

  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    return { data: input.data }
  }

  /** Medusa's own webhook route does not settle anything here: the bank's notifications have their own. */
  override async getWebhookActionAndData(): Promise<WebhookActionResult> {
    return { action: "not_supported" }
  }

  private async paymentOf({ data }: { data?: Record<string, unknown> }): Promise<Payment> {
    const id = data?.payment_id
    const payment = typeof id === "string" ? await this.bank.find({ id }) : undefined
    if (!payment)
      throw new MedusaError(MedusaError.Types.NOT_FOUND, "The payment is not known to this provider.")
    return payment
  }
}

/** All a payment session carries: a name for our row, and what a storefront must show. */
function dataOf({ id, status, redirect_url }: Payment): Record<string, unknown> {
  return { payment_id: id, status, redirect_url }
}

function unsupported(action: string, payment: Payment): MedusaError {
  const message = `The bank connection cannot ${action} payment ${payment.id} (${payment.status}).`
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message)
}

function toMedusaError(error: unknown): never {
  if (!(error instanceof BankError)) throw error
  throw new MedusaError(
    MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
    `The bank refused the payment: ${error.code}.`
  )
}
