import type {
  IPaymentModuleService,
  MedusaContainer,
  PaymentCollectionDTO,
  PaymentSessionDTO,
} from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import { StepResponse, createStep } from "@medusajs/framework/workflows-sdk"
import { pageOf } from "../../domain/payment-pages"
import { reached } from "../../lib/failpoints"
import { BANK_MODULE } from "../../modules/bank"
import type { NewPayment } from "../../modules/bank/payments"
import { pageAddress } from "../../modules/bank/return-address"
import type BankService from "../../modules/bank/service"
import { orderPlacedFor } from "../../queries/order/orders"
import { isOrderOver } from "./cancel-pending"

/**
 * Stores our payment before the order and the bank call exist, so that an interrupted attempt is found through it. When
 * Medusa could not undo the order, compensation keeps the payment until it is ended as an interrupted one.
 */
export const preparePaymentStep = createStep(
  "gw-prepare-payment",
  async (payment: NewPayment, { container }) => {
    await container.resolve<BankService>(BANK_MODULE).payments.prepare(payment)
    await reached("payment_prepared", payment.id)
    return new StepResponse(payment.id, payment.id)
  },
  async (id, { container }) => {
    const { payments, unopenedPayments } = container.resolve<BankService>(BANK_MODULE)
    const payment = id && (await payments.find({ id }))
    if (payment && !(await orderPlacedFor(container, payment))) await unopenedPayments.abandon(payment.id)
  }
)

/** Allows the settlement of the payment. Throws if it was ended meanwhile and its order is still open, which is then undone. */
export async function provision(container: MedusaContainer, payment_id: string): Promise<void> {
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  if (await payments.provision(payment_id)) return
  const payment = await payments.retrieve(payment_id)
  if (payment.order_id && (await isOrderOver(payment, container))) return
  throw new MedusaError(MedusaError.Types.CONFLICT, `payment ${payment_id} was ended meanwhile`)
}

/**
 * The payment session for the whole amount of a payment collection that the same workflow has created, so that no other
 * session must be replaced. Whether the region offers the provider is checked when Medusa completes the cart.
 */
export const wholeSession = ({ id, amount, currency_code }: PaymentCollectionDTO) => ({
  payment_collection_id: id,
  amount,
  currency_code,
})

/** Links the payment to its order. */
export const attachOrderStep = createStep(
  "gw-attach-order",
  async (
    { payment_id, order }: { payment_id: string; order: { id: string; display_id?: number } },
    { container }
  ) => {
    await container.resolve<BankService>(BANK_MODULE).payments.attachOrder(payment_id, order)
    await reached("order_attached", payment_id)
    return new StepResponse(undefined)
  }
)

/**
 * Opens the store's page for the payment, instead of the next step. Throws if the provider has not answered with what its
 * page needs; then the session is deleted, and with it the payment at the provider.
 */
export const openPageStep = createStep(
  "gw-open-page",
  async ({ session, payment_id }: { session: PaymentSessionDTO; payment_id: string }, { container }) => {
    await reached("payment_opened", payment_id)
    const { options, pagePayments } = container.resolve<BankService>(BANK_MODULE)
    if (!pageOf(session.provider_id, options.payment_routes)?.isOpen(session.data))
      throw new Error(`${session.provider_id} has not opened the payment`)
    await pagePayments.open(payment_id, pageAddress(options.base_url, payment_id))
    return new StepResponse(undefined)
  }
)

/** Sets the session to `pending_authorization`, Medusa's state for a payment that waits for customer authentication. */
export const awaitAuthorizationStep = createStep(
  "gw-await-authorization",
  async ({ session_id, payment_id }: { session_id: string; payment_id: string }, { container }) => {
    await reached("payment_opened", payment_id)
    const payments = container.resolve<IPaymentModuleService>(Modules.PAYMENT)
    await payments.authorizePaymentSession(session_id, {})
    await provision(container, payment_id)
    return new StepResponse(undefined)
  }
)
