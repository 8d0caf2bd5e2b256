import type { Call } from "../../../gateway/call"
import { keyIn } from "../../../gateway/idempotency/idempotency-key"
import type { Tool, ToolEffect } from "../../../gateway/mcp/tool"
import { operation } from "../../../gateway/operation"
import { cancelTask } from "../cancel-task"
import { invoke } from "../invoke"
import { getTask } from "../methods"
import type { AnySkill, Skill } from "../skill"
import { offeredSkills, SKILLS } from "../skills"
import { listPayments } from "../skills/list-payments"
import { viewTask } from "../task-view"
import { a2aTool } from "./a2a-tool"

/** A skill that responds at once changes nothing; every other one moves money or saves a card. */
const effectOf = (skill: AnySkill): ToolEffect => ("answer" in skill ? "reads" : "commits")

function skillTool(skill: AnySkill): Tool {
  const { id: name, name: title, description, access, input } = skill as Skill<unknown>
  return a2aTool({
    name,
    title,
    description,
    effect: effectOf(skill),
    ...(skill === listPayments && { pages: "payments" }),
    operation: operation({
      access,
      input,
      run: async (parsed: unknown, call) => viewTask(await invoke(skill, parsed, keyIn(call), call)),
    }),
  })
}

/** Whether the store offers a tool: the skill of this name, or a tool that is not a skill. */
export function isOffered({ name }: Tool, call: Call): boolean {
  return !SKILLS.some(({ id }) => id === name) || offeredSkills(call).some(({ id }) => id === name)
}

/** The skills as tools, in the order of the registry, and what the agent does with their tasks. */
export const A2A_TOOLS: readonly Tool[] = [
  ...SKILLS.map(skillTool),
  a2aTool({
    name: "get_task",
    title: "Show a task",
    description:
      "Returns a task with its current state. While it waits for the shopper, call it every 5 seconds at first, then less often, until the state is completed, failed or canceled.",
    effect: "reads",
    operation: getTask,
  }),
  a2aTool({
    name: "cancel_task",
    title: "Cancel a task",
    description: "Cancels a task that has not ended. A payment in progress is ended first.",
    effect: "commits",
    operation: cancelTask,
  }),
]
