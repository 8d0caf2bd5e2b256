import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../../../modules/oauth"
import type OAuthService from "../../../modules/oauth/service"
import { POLICY_MODULE } from "../../../modules/policy"
import type PolicyService from "../../../modules/policy/service"
import type { Attempted, DueDelivery } from "../../../modules/webhook/models/delivery"
import { post, type Receipt } from "../../../outbound/post"
import { pauseAfter } from "../../../outbound/retry-schedule"
import { policyOf } from "../../admission"
import { Courier } from "../../courier"
import { messageOf } from "./message"
import { webhooksIn } from "./own"
import { openSecrets } from "./secrets"
import { writeBodies, type Written } from "./write-bodies"

/** How many are under way at a time in one process, and how many of them for one client. */
const AT_ONCE = 100
const SHARE = 40

/** The receiver says that nobody is there any more (RFC 9110 section 15.5.11). */
const GONE = 410

/** Up to here a retry is begun to the second; what comes later the job begins. */
const LONGEST_TIMER_SECONDS = 60

const courier = new Courier<Written>({
  at_once: AT_ONCE,
  clientOf: ({ subscription }) => subscription.client_id,
  lease,
  deliver,
  nameOf: ({ id, subscription }) => `delivery ${id} to ${new URL(subscription.url).origin}`,
})

/**
 * Begins to deliver what clients are owed, of each order in its order, and goes on until nothing is due. Safe on any
 * number of instances and after a crash: each event is delivered at least once. While the surface is off nothing is
 * delivered. Does not wait for receivers.
 */
export function deliverWebhooks(container: MedusaContainer): Promise<void> {
  webhooksIn(container).deliverBy(() => void courier.begin(container).catch(() => undefined))
  return courier.begin(container)
}

async function lease(free: number, busy: readonly string[], container: MedusaContainer): Promise<Written[]> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  if (!(await policy.settings()).ucp_enabled) return []
  const { deliveries } = webhooksIn(container)
  const due = await deliveries.lease(free, SHARE, busy)
  if (!due.length) return []
  try {
    return await writeBodies(await ofClientsThatMay(due, container), container)
  } catch (error) {
    await deliveries.release(due)
    throw error
  }
}

/** Nothing is told to clients that are revoked, and nothing is owed to them any more. */
async function ofClientsThatMay(
  due: readonly DueDelivery[],
  container: MedusaContainer
): Promise<DueDelivery[]> {
  const ids = [...new Set(due.map(({ subscription }) => subscription.client_id))]
  const revoked = await container.resolve<OAuthService>(OAUTH_MODULE).clients.revokedAmong(ids)
  if (revoked.length) await webhooksIn(container).subscriptions.disableOf(revoked)
  return due.filter(({ subscription }) => !revoked.includes(subscription.client_id))
}

async function deliver(delivery: Written, container: MedusaContainer): Promise<void> {
  const result = resultOf(delivery, await attempt(delivery, container))
  await webhooksIn(container).deliveries.settle(result)
  const { pause_seconds } = result
  if (!result.ok && pause_seconds !== null && pause_seconds <= LONGEST_TIMER_SECONDS)
    setTimeout(() => webhooksIn(container).wake(), pause_seconds * 1000 + 10).unref()
}

async function attempt(delivery: Written, container: MedusaContainer): Promise<Receipt> {
  const { options } = policyOf({ container })
  const { base_url, card_key, encryption_key, allow_private_networks } = options
  const { subscription, body } = delivery
  if (!body) return { ok: false, error: GONE_ORDER }
  const { id, secret, previous_secret, profile } = subscription
  const secrets =
    profile === "standard" ? openSecrets([secret, previous_secret], id, encryption_key ?? "") : []
  if (!secrets || (profile === "ucp_order" && !card_key)) return { ok: false, error: UNSIGNED }
  try {
    const message = messageOf(delivery, { base_url, card_key, secrets })
    return await post(message, allow_private_networks)
  } catch (error) {
    return { ok: false, error: (error as Error).message }
  }
}

const GONE_ORDER = "the order is gone"
const UNSIGNED = "the store has not the key to sign it with"

function resultOf({ id, attempt, failures }: Written, receipt: Receipt): Attempted {
  if (receipt.ok)
    return { id, attempt, ok: true, status: receipt.status, error: null, pause_seconds: null, gone: false }
  const { status = null, error, retry_after_seconds } = receipt
  const isOver = status === GONE || error === GONE_ORDER
  const pause_seconds = isOver ? null : (pauseAfter(failures + 1, retry_after_seconds) ?? null)
  return { id, attempt, ok: false, status, error, pause_seconds, gone: status === GONE }
}
