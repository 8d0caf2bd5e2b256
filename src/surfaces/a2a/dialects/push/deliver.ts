import type { MedusaContainer } from "@medusajs/framework/types"
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

const AT_ONCE = 20

/** The receiver says that it is gone, and is not told anything more (RFC 9110 section 15.5.11). */
const GONE = 410

/**
 * Tells every client's address what it is owed, each in the order of the task's events, until nothing is due. Safe on any
 * number of instances and after a crash: an event is told at least once. While the surface is off nobody is told.
 */
export async function deliverPush(container: MedusaContainer): Promise<void> {
  const keys = pushKeysIn(policyIn(container).options)
  if (!keys || !(await policyIn(container).settings()).a2a_enabled) return
  const { push } = container.resolve<AgentService>(AGENT_MODULE)
  for (;;) {
    const due = await push.lease(AT_ONCE)
    if (!due.length) return
    await Promise.all(due.map((one) => tell(one, keys, container)))
  }
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
