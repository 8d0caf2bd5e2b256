import type { MedusaContainer } from "@medusajs/framework/types"
import { type ErrorCode, type Problem, problemIn } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { reached } from "../../lib/failpoints"
import { isMedusaRefusal } from "../../lib/medusa-refusal"
import { REQUEST_ID } from "../../lib/request-id"
import { type CreatePaymentInput, createPaymentWorkflow } from "./create-payment"
import { attemptFor, settleAndWait } from "../settlement/settle-payment"
import { withConfirmation } from "./duplicate-refusal"

/**
 * Creates the payment that a task waits for, and settles what is already known of it. The task fails when the payment
 * cannot be created. Throws `spending_limit`, `mandate_limit` or `duplicate_purchase`, after the task has failed, when
 * it exceeds the merchant's limits or the customer's mandate, or repeats another purchase without being confirmed. With
 * `is_repeated`, a temporary error is thrown and the task does not fail, because the caller tries again.
 */
export async function makePayment(
  container: MedusaContainer,
  task_id: string,
  order: CreatePaymentInput,
  { is_repeated = false } = {}
): Promise<void> {
  const { payment_id, card_token_id } = order
  try {
    if (card_token_id) await chargeCard(container, { ...order, card_token_id })
    else await createPaymentWorkflow(container).run({ input: order })
  } catch (error) {
    // A later failure of Medusa's workflow engine has not undone the payment.
    const { payments } = container.resolve<BankService>(BANK_MODULE)
    const isLeft = (await payments.find({ id: payment_id }))?.provisioned_at
    // Neither a rule, nor Medusa, nor the bank has refused it for good.
    const isTemporary = problemIn(error) === undefined && !isMedusaRefusal(error)
    if (!isLeft && is_repeated && isTemporary) throw error
    if (!isLeft) return failTask(container, task_id, order, error)
  }
  await settleAndWait(container, payment_id)
}

/**
 * Charges a saved card without the customer (MIT). Places the order first, and calls the bank only when the order and
 * payment are stored, so that reconciliation can repeat the call after a crash. A refusal or decline cancels the order.
 * Throws when the order cannot be placed; then no money has moved.
 */
async function chargeCard(
  container: MedusaContainer,
  input: CreatePaymentInput & { card_token_id: string }
): Promise<void> {
  await createPaymentWorkflow(container).run({ input })
  // From here on the money may have moved: after an error the order stays, and reconciliation queries the bank.
  const { payment_id } = input
  await reached("charge_placed", payment_id)
  await attemptFor(container, payment_id, () =>
    container.resolve<BankService>(BANK_MODULE).paymentCalls.open(payment_id)
  )
}

async function failTask(
  container: MedusaContainer,
  task_id: string,
  { client_id }: CreatePaymentInput,
  thrown: unknown
): Promise<void> {
  const agent = container.resolve<AgentService>(AGENT_MODULE)
  const found = problemIn(thrown)
  if (found?.code === "request_in_progress") return // another request creates it
  const refusal = found && BY_RULES.includes(found.code) ? withConfirmation(found) : undefined
  const error = refusal ? declineOf(refusal) : NOT_CREATED
  await agent.advance(task_id, "failed", { artifacts: { error } })
  container.resolve("logger").error(`payment for ${task_id}: ${(thrown as Error).message}`)
  if (!refusal) return
  await noteRefusal(container, client_id, refusal)
  throw refusal
}

async function noteRefusal(container: MedusaContainer, client_id: string, { code }: Problem) {
  const request_id = container.resolve<string | undefined>(REQUEST_ID, { allowUnregistered: true }) ?? null
  await container.resolve<PolicyService>(POLICY_MODULE).audit.refused(client_id, code, request_id)
}

/** The codes with which a rule refuses a payment. The task and the audit log then contain the code. */
export const BY_RULES: readonly ErrorCode[] = ["spending_limit", "mandate_limit", "duplicate_purchase"]

const declineOf = ({ code, message, data }: Problem) => ({ code, message, ...data })

const NOT_CREATED = {
  code: "payment_not_created",
  message: "The store or the bank refused to open the payment.",
}
