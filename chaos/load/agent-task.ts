import type { Agent, Task } from "../../integration-tests/support/agent"
import { patiently, watch } from "./patience"

const TERMINAL = ["completed", "failed", "canceled"]

/** What a skill answers when the payment's state does not allow what is asked. */
const REFUSALS = ["invalid_state", "amount_exceeds_captured", "amount_exceeds_authorized"]

/** The task behind a call with this key, however often it must be asked for; undefined when the call is refused. */
export function taskFor(
  agent: Agent,
  skill: string,
  input: object,
  key: string
): Promise<string | undefined> {
  return patiently(async () => {
    const { result, error } = (await agent.send(skill, input, key)).body
    const task_id = result?.task_id ?? error?.data?.task_id
    if (typeof task_id === "string") return task_id
    if (REFUSALS.includes(error?.data?.code)) return undefined
    throw new Error(`${skill} answered ${JSON.stringify(error)}`)
  })
}

/** A task as it is. */
export function taskAt(agent: Agent, task_id: string): Promise<Task> {
  return patiently(async () => {
    const task = await agent.getTask(task_id)
    if (!task) throw new Error(`tasks/get does not answer for ${task_id}`)
    return task
  })
}

/** A task once it is terminal, or once `also` holds; undefined when that takes longer than `seconds`. */
export function endOf(
  agent: Agent,
  task_id: string,
  seconds: number,
  also: (task: Task) => boolean = () => false
): Promise<Task | undefined> {
  return watch(async () => {
    const task = await taskAt(agent, task_id)
    return TERMINAL.includes(task.state) || also(task) ? task : undefined
  }, seconds)
}
