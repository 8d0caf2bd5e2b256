import { setTimeout as sleep } from "node:timers/promises"
import type { MedusaContainer } from "@medusajs/framework/types"
import { notificationAdvice, notificationPathOf } from "../../../domain/notification-path"
import { isTerminal, type TaskState } from "../../../domain/task"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { policyOf } from "../../../gateway/admission"
import { accountsIn, type BankAccount } from "../../../options"
import { failed, skipped } from "../outcome"
import type { TestRunContext, TestPayment } from "../test-run-context"
import { callAgent, type RpcTask } from "../rpc"

const POLL_MS = 500
const APPROVAL_TIMEOUT_MS = 180_000
const NOTIFICATION_TIMEOUT_MS = 15_000

/**
 * Waits until the payment is authorized at the bank and the bank's notification has arrived. The simulated bank is
 * called to authorize it; for any other bank the step shows the bank's page and waits for the person who runs the test.
 */
export async function approve(context: TestRunContext): Promise<TestStepNote> {
  const { payment } = context
  if (!payment) throw skipped("not_reached", "There is no payment to approve.")
  const isSimulated = await approveAtSimulator(payment, context)
  if (!isSimulated) await context.report(approvalRequest(payment))
  const { state, artifacts } = await settled(payment, context)
  if (state !== "completed") {
    const why = artifacts.error?.message ?? `the task is ${state}`
    throw failed("not_paid", `The payment failed: ${why}`, { data: { why } })
  }
  await notified(payment, context)
  return { code: "paid", message: "The bank has confirmed the payment." }
}

const approvalRequest = ({ sca_redirect_url: url }: TestPayment): TestStepNote => ({
  code: "approve_at_bank",
  message: `Approve the payment on the bank's page: ${url}`,
  data: { url },
})

/** Authorizes the payment at the simulator, which has an endpoint for scripts. False for any other bank. */
async function approveAtSimulator(
  { sca_redirect_url: url, payment_id }: TestPayment,
  { container, signal }: TestRunContext
) {
  const bank = (await accountOf(payment_id, container))?.bank
  if (!bank || new URL(url).origin !== new URL(bank.api_url).origin) return false
  try {
    const answer = await fetch(`${url}/auto`, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]),
      headers: { "content-type": "application/json" },
      body: APPROVAL_BODY,
    })
    return answer.ok
  } catch {
    return false
  }
}

/** Approves with a test card of the simulator. */
const APPROVAL_BODY = JSON.stringify({ card: "4111111111111111", action: "approve" })

async function settled({ task_id }: TestPayment, context: TestRunContext): Promise<RpcTask> {
  for (const deadline = Date.now() + APPROVAL_TIMEOUT_MS; Date.now() < deadline;) {
    const task = await callAgent(context, "tasks/get", { task_id })
    if (isTerminal(task.state as TaskState)) return task
    await sleep(POLL_MS)
  }
  throw failed("not_approved", "The payment was not approved in time.", {
    advice: "Test again, and approve it on the bank's page while the test runs.",
  })
}

/** The account at a bank at which a payment is made. */
async function accountOf(payment_id: string, container: MedusaContainer): Promise<BankAccount | undefined> {
  const { payments, options } = container.resolve<BankService>(BANK_MODULE)
  const name = await payments.accountOf(payment_id)
  return accountsIn(options).find((account) => account.name === name)
}

/** Waits for the bank's notification. A query would settle the payment as well, but later, so agents would wait. */
async function notified({ payment_id }: TestPayment, { container }: TestRunContext): Promise<void> {
  const { payments, overview } = container.resolve<BankService>(BANK_MODULE)
  for (const deadline = Date.now() + NOTIFICATION_TIMEOUT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
    const { events } = await overview.trace(await payments.retrieve(payment_id))
    if (events.length) return
  }
  const account = await accountOf(payment_id, container)
  const { base_url } = policyOf({ container }).options
  const address = `${base_url}${notificationPathOf(account?.bank.driver ?? "gwb", account?.name)}`
  throw failed("no_notification", "The payment is complete, but the bank's notification has not arrived.", {
    data: { address },
    advice: notificationAdvice(address),
  })
}
