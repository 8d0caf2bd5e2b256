import type { MedusaContainer } from "@medusajs/framework/types"
import { OAUTH_MODULE } from "../modules/oauth"
import type OAuthService from "../modules/oauth/service"
import { POLICY_MODULE } from "../modules/policy"
import type PolicyService from "../modules/policy/service"
import type { Attempted, DueDelivery } from "../modules/webhook/models/delivery"
import { surfaceOfProfile, WEBHOOK_PROFILES, type WebhookProfile } from "../domain/webhook"
import { pauseAfter } from "../outbound/retry-schedule"
import { DeliveryWorker } from "../lib/delivery-worker"
import { isSandboxAccepted, sandboxOf } from "../gateway/sandbox"
import { attempt, GONE_ORDER, type DeliveryAttempt } from "./attempt-delivery"
import { webhooksIn } from "../gateway/webhooks/own-webhooks"
import { withdrawnDeliveries } from "../queries/webhook/withdrawn-deliveries"
import { writeBodies, type Written } from "./write-bodies"

/** How many deliveries run at a time in one process, and how many of them for one client. */
const CONCURRENCY = 100
const CONCURRENCY_PER_CLIENT = 40

/** The status of a receiver that is gone for good (RFC 9110 section 15.5.11). */
const GONE = 410

/**
 * The statuses with which an ACP receiver reports an event that it has received before, and an event that it will never
 * accept (ACP: Webhooks, response codes).
 */
const ACP_DUPLICATE = 409
const ACP_MALFORMED = 400

/** A timer starts retries that are due within this time; the scheduled job starts later ones. */
const MAX_TIMER_SECONDS = 60

const worker = new DeliveryWorker<Written>({
  at_once: CONCURRENCY,
  clientOf: ({ subscription }) => subscription.client_id,
  lease,
  deliver,
  nameOf: ({ id, subscription }) => `delivery ${id} to ${new URL(subscription.url).origin}`,
})

/**
 * Starts to deliver pending events, those of one order in sequence, and continues until none is due. Safe on any
 * number of instances and after a crash: each event is delivered at least once. While a surface is disabled, nothing is
 * delivered to its clients. Does not wait for receivers.
 */
export function deliverWebhooks(container: MedusaContainer): Promise<void> {
  webhooksIn(container).deliverBy(() => void worker.begin(container).catch(() => undefined))
  return worker.begin(container)
}

async function lease(free: number, busy: readonly string[], container: MedusaContainer): Promise<Written[]> {
  const profiles = await profilesOn(container)
  if (!profiles.length) return []
  const { deliveries } = webhooksIn(container)
  // `withAccess` gives up deliveries to clients without access, so that the deliveries behind them become due.
  for (;;) {
    const due = await deliveries.lease(free, CONCURRENCY_PER_CLIENT, busy, profiles)
    if (!due.length) return []
    try {
      const written = await writeBodies(await withAccess(due, container), container)
      if (written.length) return written
    } catch (error) {
      await deliveries.release(due)
      throw error
    }
  }
}

/** The webhook formats of the enabled surfaces. */
async function profilesOn(container: MedusaContainer): Promise<WebhookProfile[]> {
  const settings = await container.resolve<PolicyService>(POLICY_MODULE).settings()
  return WEBHOOK_PROFILES.filter((profile) => settings[`${surfaceOfProfile(profile)}_enabled`])
}

/**
 * The deliveries of clients that still have access. The webhooks of revoked clients are disabled, and deliveries about a
 * person whose consent was revoked are given up.
 */
async function withAccess(due: readonly DueDelivery[], container: MedusaContainer): Promise<DueDelivery[]> {
  const ids = [...new Set(due.map(({ subscription }) => subscription.client_id))]
  const revoked = await revokedAmong(ids, container)
  if (revoked.length) await webhooksIn(container).subscriptions.disableOf(revoked)
  const left = due.filter(({ subscription }) => !revoked.includes(subscription.client_id))
  const withdrawn = await withdrawnDeliveries(
    container,
    left.map(({ id }) => id)
  )
  const ended = left.filter(({ id }) => withdrawn.includes(id))
  if (ended.length) await webhooksIn(container).deliveries.giveUp(ended, CONSENT_ENDED)
  return left.filter((one) => !ended.includes(one))
}

const CONSENT_ENDED = "the consent has ended"

/**
 * The revoked clients among these. The sandbox credential cannot be revoked like a client; it counts as revoked once
 * it is no longer accepted.
 */
async function revokedAmong(ids: readonly string[], container: MedusaContainer): Promise<string[]> {
  const revoked = await container.resolve<OAuthService>(OAUTH_MODULE).clients.revokedAmong(ids)
  for (const flavor of ["ucp", "acp"] as const)
    if (ids.includes(sandboxOf(flavor)) && !(await isSandboxAccepted(flavor, container)))
      revoked.push(sandboxOf(flavor))
  return revoked
}

async function deliver(delivery: Written, container: MedusaContainer): Promise<void> {
  const result = resultOf(delivery, await attempt(delivery, container))
  await webhooksIn(container).deliveries.settle(result)
  const { pause_seconds } = result
  if (!result.ok && pause_seconds !== null && pause_seconds <= MAX_TIMER_SECONDS)
    setTimeout(() => webhooksIn(container).wake(), pause_seconds * 1000 + 10).unref()
}

function resultOf(
  { id, attempt, failures, subscription: { profile } }: Written,
  { receipt, at, duration_ms, headers }: DeliveryAttempt
): Attempted {
  const { status = null, response = null } = receipt
  const about = { id, attempt, status, at, duration_ms, headers, response }
  if (receipt.ok || (profile === "acp_order" && status === ACP_DUPLICATE))
    return { ...about, ok: true, error: null, pause_seconds: null, gone: false }
  const { error, retry_after_seconds } = receipt
  const isOver =
    status === GONE || error === GONE_ORDER || (profile === "acp_order" && status === ACP_MALFORMED)
  const pause_seconds = isOver ? null : (pauseAfter(failures + 1, retry_after_seconds) ?? null)
  return { ...about, ok: false, error, pause_seconds, gone: status === GONE }
}
