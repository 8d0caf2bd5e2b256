import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { isTerminal } from "../../domain/task"
import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { BANK_MODULE } from "../../modules/bank"
import type BankService from "../../modules/bank/service"
import type { Call } from "../../gateway/call"
import { cardPage } from "../../gateway/customer-pages/card-page"
import { paymentPage } from "../../gateway/customer-pages/payment-page"
import { operation } from "../../gateway/operation"
import { type RawReply, redirect } from "../../gateway/reply"
import { PathId } from "../../gateway/schemas"
import { refreshCardOnReturn, refreshPaymentOnReturn } from "../../workflows/payment/refresh-on-return"
import { isOwn, returnAddress } from "./return-url"

/** How long the redirect to the agent's page waits for the outcome from the bank. */
const WAIT_TIMEOUT_MS = 5_000

/**
 * The page to which the bank redirects the customer after SCA (spec: Endpoints, A2A). It queries the bank, and shows
 * the outcome or redirects the customer to the agent's page.
 */
export const scaReturn = operation({
  access: "discovery",
  input: z.object({ taskId: PathId }),
  async run({ taskId }, call) {
    const task = await agentOf(call).retrieve(taskId)
    const { waits_for: id } = task
    const { payments, cards } = call.container.resolve<BankService>(BANK_MODULE)
    const payment = id && (await payments.find({ id }))
    if (payment)
      return answer(task, payment, () => refreshPaymentOnReturn(call.container, payment), paymentPage, call)
    const card = id && (await cards.find({ id }))
    if (card) return answer(task, card, () => refreshCardOnReturn(call.container, card), cardPage, call)
    throw problem("task_not_found", { task_id: taskId })
  },
})

const agentOf = (call: Call) => call.container.resolve<AgentService>(AGENT_MODULE)

/**
 * Redirects with 303 to the agent's URL when the agent gave one and still owns it; otherwise queries the bank and
 * shows the page.
 */
async function answer<Subject extends { client_id: string | null; continue_url: string | null }>(
  task: Task,
  { client_id, continue_url }: Subject,
  ask: () => Promise<Subject>,
  page: (subject: Subject, call: Call) => Promise<RawReply>,
  call: Call
): Promise<RawReply> {
  if (!continue_url || !client_id || !(await isOwn(continue_url, client_id, call)))
    return page(await ask(), call)
  const { id: task_id, state } = await whenEnded(task, ask, call)
  return redirect(returnAddress(continue_url, { task_id, state }))
}

/** The task once it is terminal, or its state after a few seconds. */
async function whenEnded(task: Task, ask: () => Promise<unknown>, call: Call): Promise<Task> {
  if (isTerminal(task.state)) return task
  const deadline = AbortSignal.any([call.signal, AbortSignal.timeout(WAIT_TIMEOUT_MS)])
  // Not awaited: the bank may take longer to respond than the customer should wait.
  ask().catch(() => undefined)
  for await (const _event of agentOf(call).tail(task.id, task.seq, deadline));
  return agentOf(call).retrieve(task.id)
}
