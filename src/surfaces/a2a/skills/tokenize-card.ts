import { z } from "@medusajs/framework/zod"
import { problem } from "../../../domain/errors"
import { newId } from "../../../domain/secrets"
import { AGENT_MODULE } from "../../../modules/agent"
import type { Task } from "../../../modules/agent/models/task"
import type AgentService from "../../../modules/agent/service"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import { tokenizeCard as tokenize } from "../../../workflows/card/tokenize-card"
import { type Call, callerOf } from "../../../gateway/call"
import { Currency } from "../../../gateway/schemas"
import { agreedTerms, CustomerReference, Terms, Usage } from "../card-agreement"
import { regionOf } from "../region"
import { ReturnUrl, checkReturnUrl } from "../return-url"
import { defineSkill } from "../skill"

/** Input of `tokenize_card`. Unknown members are refused. */
export const TokenizeCardInput = z.strictObject({
  customer_reference: CustomerReference,
  currency: Currency,
  usage: Usage.default("recurring"),
  terms: Terms,
  return_url: ReturnUrl.optional(),
})
type TokenizeCardInput = z.infer<typeof TokenizeCardInput>

/** Saves a card for later charges. The customer agrees on the bank's page; nothing is charged. */
export const tokenizeCard = defineSkill({
  id: "tokenize_card",
  name: "Save a card",
  description:
    "Returns sca_redirect_url, the bank's page where the shopper agrees to later charges; then card.token_id to charge.",
  tags: ["payments", "cards", "sca"],
  example: { customer_reference: "customer-7", currency: "EUR", usage: "recurring" },
  access: "a2a:payments:tokenize",
  input: TokenizeCardInput,
  isSupported: ({ tokenize }) => tokenize === "standalone",

  async check({ currency, terms, return_url }: TokenizeCardInput, call: Call) {
    const { accounts } = call.container.resolve<BankService>(BANK_MODULE)
    if (accounts.capabilitiesOf(await accountOf(currency, call)).tokenize !== "standalone")
      throw problem("invalid_state", {}, "The store's bank cannot save a card without a payment.")
    await agreedTerms(terms, currency, call)
    await checkReturnUrl(return_url, call)
  },

  async start({ return_url: continue_url, ...input }: TokenizeCardInput, task: Task, call: Call) {
    const { client_id } = callerOf(call)
    const return_url = `${call.base_url}/gw-a2a/v1/sca/return/${task.id}`
    const addresses = { return_url, continue_url: continue_url ?? null }
    const terms = await agreedTerms(input.terms, input.currency, call)
    const bank_account = await accountOf(input.currency, call)
    const card = { ...input, terms, id: newId("card"), client_id, bank_account, ...addresses }
    await tokenize(call.container, { ...card, task_id: task.id })
    const { state } = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(task.id)
    if (state === "working") throw problem("bank_unavailable", { task_id: task.id })
  },
})

/** The bank account for a currency. Throws `invalid_params` if the store does not accept payments in it. */
async function accountOf(currency: string, call: Call): Promise<string> {
  const region_id = await regionOf(currency, call)
  return call.container.resolve<BankService>(BANK_MODULE).accounts.nameFor({ region_id, currency })
}
