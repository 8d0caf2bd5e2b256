import { AGENT_MODULE } from "../../modules/agent"
import type { Task } from "../../modules/agent/models/task"
import type AgentService from "../../modules/agent/service"
import { type Call, callerOf } from "../call"
import type { AnySkill, Skill } from "./skill"

/**
 * Runs a skill with input its schema has accepted, and returns the task as it is then. The same key and input find
 * the same task again; nothing is written for input that is refused.
 */
export async function invoke(
  any: AnySkill,
  input: unknown,
  idempotency_key: string | undefined,
  call: Call
): Promise<Task> {
  const skill = any as Skill<unknown>
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const invocation = { client_id: callerOf(call).client_id, skill_id: skill.id, input, idempotency_key }
  if ("answer" in skill) return agent.recordAnswer(invocation, await skill.answer(input, call))
  try {
    await skill.check(input, call)
  } catch (refusal) {
    // What was possible when the key was first used need not be possible again.
    const earlier = await agent.findEarlier(invocation)
    if (earlier) return earlier
    throw refusal
  }
  const { task, fresh } = await agent.openTask(invocation)
  if (!fresh) return task
  await skill.start(input, task, call)
  return agent.retrieve(task.id)
}
