import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import type { Invocation } from "../../modules/agent/service"
import { type Call, callerOf } from "../../gateway/call"
import { noteRefusal, requireScope } from "../../gateway/refusals"
import type { AnySkill, Skill } from "./skill"
import { checkOffered } from "./skills"

/**
 * A task, and the skill's remaining work. `work` is undefined when the task is complete, or an earlier call has
 * started it.
 */
export interface Opened {
  readonly task: Task
  readonly work?: () => Promise<void>
}

/** The parameters of an invocation other than skill and input. */
export type InvocationDetails = Pick<Invocation, "idempotency_key" | "context_id" | "message">

/**
 * Opens a task for a skill, with input that its schema has accepted. The same key and input find the same task again.
 * Refused input opens no task. Throws `no_payment_route` for a skill that needs a bank in a store that has none.
 */
export async function openTask(
  any: AnySkill,
  input: unknown,
  details: InvocationDetails,
  call: Call
): Promise<Opened> {
  const skill = any as Skill<unknown>
  checkOffered(any, call)
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const invocation = { ...details, client_id: callerOf(call).client_id, skill_id: skill.id, input }
  if ("answer" in skill)
    return { task: await agent.recordAnswer(invocation, await skill.answer(input, call)) }
  const needed = skill.needs?.(input)
  if (needed) await requireScope(needed, call)
  try {
    await skill.check(input, call)
  } catch (refusal) {
    // The checks may fail now although they passed when the key was first used: then the earlier task is returned.
    const earlier = await agent.findEarlier(invocation)
    if (earlier) return { task: earlier }
    await noteRefusal(refusal, call)
    throw refusal
  }
  const { task, fresh } = await agent.openTask(invocation)
  return fresh ? { task, work: () => skill.start(input, task, call) } : { task }
}

/** Runs a skill, and returns its task afterwards. */
export async function invoke(
  skill: AnySkill,
  input: unknown,
  idempotency_key: string | undefined,
  call: Call
): Promise<Task> {
  const { task, work } = await openTask(skill, input, { idempotency_key }, call)
  if (!work) return task
  await work()
  return call.container.resolve<AgentService>(AGENT_MODULE).retrieve(task.id)
}
