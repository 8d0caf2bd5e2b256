import type { Logger, MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { AGENT_MODULE } from "../../../../modules/agent"
import type { DuePush } from "../../../../modules/agent/push-configs"
import type AgentService from "../../../../modules/agent/service"
import { POLICY_MODULE } from "../../../../modules/policy"
import type PolicyService from "../../../../modules/policy/service"
import { post, type Receipt } from "../../../../outbound/post"
import { pauseAfter } from "../../../../outbound/retry-schedule"
import { Lanes } from "../../../../workflows/lanes"
import { endOfConsent } from "./consent"
import { type PushKeys, pushKeysIn } from "./keys"
import { notificationOf } from "./notification"
import { type PushSecrets, openSecrets } from "./secrets"

/** How many addresses are called at a time by one process, and how many of them for one client: slow ones hold up its own. */
const AT_ONCE = 50
const SHARE = 15
const underWay = new Set<DuePush>()

/** One lease at a time, so that each knows what those before have taken. */
const leasing = new Lanes(1)

/** The receiver says that it is gone, and is not told anything more (RFC 9110 section 15.5.11). */
const GONE = 410

/**
 * Begins to tell clients' addresses what they are owed, each in the order of the task's events, and goes on until nothing
 * is due. Safe on any number of instances and after a crash: an event is told at least once. While the surface is off
 * nobody is told. Does not wait for receivers.
 */
export async function deliverPush(container: MedusaContainer): Promise<void> {
  // Whoever has not begun yet will see all that is due.
  if (!leasing.waiting) await leasing.run(() => beginDeliveries(container))
}

async function beginDeliveries(container: MedusaContainer): Promise<void> {
  const keys = pushKeysIn(policyIn(container).options)
  const free = AT_ONCE - underWay.size
  if (!keys || !free || !(await policyIn(container).settings()).a2a_enabled) return
  const busy = [...underWay].map(({ task }) => task.client_id)
  for (const due of await pushIn(container).lease(free, SHARE, busy)) void deliver(due, keys, container)
}

/** Never rejects: what could not even be noted is due again when its lease ends. */
async function deliver(due: DuePush, keys: PushKeys, container: MedusaContainer): Promise<void> {
  const { task_id, url } = due.config
  underWay.add(due)
  try {
    await tell(due, keys, container)
  } catch (error) {
    const logger = container.resolve<Logger>(ContainerRegistrationKeys.LOGGER)
    logger.warn(`task ${task_id} is not told at ${new URL(url).origin}: ${(error as Error).message}`)
  } finally {
    underWay.delete(due)
  }
  // It may be owed the next event, and others may have waited for the place.
  await deliverPush(container).catch(() => undefined)
}

async function tell(due: DuePush, keys: PushKeys, container: MedusaContainer): Promise<void> {
  const push = pushIn(container)
  const over = await endOfConsent(due, container)
  if (over) return push.failed(due, over, undefined)
  const secrets = openSecrets(due.config, keys.encryption_key)
  if (!secrets) return push.failed(due, "its credentials were encrypted with another key", undefined)
  const receipt = await attempt(due, secrets, keys, container)
  if (receipt.ok) return push.told(due)
  const { status, error, retry_after_seconds } = receipt
  const pause = status === GONE ? undefined : pauseAfter(due.config.failures + 1, retry_after_seconds)
  await push.failed(due, error, pause)
}

async function attempt(
  due: DuePush,
  secrets: PushSecrets,
  { card_key }: PushKeys,
  container: MedusaContainer
): Promise<Receipt> {
  try {
    const message = notificationOf(due, secrets, card_key)
    return await post(message, policyIn(container).options.allow_private_networks)
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  }
}

const pushIn = (container: MedusaContainer) => container.resolve<AgentService>(AGENT_MODULE).push
const policyIn = (container: MedusaContainer) => container.resolve<PolicyService>(POLICY_MODULE)
