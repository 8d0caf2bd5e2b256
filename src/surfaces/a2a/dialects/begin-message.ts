import { Message } from "@a2a-js/sdk"
import { problem } from "../../../domain/errors"
import { digest } from "../../../domain/secrets"
import { isTerminal } from "../../../domain/task"
import { AGENT_MODULE } from "../../../modules/agent"
import type { Task, TaskMessage } from "../../../modules/agent/models/task"
import type AgentService from "../../../modules/agent/service"
import { type Call, callerOf } from "../../../gateway/call"
import { issuesOf } from "../../../gateway/issues"
import { requireScope } from "../../../gateway/refusals"
import { type InvocationDetails, type Opened, openTask } from "../invoke"
import { checkedMessage, refused } from "./message-checks"
import type { SkillCall } from "./skill-call"
import { contextOf } from "./sdk-task"

/**
 * Finds or opens the task of a message. The message id is the idempotency key, unless the data part has one: the same
 * message finds the same task again. Throws `invalid_params`, `task_not_found`, `unsupported_operation` for a message
 * about a task that accepts none, and `scope_denied` for one about a skill's task from a client that may not read it.
 */
export async function begin(
  sent: Message | undefined,
  skillCall: SkillCall | undefined,
  call: Call
): Promise<Opened> {
  const message = checkedMessage(sent)
  const about = message.taskId ? await taskAbout(message, call) : undefined
  const details = {
    idempotency_key: skillCall?.idempotency_key ?? `message:${message.messageId}`,
    context_id: about ? contextOf(about) : message.contextId || undefined,
    message: Message.toJSON(message) as TaskMessage,
  }
  if (skillCall) return invokeSkill(skillCall, details, about, call)
  if (about) {
    // The answer is the whole task, as from tasks/get. A task that asks for a skill is open to any token of its client.
    if (about.skill_id) await requireScope("a2a:payments:read", call)
    return { task: await recordMessage(about, details.message, call) }
  }
  return { task: await requestSkill(message, details, call) }
}

async function taskAbout({ taskId, contextId }: Message, call: Call): Promise<Task> {
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const task = await agent.retrieve(taskId, callerOf(call).client_id)
  if (contextId && contextId !== contextOf(task))
    throw refused("message.contextId", "must be the context id of the task, or be omitted")
  return task
}

/** Opens the skill's task in the same conversation, and completes the earlier task if it only requested a skill. */
async function invokeSkill(
  { skill, input }: SkillCall,
  details: InvocationDetails,
  about: Task | undefined,
  call: Call
): Promise<Opened> {
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const parsed = skill.input.safeParse(input)
  if (!parsed.success) throw problem("invalid_params", { issues: issuesOf(parsed.error) })
  const { client_id } = callerOf(call)
  const invocation = { ...details, client_id, skill_id: skill.id, input: parsed.data }
  const earlier = about && (await agent.findEarlier(invocation))
  if (earlier) return { task: earlier }
  if (about && (about.skill_id || isTerminal(about.state))) throw messageNotAccepted(about)
  const opened = await openTask(skill, parsed.data, details, call)
  if (about) await agent.advance(about.id, "completed")
  return opened
}

/** Stores a message without a skill in the history of the task it is about. */
async function recordMessage(about: Task, message: TaskMessage, call: Call): Promise<Task> {
  if (isTerminal(about.state)) throw messageNotAccepted(about)
  return call.container.resolve<AgentService>(AGENT_MODULE).addMessage(about.id, message)
}

/**
 * Opens a task that asks the client to name a skill. The key includes the content, because other content with the same
 * message id is a new question: no payment depends on it.
 */
async function requestSkill(
  { messageId, parts }: Message,
  details: InvocationDetails,
  call: Call
): Promise<Task> {
  const agent = call.container.resolve<AgentService>(AGENT_MODULE)
  const { client_id } = callerOf(call)
  const idempotency_key = `question:${digest(JSON.stringify([messageId, parts]))}`
  const { task } = await agent.openTask({
    ...details,
    client_id,
    idempotency_key,
    skill_id: null,
    input: parts,
  })
  return agent.advance(task.id, "input-required")
}

function messageNotAccepted({ id: task_id, state }: Task) {
  return problem(
    "unsupported_operation",
    { task_id, state },
    "The task does not accept this message in its current state. Send it without taskId to start a new task."
  )
}
