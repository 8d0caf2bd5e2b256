import { z } from "@medusajs/framework/zod"
import { isExactAt } from "../../../domain/exact-amount"
import { BIZUM_CURRENCY, PAYMENT_METHODS } from "../../../domain/payment-method"
import type { BankCapabilities } from "../../../drivers/driver"
import type { Task } from "../../../modules/agent/models/task"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { RequestedPayment } from "../../../workflows/approval/request-approval"
import { type Call, callerOf, ownerOf } from "../../../gateway/call"
import { Amount, Currency } from "../../../gateway/schemas"
import { agreedTerms, CustomerReference, Terms, Usage } from "../card-agreement"
import { beginPayment, descriptionOf } from "../begin-payment"
import type { PurchaseByAmount } from "../../../domain/purchase-key"
import { ConfirmedDuplicate, checkDuplicate, repetitionOf } from "../repeated-payment"
import { regionAndRouteFor, refused } from "../region"
import { ReturnUrl, checkReturnUrl } from "../return-url"
import { defineSkill } from "../skill"

/** The input of `create_payment` (spec: create_payment input). Unknown members are rejected. */
export const CreatePaymentInput = z.strictObject({
  amount: Amount.describe("Integer minor units: 1500 is 15.00 EUR"),
  currency: Currency,
  order_reference: z.string().min(1).max(100).optional().describe("The merchant-side reference"),
  mode: z.literal("redirect").default("redirect"),
  capture: z
    .enum(["automatic", "manual"])
    .default("automatic")
    .describe("manual only authorizes the amount, which is captured later"),
  method: z
    .enum(PAYMENT_METHODS)
    .default("card")
    .describe("bizum only if the store offers it: in EUR, captured immediately, without saving a card"),
  description: z.string().min(1).max(200).optional().describe("What the shopper pays for"),
  customer: z
    .strictObject({ email: z.email().max(254), name: z.string().min(1).max(200).optional() })
    .optional(),
  save_card: z
    .strictObject({ usage: Usage, customer_reference: CustomerReference, terms: Terms })
    .optional()
    .describe("Also saves the card for later charges"),
  return_url: ReturnUrl.optional(),
  confirm_duplicate_of: ConfirmedDuplicate,
})
type CreatePaymentInput = z.infer<typeof CreatePaymentInput>

/** Starts a task that places a pending order and returns the URL of the page on which the customer pays. */
export const createPayment = defineSkill({
  id: "create_payment",
  name: "Create a payment",
  description:
    "Places a pending order and returns sca_redirect_url, the payment page where the shopper authenticates the payment.",
  tags: ["payments", "sca"],
  example: { amount: 1500, currency: "EUR", order_reference: "A-1042", mode: "redirect" },
  access: "a2a:payments:create",
  input: CreatePaymentInput,
  isSupported: ({ intents }) => intents.length > 0,

  needs: ({ save_card }: CreatePaymentInput) => save_card && SAVE_CARD_SCOPE,

  async check(input: CreatePaymentInput, call: Call) {
    const { amount, currency, capture, save_card, return_url } = input
    const bank = call.container.resolve<BankService>(BANK_MODULE)
    const { route, region_id } = await regionAndRouteFor(currency, call)
    const account = bank.accounts.nameFor({ region_id, currency })
    const capabilities = bank.capabilitiesAt(route.route, account)
    await checkReturnUrl(return_url, call)
    if (route.route === "page" && !isExactAt(route.provider, amount, currency))
      throw refused("amount", "must be one that the store's payment provider does not round")
    if (capture === "manual" && !capabilities.intents.includes("preauth"))
      throw refused("capture", "must be automatic: the store does not support a separate capture")
    checkMethod(input, capabilities)
    if (save_card && capabilities.tokenize === "none")
      throw refused("save_card", "must be omitted: the store does not save cards")
    if (save_card) await agreedTerms(save_card.terms, currency, call, "save_card.terms")
    await bank.spending.check({ client_id: callerOf(call).client_id, amount, currency })
    await checkDuplicate(purchaseOf(input, call), input.confirm_duplicate_of, call)
  },

  async start(input: CreatePaymentInput, task: Task, call: Call) {
    await beginPayment(task, await orderOf(input, task, call), call)
  },
})

function checkMethod(
  { method, currency, capture, save_card }: CreatePaymentInput,
  { methods }: BankCapabilities
): void {
  if (!methods.includes(method)) throw refused("method", "must be card: the store does not offer Bizum")
  if (method !== "bizum") return
  if (currency !== BIZUM_CURRENCY)
    throw refused("method", `must be card: Bizum pays in ${BIZUM_CURRENCY} only`)
  if (capture === "manual") throw refused("capture", "must be automatic: Bizum is captured immediately")
  if (save_card) throw refused("save_card", "must be omitted: Bizum saves no card")
}

/** The additional scope that saving a card needs. */
const SAVE_CARD_SCOPE = "a2a:payments:tokenize"

function purchaseOf(
  { amount, currency, order_reference, customer }: CreatePaymentInput,
  call: Call
): PurchaseByAmount {
  const { client_id } = callerOf(call)
  const payer = customer?.email ?? null
  return { client_id, payer, amount, currency, order_reference: order_reference ?? null }
}

async function orderOf(input: CreatePaymentInput, task: Task, call: Call): Promise<RequestedPayment> {
  const { amount, currency, order_reference = null, customer, save_card } = input
  const { region_id, route } = await regionAndRouteFor(currency, call)
  return {
    client_id: callerOf(call).client_id,
    region_id,
    ...(route.route === "page" && { provider_id: route.provider }),
    intent: input.capture === "manual" ? ("preauth" as const) : ("sale" as const),
    amount,
    currency,
    method: input.method,
    description: descriptionOf(input),
    order_reference,
    customer_email: customer?.email ?? null,
    customer_id: ownerOf(call).customer_id,
    save_card: save_card
      ? { ...save_card, terms: await agreedTerms(save_card.terms, currency, call, "save_card.terms") }
      : null,
    ...repetitionOf(purchaseOf(input, call), input.confirm_duplicate_of),
    return_url: `${call.base_url}/gw-a2a/v1/sca/return/${task.id}`,
    continue_url: input.return_url ?? null,
  }
}
