import { setTimeout as sleep } from "node:timers/promises"
import { isTerminal, type TaskState } from "../../../domain/task"
import { BANK_MODULE } from "../../../modules/bank"
import type BankService from "../../../modules/bank/service"
import type { TestStepNote } from "../../../modules/policy/models/test-run"
import { endTestPayment } from "../../../workflows/test-run/clean-up"
import { failed, skipped } from "../outcome"
import type { TestRunContext } from "../rehearsal"
import { callAgent } from "../rpc"

const POLL_MS = 500

/** Refunds the payment as an agent does, and cancels its order. */
export async function refund(rehearsal: TestRunContext): Promise<TestStepNote> {
  const { payment, container } = rehearsal
  if (!payment) throw skipped("not_reached", "There is no payment to give back.")
  const { payment_id, shop_order_id: order } = payment
  const input = { payment_id, reason: "Test my store" }
  let task = await callAgent(rehearsal, "tasks/send", { skill_id: "refund_payment", input })
  while (!isTerminal(task.state as TaskState) && !rehearsal.signal.aborted) {
    await sleep(POLL_MS)
    task = await callAgent(rehearsal, "tasks/get", { task_id: task.task_id })
  }
  if (task.state !== "completed") {
    const why = task.artifacts.error?.message ?? `the task is ${task.state}`
    throw failed("not_refunded", `The money did not go back: ${why}`, { data: { why } })
  }
  const { payments } = container.resolve<BankService>(BANK_MODULE)
  await endTestPayment(container, await payments.retrieve(payment_id))
  return {
    code: "refunded",
    message: `The money went back, and order ${order} is canceled.`,
    data: { order },
  }
}
