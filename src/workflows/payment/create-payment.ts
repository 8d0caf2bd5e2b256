import type { OrderDTO } from "@medusajs/framework/types"
import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  StepResponse,
  WorkflowResponse,
  createStep,
  createWorkflow,
  transform,
  when,
} from "@medusajs/framework/workflows-sdk"
import {
  createOrderWorkflow,
  createPaymentCollectionsStep,
  createPaymentSessionStep,
  createRemoteLinkStep,
} from "@medusajs/medusa/core-flows"
import { DEFAULT_ACCOUNT } from "../../domain/bank-account"
import { isExactAt } from "../../domain/exact-amount"
import { toDecimal } from "../../domain/money"
import { pageOf } from "../../domain/payment-pages"
import { decimalOf } from "../../lib/minor-units"
import type { Agreement } from "../../domain/card"
import type { PaymentMethod } from "../../domain/payment-method"
import type { Intent } from "../../domain/settlement"
import { type ConfiguredRoute, PAYMENT_PROVIDER_ID } from "../../domain/payment-route"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { guestCustomer } from "../customer/guest-customer"
import {
  attachOrderStep,
  awaitAuthorizationStep,
  openPageStep,
  preparePaymentStep,
  wholeSession,
} from "./payment-steps"

/** Input of `createPaymentWorkflow`. */
export interface CreatePaymentInput {
  /** Chosen by the caller, so that the waiting task can refer to the payment before it exists. */
  payment_id: string
  client_id: string
  region_id: string
  /** The payment provider on whose page of the store the customer pays. Default: the bank. */
  provider_id?: string
  intent: Intent
  /** Integer minor units of `currency`. */
  amount: number
  /** Uppercase ISO 4217; the region's. */
  currency: string
  description: string
  order_reference: string | null
  customer_email: string | null
  /** The customer to whom the agent's token is bound. Without one, the order belongs to a guest. */
  customer_id?: string | null
  /** Where the bank sends the customer back to; null for a charge without the customer. */
  return_url: string | null
  /** Where our return page sends the customer afterwards. */
  continue_url?: string | null
  /** How the customer pays on the bank's page. Default: `card`. */
  method?: PaymentMethod
  /** The agreement under which the card is saved as well. */
  save_card?: Agreement | null
  /** The saved card that `chargeCard` charges. */
  card_token_id?: string
  /** Equal for equal purchases of the client. */
  purchase_key: string
  /** Which equal purchase this one may repeat; see `Purchase`. */
  may_repeat?: string | true
}

/**
 * The customer of the agent's token, or the guest with the e-mail address that the agent sent: the address of an account
 * does not make its owner the buyer.
 */
const findBuyerStep = createStep(
  "gw-find-buyer",
  async ({ customer_id, customer_email }: CreatePaymentInput, { container }) => {
    if (customer_id) return new StepResponse<{ id?: string }>({ id: customer_id })
    const guest = customer_email === null ? undefined : await guestCustomer(container, customer_email)
    return new StepResponse<{ id?: string }>(guest ? { id: guest.id } : {})
  }
)

/**
 * The account at a bank for a payment: that of the saved card, or else the one for the region and the currency. The default
 * one for a payment on a page of the store, which no bank takes.
 */
const chooseAccountStep = createStep(
  "gw-choose-account",
  async ({ provider_id, card_token_id, region_id, currency }: CreatePaymentInput, { container }) => {
    if (provider_id) return new StepResponse(DEFAULT_ACCOUNT)
    const { cards, accounts } = container.resolve<BankService>(BANK_MODULE)
    const card = card_token_id ? await cards.retrieve(card_token_id) : undefined
    return new StepResponse(card?.bank_account ?? accounts.nameFor({ region_id, currency }))
  }
)

/** Throws when tax or rounding makes the order's total differ from the amount that the customer will pay. */
const checkTotalStep = createStep(
  "gw-check-order-total",
  async ({ order, expected }: { order: OrderDTO; expected: string }) => {
    if (decimalOf(order.total) === decimalOf(expected)) return new StepResponse(undefined)
    const message = `The order's total is ${order.total}, not the requested ${expected}.`
    throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
  }
)

/** Throws when the provider of the store's page would charge another amount. */
const checkExactStep = createStep(
  "gw-check-exact-amount",
  async ({ provider_id, amount, currency }: CreatePaymentInput) => {
    if (!provider_id || isExactAt(provider_id, amount, currency)) return new StepResponse(undefined)
    const message = `${provider_id} would round ${toDecimal(amount, currency)} ${currency}.`
    throw new MedusaError(MedusaError.Types.INVALID_DATA, message)
  }
)

/** A page that a route describes needs no data. */
const NO_ROUTES: readonly ConfiguredRoute[] = []

/** The session's data: what the provider of the store's page needs, or which payment the bank's provider opens. */
const dataFor = ({ provider_id, description, payment_id }: CreatePaymentInput): Record<string, unknown> => ({
  ...(provider_id ? pageOf(provider_id, NO_ROUTES)?.sessionData(description) : { payment_id }),
})

/**
 * Places an unpaid order with one custom line item and opens its payment at the bank or the provider, unless a saved card
 * will be charged. From then on `settlePayment` performs the pending effects of the payment. Throws when Medusa or the bank
 * refuses; then nothing is left in the store.
 *
 * @example
 * await createPaymentWorkflow(container).run({
 *   input: { payment_id, client_id, region_id, amount: 1500, currency: "EUR", … },
 * })
 */
export const createPaymentWorkflow = createWorkflow("gw-create-payment", (input: CreatePaymentInput) => {
  checkExactStep(input)
  const bank_account = chooseAccountStep(input)
  preparePaymentStep(
    transform(
      { input, bank_account },
      ({
        input: { payment_id: id, region_id: _, customer_id: __, provider_id, ...payment },
        bank_account,
      }) => ({
        ...payment,
        id,
        bank_account,
        origin: "order" as const,
        route: provider_id ? ("page" as const) : ("bank" as const),
      })
    )
  )
  const total = transform({ input }, ({ input }) => toDecimal(input.amount, input.currency))
  const buyer = findBuyerStep(input)
  const order = createOrderWorkflow.runAsStep({
    input: transform({ input, total, buyer }, ({ input, total, buyer }) => ({
      customer_id: buyer.id,
      region_id: input.region_id,
      currency_code: input.currency.toLowerCase(),
      status: "pending",
      email: input.customer_email ?? undefined,
      items: [{ title: input.description, quantity: 1, unit_price: total, is_tax_inclusive: true }],
      metadata: { gw_payment_id: input.payment_id, order_reference: input.order_reference },
    })),
  })
  checkTotalStep({ order, expected: total })
  attachOrderStep(
    transform({ input, order }, ({ input, order }) => ({ payment_id: input.payment_id, order }))
  )
  const collections = createPaymentCollectionsStep(
    transform({ order, total }, ({ order, total }) => [{ currency_code: order.currency_code, amount: total }])
  )
  const collection = transform({ collections }, ({ collections: [created] }) => {
    if (!created) throw new Error("Medusa has created no payment collection")
    return created
  })
  createRemoteLinkStep(
    transform({ order, collection }, ({ order, collection }) => [
      {
        [Modules.ORDER]: { order_id: order.id },
        [Modules.PAYMENT]: { payment_collection_id: collection.id },
      },
    ])
  )
  const session = createPaymentSessionStep(
    transform({ input, collection }, ({ input, collection }) => ({
      ...wholeSession(collection),
      provider_id: input.provider_id ?? PAYMENT_PROVIDER_ID,
      data: dataFor(input),
    }))
  )
  when("on-page", { input }, ({ input }) => input.provider_id !== undefined).then(() => {
    openPageStep(
      transform({ session, input }, ({ session, input }) => ({ session, payment_id: input.payment_id }))
    )
  })
  when("at-bank", { input }, ({ input }) => input.provider_id === undefined).then(() => {
    awaitAuthorizationStep(
      transform({ session, input }, ({ session, input }) => ({
        session_id: session.id,
        payment_id: input.payment_id,
      }))
    )
  })
  return new WorkflowResponse(order)
})
