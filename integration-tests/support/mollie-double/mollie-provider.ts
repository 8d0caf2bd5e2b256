import type {
  CapturePaymentInput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  ProviderWebhookPayload,
  RefundPaymentInput,
  WebhookActionResult,
} from "@medusajs/framework/types"
import {
  AbstractPaymentProvider,
  MathBN,
  PaymentActions,
  PaymentSessionStatus,
} from "@medusajs/framework/utils"
import type { MolliePayment, NewPayment } from "./payment"

type Data = Record<string, unknown>

const STATUS: Readonly<Record<MolliePayment["status"], PaymentSessionStatus>> = {
  open: PaymentSessionStatus.REQUIRES_MORE,
  authorized: PaymentSessionStatus.AUTHORIZED,
  paid: PaymentSessionStatus.CAPTURED,
  failed: PaymentSessionStatus.ERROR,
  expired: PaymentSessionStatus.ERROR,
  canceled: PaymentSessionStatus.CANCELED,
}

/**
 * A payment provider that behaves as the community's module for Mollie: the session's data is Mollie's payment, and a
 * cancellation that Mollie refuses is reported as made.
 */
export class MollieProvider extends AbstractPaymentProvider {
  static override identifier = "mollie"
  /** How Mollie captures the payments. */
  protected readonly captureMode: "automatic" | "manual" = "automatic"

  constructor(dependencies: Record<string, unknown>, options?: Record<string, unknown>) {
    super(dependencies, options)
  }

  /** What Medusa stores of a payment in its session. */
  protected dataOf(payment: MolliePayment): Data {
    return { ...payment }
  }

  async initiatePayment({
    amount,
    currency_code,
    data,
  }: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const { identifier } = this.constructor as typeof MollieProvider
    const sent: NewPayment = {
      amount: { value: MathBN.convert(amount).toFixed(2), currency: currency_code.toUpperCase() },
      captureMode: this.captureMode,
      redirectUrl: `${process.env.GW_BASE_URL}/gw-bank/v1/return`,
      webhookUrl: `${process.env.GW_BASE_URL}/hooks/payment/${identifier}_double`,
      metadata: { session_id: String(data?.session_id) },
    }
    const payment = await call("POST", "", sent)
    return { id: payment.id, data: this.dataOf(payment) }
  }

  async getPaymentStatus({ data }: { data?: Data }) {
    return { status: STATUS[(await paymentOf(data)).status] }
  }

  async authorizePayment({ data }: { data?: Data }) {
    return { data: data ?? {}, ...(await this.getPaymentStatus({ data })) }
  }

  async capturePayment({ data }: CapturePaymentInput) {
    return { data: data ?? {} }
  }

  async cancelPayment({ data }: { data?: Data }) {
    await call("DELETE", `/${String(data?.id)}`).catch(() => undefined)
    return { data: data ?? {} }
  }

  deletePayment(input: { data?: Data }) {
    return this.cancelPayment(input)
  }

  async refundPayment({ data, amount }: RefundPaymentInput) {
    const { id, amount: paid } = await paymentOf(data)
    await call("POST", `/${id}/refunds`, { amount: { ...paid, value: MathBN.convert(amount).toFixed(2) } })
    return { data: data ?? {} }
  }

  async retrievePayment({ data }: { data?: Data }) {
    return { data: this.dataOf(await paymentOf(data)) }
  }

  async updatePayment({ data }: { data?: Data }) {
    return { data: data ?? {} }
  }

  /** Mollie's webhook contains the payment's id only, so the payment is read. */
  async getWebhookActionAndData({ data }: ProviderWebhookPayload["payload"]): Promise<WebhookActionResult> {
    const { status, metadata, amount } = await paymentOf(data)
    const result = { session_id: metadata.session_id, amount: MathBN.convert(amount.value) }
    if (status === "paid") return { action: PaymentActions.SUCCESSFUL, data: result }
    return { action: PaymentActions.FAILED, data: result }
  }
}

/** The payment at the double that the data of a session, or a webhook, names. */
export const paymentOf = (data: Data | undefined) => call("GET", `/${String(data?.id)}`)

/** Calls the API of the double. Throws unless it accepts the call. */
export async function call(method: string, path: string, body?: object): Promise<MolliePayment> {
  const response = await fetch(`${process.env.MOLLIE_API_URL}/v2/payments${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`Mollie answered ${response.status}`)
  return (await response.json()) as MolliePayment
}
