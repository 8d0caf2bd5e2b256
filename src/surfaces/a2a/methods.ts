import { z } from "@medusajs/framework/zod"
import { problem } from "../../domain/errors"
import { AGENT_MODULE } from "../../modules/agent"
import type AgentService from "../../modules/agent/service"
import { callerOf } from "../../gateway/call"
import { issuesOf, membersOf } from "../../gateway/issues"
import { type AnyOperation, type Operation, operation } from "../../gateway/operation"
import { invoke } from "./invoke"
import { cancelTask } from "./cancel-task"
import { describeSkill } from "./describe-skill"
import { type AnySkill, skillOf, skillsFor } from "./skills"
import { type WireTask, streamUrl, viewTask } from "./task-view"

const SendParams = z.strictObject({
  skill_id: z.string(),
  input: z.unknown(),
  idempotency_key: z.string().min(1).max(255).optional(),
})

interface Request {
  readonly operation: AnyOperation
  readonly input: unknown
}

type Method = (params: Record<string, unknown>) => Request

/** Invokes a skill. Access and input of the operation are those of the skill. */
const send =
  (view: (task: WireTask, base_url: string) => object): Method =>
  (params) => {
    const { skill_id, input = {}, idempotency_key } = checked(SendParams, params)
    const skill: AnySkill = skillOf(skill_id)
    const run: Operation["run"] = async (parsed, call) =>
      view(viewTask(await invoke(skill, parsed, idempotency_key, call)), call.base_url)
    return { operation: { access: skill.access, input: skill.input, run }, input }
  }

/** Returns one of the caller's tasks. */
export const getTask = operation({
  access: "a2a:payments:read",
  input: z.strictObject({ task_id: z.string() }),
  async run({ task_id }, call) {
    const agent = call.container.resolve<AgentService>(AGENT_MODULE)
    return viewTask(await agent.retrieve(task_id, callerOf(call).client_id))
  },
})

/** The skills the bearer may invoke, each with the JSON Schema of its input. */
const listSkills = operation({
  access: "any_token",
  input: z.strictObject({}),
  async run(_, call) {
    return { skills: skillsFor(call).map(describeSkill) }
  },
})

/** The methods of this surface's own dialect (spec: Endpoints, A2A), by name. */
export const METHODS: Readonly<Record<string, Method>> = {
  "tasks/send": send((task) => task),
  "tasks/sendSubscribe": send((task, base_url) => ({
    ...task,
    stream_url: streamUrl(base_url, task.task_id),
  })),
  "tasks/cancel": (params) => ({ operation: cancelTask, input: params }),
  "tasks/get": (params) => ({ operation: getTask, input: params }),
  "agent/listSkills": (params) => ({ operation: listSkills, input: params }),
}

/** Whether the own dialect has a method of this name. */
export function isOwnMethod(method: string): boolean {
  return Object.hasOwn(METHODS, method)
}

/**
 * The operation and input of a method call. Throws `method_not_found`, or `invalid_params` for a skill that does not
 * exist.
 */
export function methodOf(method: string, params: Record<string, unknown>): Request {
  if (!isOwnMethod(method)) throw problem("method_not_found", { methods: Object.keys(METHODS) })
  return (METHODS[method] as Method)(params)
}

function checked<T>(schema: z.ZodType<T>, params: unknown): T {
  const parsed = schema.safeParse(params)
  if (parsed.success) return parsed.data
  throw problem("invalid_params", { issues: issuesOf(parsed.error, membersOf(schema)) })
}
