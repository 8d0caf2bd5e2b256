import type { Agent, Task } from "../../integration-tests/support/agent"
import { withRetries, poll } from "./retry"

const TERMINAL = ["completed", "failed", "canceled"]

/** The error codes of a skill when the state of the payment, or the mandate of the card, does not allow the request. */
const REFUSALS = ["invalid_state", "amount_exceeds_captured", "amount_exceeds_authorized", "mandate_limit"]

/**
 * Sends a call with this key until it has a task, and returns the task id; undefined when the call is rejected, also with one
 * of `refusals`.
 */
export function taskFor(
  agent: Agent,
  skill: string,
  input: object,
  key: string,
  refusals: readonly string[] = []
): Promise<string | undefined> {
  return withRetries(async () => {
    const { result, error } = (await agent.send(skill, input, key)).body
    const task_id = result?.task_id ?? error?.data?.task_id
    if (typeof task_id === "string") return task_id
    if ([...REFUSALS, ...refusals].includes(error?.data?.code)) return undefined
    throw new Error(`${skill} responded with ${JSON.stringify(error)}`)
  })
}

/** The current task. */
export function taskAt(agent: Agent, task_id: string): Promise<Task> {
  return withRetries(async () => {
    const task = await agent.getTask(task_id)
    if (!task) throw new Error(`tasks/get did not return the task ${task_id}`)
    return task
  })
}

/** Waits until a task is terminal, or `also` returns true; undefined when that takes longer than `seconds`. */
export function endOf(
  agent: Agent,
  task_id: string,
  seconds: number,
  also: (task: Task) => boolean = () => false
): Promise<Task | undefined> {
  return poll(async () => {
    const task = await taskAt(agent, task_id)
    return TERMINAL.includes(task.state) || also(task) ? task : undefined
  }, seconds)
}
