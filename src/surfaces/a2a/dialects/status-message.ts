import { type Message, type Part, Role } from "@a2a-js/sdk"
import type { Task } from "../../../modules/agent/models/task"
import { describeSkill } from "../describe-skill"
import type { AnySkill } from "../skills"
import { refundPayment } from "../skills/refund-payment"
import { dataPart, textPart } from "./message-parts"

type Moment = Pick<Task, "state" | "artifacts">

/** The message that explains a task's state to the client, such as an error or a page to open. Agents read it first. */
export function statusMessage(
  task: Task,
  moment: Moment,
  { skills }: { readonly skills: readonly AnySkill[] }
): Message | undefined {
  const parts = partsAt(task, moment, skills)
  if (!parts) return undefined
  return {
    messageId: `${task.id}-${isWaiting(moment) ? "approval" : moment.state}`,
    contextId: task.context_id ?? task.id,
    taskId: task.id,
    role: Role.ROLE_AGENT,
    parts,
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

function partsAt(
  { skill_id }: Task,
  { state, artifacts }: Moment,
  skills: readonly AnySkill[]
): Part[] | undefined {
  if (isWaiting({ state, artifacts })) return approvalParts(artifacts, skill_id)
  if (state === "input-required") return skill_id ? authenticationParts(artifacts) : skillParts(skills)
  const { error } = artifacts as { error?: { message: string } }
  return state === "failed" && error ? [textPart(error.message), dataPart(error)] : undefined
}

/** Whether a payment or refund waits for the merchant's approval, or is approved but has no further step yet. */
export function isWaiting({ state, artifacts }: Moment): boolean {
  return state === "input-required" && "approval" in artifacts && !("sca_redirect_url" in artifacts)
}

function approvalParts(artifacts: Task["artifacts"], skill_id: string | null): Part[] {
  return [textPart(approvalText(artifacts, skill_id)), dataPart({ approval: artifacts.approval })]
}

/** What the agent reads about a task that waits for the merchant's approval. */
export function approvalText({ approval }: Task["artifacts"], skill_id: string | null): string {
  const { status } = approval as { status: string }
  const [what, next] =
    skill_id === refundPayment.id
      ? ["refund", "The bank is executing it"]
      : ["payment", "The payment is being created"]
  return status === "waiting"
    ? `The merchant must approve the ${what}. No action is needed: follow the task.`
    : `The merchant has approved the ${what}. ${next}: follow the task.`
}

function authenticationParts({ payment_id, sca_redirect_url }: Task["artifacts"]): Part[] {
  const text = "Send the shopper to sca_redirect_url, the payment page, to authenticate the payment."
  return [textPart(text), dataPart({ sca_redirect_url, ...(payment_id !== undefined && { payment_id }) })]
}

/** The reply to a message that names no skill: the skills the token may invoke. */
function skillParts(invocable: readonly AnySkill[]): Part[] {
  const skills = invocable.map(describeSkill)
  const text = skills.length
    ? 'Name a skill in a data part: {"skill_id": …, "input": …}. The token may invoke these skills:'
    : "The token may invoke no skill of this agent. It needs the scope of a skill."
  return [textPart(text), dataPart({ skills })]
}
