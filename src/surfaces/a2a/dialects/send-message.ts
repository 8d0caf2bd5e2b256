import type * as A2A from "@a2a-js/sdk"
import { problemIn } from "../../../domain/errors"
import { logOf } from "../../../lib/log"
import { AGENT_MODULE } from "../../../modules/agent"
import type AgentService from "../../../modules/agent/service"
import type { Call } from "../../../gateway/call"
import type { Opened } from "../invoke"
import { begin } from "./begin-message"
import { checkedHistoryLength } from "./message-checks"
import { followWhileItGoesOn, settled } from "./follow-task"
import { checkConfig, createConfig } from "./push"
import type { SkillCall } from "./skill-call"
import { readerOf, taskOf } from "./sdk-task"
import type { Version } from "./a2a-version"

/** How long a call waits for a task that continues by itself: shorter than the usual timeout of proxies. */
const WAIT_TIMEOUT_MS = 20_000

/**
 * Invokes the skill that a message names, and waits until the client has to act or the task is terminal. Does not
 * wait when the client requested `returnImmediately` (A2A 1.0 section 3.1.1). A task whose bank does not respond is
 * returned in its current state.
 */
export async function send(
  { message, configuration }: A2A.SendMessageRequest,
  skillCall: SkillCall | undefined,
  version: Version,
  call: Call
): Promise<A2A.Task> {
  const historyLength = checkedHistoryLength(configuration?.historyLength)
  const opened = await beginNotified(message, configuration, skillCall, version, call)
  const shown = { historyLength }
  if (configuration?.returnImmediately) {
    void inBackground(opened, call)
    return taskOf(opened.task, readerOf(call), shown)
  }
  const isSilent = await workOn(opened)
  const task = await call.container.resolve<AgentService>(AGENT_MODULE).retrieve(opened.task.id)
  return taskOf(isSilent ? task : await settled(task, call, WAIT_TIMEOUT_MS), readerOf(call), shown)
}

/** The same, with every update as it happens. */
export async function* sendStreaming(
  { message, configuration }: A2A.SendMessageRequest,
  skillCall: SkillCall | undefined,
  version: Version,
  call: Call
): AsyncGenerator<A2A.StreamResponse, void, undefined> {
  checkedHistoryLength(configuration?.historyLength)
  const opened = await beginNotified(message, configuration, skillCall, version, call)
  void inBackground(opened, call)
  yield* followWhileItGoesOn(opened.task, call)
}

/**
 * Opens the task and registers its push configuration before the skill starts (A2A 1.0 section 3.3.4). The receiver
 * gets every event of a task that the message opened, even if the task has ended already. When the configuration cannot
 * be stored, the task continues nevertheless. Sending the same message again then registers the configuration.
 */
async function beginNotified(
  message: A2A.Message | undefined,
  configuration: A2A.SendMessageConfiguration | undefined,
  skillCall: SkillCall | undefined,
  version: Version,
  call: Call
): Promise<Opened> {
  const pushConfig = configuration?.taskPushNotificationConfig
  if (pushConfig) checkConfig(pushConfig, call)
  const opened = await begin(message, skillCall, call)
  // Without an id of its own the configuration gets the task's id, so that a repeated message does not add a second
  // one.
  const { id } = opened.task
  const named = pushConfig && { ...pushConfig, taskId: id, id: pushConfig.id || id }
  try {
    if (named) await createConfig(named, version, call, message?.taskId === id ? "next" : "first")
  } catch (thrown) {
    void inBackground(opened, call)
    throw thrown
  }
  return opened
}

/** Runs the skill. Returns whether the bank's response is unknown; the task then ends later by itself. */
async function workOn({ work }: Opened): Promise<boolean> {
  try {
    await work?.()
    return false
  } catch (thrown) {
    if (problemIn(thrown)?.code === "bank_unavailable") return true
    throw thrown
  }
}

/** Runs the skill without the caller waiting. Never rejects: followers see the task end, and an error is logged. */
async function inBackground(opened: Opened, call: Call): Promise<void> {
  try {
    await workOn(opened)
  } catch (thrown) {
    const { message } = thrown as Error
    logOf(call.container).error(`task ${opened.task.id}: ${message}`)
  }
}
