import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import type { Task } from "../../../modules/agent/models/task"
import { BANK_MODULE } from "../../../modules/bank"
import { type CardToken, shownStatusOf } from "../../../modules/bank/models/card"
import type BankService from "../../../modules/bank/service"
import { type Call, callerOf } from "../../../gateway/call"
import { Amount, Currency } from "../../../gateway/schemas"
import { beginPayment, descriptionOf } from "../begin-payment"
import type { PurchaseByAmount } from "../../../domain/purchase-key"
import { ConfirmedDuplicate, checkDuplicate, repetitionOf } from "../repeated-payment"
import { regionOf } from "../region"
import { defineSkill } from "../skill"

/** Input of `recurrent_charge`. Unknown members are refused. */
export const RecurrentChargeInput = z.strictObject({
  token_id: z.string().min(1).max(100).describe("card.token_id of the task that saved the card"),
  amount: Amount.describe("Integer minor units: 1500 is 15.00 EUR"),
  currency: Currency,
  order_reference: z.string().min(1).max(100).optional().describe("The merchant-side reference"),
  description: z.string().min(1).max(200).optional().describe("What is paid for"),
  confirm_duplicate_of: ConfirmedDuplicate,
})
type RecurrentChargeInput = z.infer<typeof RecurrentChargeInput>

/**
 * A merchant-initiated charge of a saved card, within the customer's mandate. Places the order; the bank's response
 * marks it as paid or cancels it. Throws `mandate_limit` for a charge that needs the customer.
 */
export const recurrentCharge = defineSkill({
  id: "recurrent_charge",
  name: "Charge a saved card",
  description: "Places an order and charges a saved card, without the customer.",
  tags: ["payments", "cards"],
  example: { token_id: "card_4f8Qm2", amount: 1500, currency: "EUR", order_reference: "A-1043" },
  access: "a2a:payments:tokenize",
  input: RecurrentChargeInput,
  isSupported: ({ mit }) => mit,

  async check(input: RecurrentChargeInput, call: Call) {
    const { token_id, amount, currency } = input
    const { accounts, spending, mandates } = call.container.resolve<BankService>(BANK_MODULE)
    const card = await cardOf(token_id, call)
    if (!accounts.capabilitiesOf(card.bank_account).mit)
      throw problem("invalid_state", {}, "The store's bank cannot charge saved cards.")
    const status = shownStatusOf(card)
    if (status !== "active")
      throw problem(
        "invalid_state",
        { token_id, status },
        "The saved card is not active, so it cannot be charged."
      )
    await regionOf(currency, call)
    await spending.check({ client_id: callerOf(call).client_id, amount, currency })
    await mandates.check({ card_token_id: token_id, amount, currency })
    await checkDuplicate(purchaseOf(input, call), input.confirm_duplicate_of, call)
  },

  async start(input: RecurrentChargeInput, task: Task, call: Call) {
    const { token_id, amount, currency, order_reference = null } = input
    const description = descriptionOf(input)
    const region_id = await regionOf(currency, call)
    const { id: card_token_id, client_id } = await cardOf(token_id, call)
    const order = { amount, currency, order_reference, description, region_id, client_id, card_token_id }
    const repetition = repetitionOf(purchaseOf(input, call), input.confirm_duplicate_of)
    const alone = { intent: "sale" as const, customer_email: null, return_url: null }
    await beginPayment(task, { ...order, ...alone, ...repetition }, call)
  },
})

/** The saved card pays. */
function purchaseOf(
  { token_id: payer, amount, currency, order_reference }: RecurrentChargeInput,
  call: Call
): PurchaseByAmount {
  const { client_id } = callerOf(call)
  return { client_id, payer, amount, currency, order_reference: order_reference ?? null }
}

/** The caller's saved card. Throws `card_not_found` also for a card of another client. */
async function cardOf(token_id: string, call: Call): Promise<CardToken> {
  const { cards } = call.container.resolve<BankService>(BANK_MODULE)
  const card = await cards.find({ id: token_id, client_id: callerOf(call).client_id })
  if (!card) throw problem("card_not_found", { token_id })
  return card
}
