import type { RequestedMovement } from "../audit/books"
import { endOf, taskFor } from "./agent-task"
import type { Purchase, Opened } from "./purchase"

const GIVES_UP_AFTER_SECONDS = 90

/**
 * Captures or refunds with the agent's skill, and records the request. Amount in minor units. A `final` capture voids
 * the rest.
 */
export async function moveByAgent(
  { agent, reference, runLog, random, refusals }: Purchase,
  { payment_id }: Opened,
  { kind, amount, final }: Pick<RequestedMovement, "kind" | "amount"> & { readonly final?: true }
): Promise<void> {
  const key = `${reference}-${kind}-${random.whole(1, 1e9)}`
  const task_id = await taskFor(
    agent,
    `${kind}_payment`,
    { payment_id, amount, ...(final && { final }) },
    key,
    refusals
  )
  const task = task_id && (await endOf(agent, task_id, GIVES_UP_AFTER_SECONDS))
  const state = task_id ? (task ? task.state : "open") : "refused"
  if (state === "completed") runLog.requested.push({ payment_id, kind, amount, outcome: "done" })
  if (state === "open") runLog.requested.push({ payment_id, kind, amount, outcome: "open" })
  runLog.count(`agent's ${kind} ${state}`)
}
