import type { MedusaContainer } from "@medusajs/framework/types"
import type { AlertDestination } from "../../domain/alerts"
import { logOf } from "../../lib/log"
import type { AlertRecipient } from "../../modules/alert/alert-deliveries"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { type OutboundMessage, post } from "../../outbound/post"
import { slackMessage, webhookMessage } from "./alert-message"
import { addressesIn } from "./destinations"
import type { OutgoingAlert } from "./outgoing-alert"
import { notify } from "./send-alert"

/** The result of sending an alert to one destination. It contains nothing of the response except its status. */
export interface SentAlert {
  readonly ok: boolean
  /** The HTTP status; null without a response. */
  readonly status: number | null
  /** Why it was not delivered; null after success. */
  readonly reason: string | null
  /** Whether another attempt cannot succeed. */
  readonly is_final: boolean
  readonly retry_after_seconds?: number | undefined
}

const refused = (reason: string, is_final = false): SentAlert => ({
  ok: false,
  status: null,
  reason,
  is_final,
})

const REMOVED = refused("the destination was removed", true)

/** Sends an alert once. Never throws. */
export async function sendTo(
  { destination, recipient }: AlertRecipient,
  alert: OutgoingAlert,
  container: MedusaContainer
): Promise<SentAlert> {
  try {
    if (destination === "email") return await sendNotification(recipient, alert, container)
    const message = await messageTo(destination, alert, container)
    return message ? await postMessage(message, container) : REMOVED
  } catch (error) {
    return refused((error as Error).message)
  }
}

async function sendNotification(
  to: string,
  alert: OutgoingAlert,
  container: MedusaContainer
): Promise<SentAlert> {
  const address = (await addressesIn(container)).find((one) => one.to === to)
  if (!address) return REMOVED
  try {
    const isAccepted = await notify(alert, address, container)
    return isAccepted
      ? { ok: true, status: null, reason: null, is_final: true }
      : refused("the notification provider failed ten times", true)
  } catch (error) {
    // The provider's message may quote a response, so only the log has it.
    logOf(container).warn(`alert ${alert.id} (${alert.kind}) was not sent: ${(error as Error).message}`)
    return refused("the notification provider failed")
  }
}

async function messageTo(
  destination: Exclude<AlertDestination, "email">,
  alert: OutgoingAlert,
  container: MedusaContainer
): Promise<OutboundMessage | undefined> {
  const policy = container.resolve<PolicyService>(POLICY_MODULE)
  if (destination === "slack") {
    const slack_url = await policy.alertSecrets.find("alert_slack_url")
    return slack_url === null ? undefined : slackMessage(alert, slack_url)
  }
  const { alert_webhook_url: url } = await policy.chosenSettings()
  const secret = await policy.alertSecrets.find("alert_webhook_secret")
  return url !== null && secret !== null ? webhookMessage(alert, url, secret) : undefined
}

async function postMessage(message: OutboundMessage, container: MedusaContainer): Promise<SentAlert> {
  const { allow_private_networks } = container.resolve<PolicyService>(POLICY_MODULE).options
  const receipt = await post(message, allow_private_networks)
  if (receipt.ok) return { ok: true, status: receipt.status, reason: null, is_final: true }
  const { status = null, error: reason, retry_after_seconds } = receipt
  return { ok: false, status, reason, is_final: false, retry_after_seconds }
}
