import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../../../modules/agent"
import type { DuePush } from "../../../../modules/agent/push-configs"
import type AgentService from "../../../../modules/agent/service"
import { OAUTH_MODULE } from "../../../../modules/oauth"
import type OAuthService from "../../../../modules/oauth/service"
import { POLICY_MODULE } from "../../../../modules/policy"
import type PolicyService from "../../../../modules/policy/service"
import { post, type Receipt } from "../../../../outbound/post"
import { pauseAfter } from "../../../../outbound/retry-schedule"
import { type PushKeys, pushKeysIn } from "./keys"
import { notificationOf } from "./notification"

/** How many addresses are called at a time by one process, so that slow ones do not hold up the others. */
const AT_ONCE = 50
let underWay = 0

/** The receiver says that it is gone, and is not told anything more (RFC 9110 section 15.5.11). */
const GONE = 410

/**
 * Begins to tell clients' addresses what they are owed, each in the order of the task's events, and goes on until nothing
 * is due. Safe on any number of instances and after a crash: an event is told at least once. While the surface is off
 * nobody is told. Does not wait for receivers.
 */
export async function deliverPush(container: MedusaContainer): Promise<void> {
  const keys = pushKeysIn(policyIn(container).options)
  if (!keys || !(await policyIn(container).settings()).a2a_enabled) return
  const free = AT_ONCE - underWay
  if (!free) return
  underWay += free
  const { push } = container.resolve<AgentService>(AGENT_MODULE)
  let due: DuePush[] = []
  try {
    due = await push.lease(free)
  } finally {
    underWay -= free - due.length
  }
  for (const one of due) void deliver(one, keys, container)
}

/** Never rejects: what could not even be noted is due again when its lease ends. */
async function deliver(due: DuePush, keys: PushKeys, container: MedusaContainer): Promise<void> {
  const { task_id, url } = due.config
  try {
    await tell(due, keys, container)
  } catch (error) {
    const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`task ${task_id} is not told at ${new URL(url).origin}: ${(error as Error).message}`)
  } finally {
    underWay--
  }
  // It may be owed the next event, and others may have waited for the place.
  await deliverPush(container).catch(() => undefined)
}

async function tell(due: DuePush, keys: PushKeys, container: MedusaContainer): Promise<void> {
  const { push } = container.resolve<AgentService>(AGENT_MODULE)
  if (!(await isServed(due, container))) return push.failed(due, "the client is revoked", undefined)
  const receipt = await attempt(due, keys, policyIn(container).options.allow_private_networks)
  if (receipt.ok) return push.told(due)
  const { status, error, retry_after_seconds } = receipt
  const pause = status === GONE ? undefined : pauseAfter(due.config.failures + 1, retry_after_seconds)
  await push.failed(due, error, pause)
}

async function attempt(due: DuePush, keys: PushKeys, private_networks: boolean): Promise<Receipt> {
  try {
    return await post(notificationOf(due, keys), private_networks)
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  }
}

async function isServed({ task }: DuePush, container: MedusaContainer): Promise<boolean> {
  const client = await container.resolve<OAuthService>(OAUTH_MODULE).clients.find(task.client_id)
  return client?.status !== "revoked"
}

const policyIn = (container: MedusaContainer) => container.resolve<PolicyService>(POLICY_MODULE)
