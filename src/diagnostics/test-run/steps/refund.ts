import { setTimeout as sleep } from "node:timers/promises"
import { isTerminal, type TaskState } from "../../../domain/task"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { endTestPayment } from "../../../workflows/test-run/clean-up"
import { failed, skipped } from "../outcome"
import type { TestRunContext } from "../test-run-context"
import { callAgent } from "../rpc"

const POLL_MS = 500

/** A refund that needs the merchant's approval is `input-required`; the test does not wait for it. */
const isSettled = (state: string) => isTerminal(state as TaskState) || state === "input-required"

/** Refunds the payment as an agent does, and cancels its order. */
export async function refund(context: TestRunContext): Promise<TestStepNote> {
  const { payment, container } = context
  if (!payment) throw skipped("not_reached", "There is no payment to refund.")
  const { payment_id, shop_order_id: order } = payment
  const input = { payment_id, reason: "Test my store" }
  let task = await callAgent(context, "tasks/send", { skill_id: "refund_payment", input })
  while (!isSettled(task.state) && !context.signal.aborted) {
    await sleep(POLL_MS)
    task = await callAgent(context, "tasks/get", { task_id: task.task_id })
  }
  if (task.state !== "completed") {
    const why = task.artifacts.error?.message ?? `the task is ${task.state}`
    throw failed("not_refunded", `The refund failed: ${why}`, { data: { why } })
  }
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  await endTestPayment(container, await payments.retrieve(payment_id))
  return {
    code: "refunded",
    message: `The payment is refunded, and order ${order} is canceled.`,
    data: { order },
  }
}
