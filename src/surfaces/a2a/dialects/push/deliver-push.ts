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
import { isSandboxAccepted, sandboxOf } from "../../../../gateway/sandbox"
import { DeliveryWorker } from "../../../../lib/delivery-worker"
import { skillsWithin } from "../../skills"
import { type PushKeys, pushKeysIn } from "./push-keys"
import { notificationOf } from "./push-notification"
import { type PushSecrets, openSecrets } from "./push-secrets"

/**
 * How many notifications one process sends at a time, and how many of them to one client, so that a slow receiver
 * delays only its own client.
 */
const AT_ONCE = 50
const SHARE = 15

/** The status of a receiver that is gone for good, and gets no more notifications (RFC 9110 section 15.5.11). */
const GONE = 410

const worker = new DeliveryWorker<DuePush>({
  at_once: AT_ONCE,
  clientOf: ({ task }) => task.client_id,
  async lease(free, busy, container) {
    const isOn = keysIn(container) && (await policyIn(container).settings()).a2a_enabled
    return isOn ? pushIn(container).lease(free, SHARE, busy) : []
  },
  deliver: sendNotification,
  nameOf: ({ config: { task_id, url } }) =>
    `task ${task_id} gets no push notification at ${new URL(url).origin}`,
})

/**
 * Starts to send pending push notifications, those of one task in the order of its events, and continues until none
 * is due. Safe on any number of instances and after a crash: each event is sent at least once. While the surface is
 * disabled, nothing is sent. Does not wait for receivers.
 */
export const deliverPush = (container: MedusaContainer): Promise<void> => worker.begin(container)

async function sendNotification(due: DuePush, container: MedusaContainer): Promise<void> {
  const keys = keysIn(container)
  if (!keys) return
  const push = pushIn(container)
  const endReason = await endOfConsent(due, container)
  if (endReason) return push.failed(due, endReason, undefined)
  const secrets = openSecrets(due.config, keys.encryption_key)
  if (!secrets) return push.failed(due, "its credentials were encrypted with another key", undefined)
  const receipt = await attempt(due, secrets, keys, container)
  if (receipt.ok) return push.delivered(due)
  const { status, error, retry_after_seconds } = receipt
  const retryDelay = status === GONE ? undefined : pauseAfter(due.config.failures + 1, retry_after_seconds)
  await push.failed(due, error, retryDelay)
}

/**
 * Why no more notifications are sent: the consent under which the URL was registered has ended. Undefined while the
 * consent is valid.
 */
async function endOfConsent(
  { config: { grant_id }, task }: DuePush,
  container: MedusaContainer
): Promise<string | undefined> {
  if (grant_id === sandboxOf("a2a"))
    return (await isSandboxAccepted("a2a", container)) ? undefined : "the sandbox credential has ended"
  const { clients, grants } = container.resolve<OAuthService>(OAUTH_MODULE)
  if (await grants.isLive(grant_id)) return undefined
  const client = await clients.find(task.client_id)
  return client?.status === "revoked" ? "the client is revoked" : "the consent has ended"
}

async function attempt(
  due: DuePush,
  secrets: PushSecrets,
  { card_key }: PushKeys,
  container: MedusaContainer
): Promise<Receipt> {
  try {
    const reader = { skills: skillsWithin(due.config.scopes, { container }) }
    const message = notificationOf(due, secrets, card_key, reader)
    return await post(message, policyIn(container).options.allow_private_networks)
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  }
}

const pushIn = (container: MedusaContainer) => container.resolve<AgentService>(AGENT_MODULE).push
const keysIn = (container: MedusaContainer) => pushKeysIn(policyIn(container).options)
const policyIn = (container: MedusaContainer) => container.resolve<PolicyService>(POLICY_MODULE)
