import type { MedusaContainer } from "@medusajs/framework/types"
import { logOf } from "../../lib/log"
import { ALERT_MODULE } from "../../modules/alert"
import type { AlertRecipient } from "../../modules/alert/alert-deliveries"
import type { Alert } from "../../modules/alert/models/alert"
import type AlertService from "../../modules/alert/service"
import { POLICY_MODULE } from "../../modules/policy"
import type PolicyService from "../../modules/policy/service"
import { deliverAlerts } from "./deliver-alerts"
import { addressesIn, channelsIn, destinationStates } from "./destinations"
import { outgoing } from "./outgoing-alert"
import { type Address, notify } from "./send-alert"

const BATCH_SIZE = 20

/** The notification feed of Medusa's admin, which every admin user sees. */
const ADMIN_FEED: Address = { to: "", channel: "feed", template: "admin-ui" }

/** Channels without a provider that this process has logged a warning about. */
const warnedChannels = new Set<string>()

/**
 * Notifies the merchant of every pending alert in the notification feed of the admin, and records and starts its
 * deliveries to the merchant's destinations. Several servers send one notification, and so does a server that continues
 * after a crash. A notification that fails is tried again later.
 */
export async function notifyMerchant(container: MedusaContainer): Promise<void> {
  await notifyOfPending(container)
  await deliverAlerts(container)
}

async function notifyOfPending(container: MedusaContainer): Promise<void> {
  const { pending, deliveries } = container.resolve<AlertService>(ALERT_MODULE)
  const due = await pending.lease(BATCH_SIZE)
  if (!due.length) return
  const addresses = await reachable([ADMIN_FEED, ...(await addressesIn(container))], container)
  const recipients = await recipientsIn(addresses, container)
  const { alert_muted_kinds } = await container.resolve<PolicyService>(POLICY_MODULE).chosenSettings()
  for (const alert of due) {
    // Before the feed is notified, because the alert is not pending afterwards.
    await deliveries.record(alert, alert_muted_kinds.includes(alert.kind) ? [] : recipients)
    await (addresses.includes(ADMIN_FEED) ? showInFeed(alert, container) : pending.postpone(alert))
  }
}

async function showInFeed(alert: Alert, container: MedusaContainer): Promise<void> {
  const { pending } = container.resolve<AlertService>(ALERT_MODULE)
  try {
    const isShown = await notify(outgoing(alert), ADMIN_FEED, container)
    if (!isShown)
      logOf(container).error(`alert ${alert.id} (${alert.kind}) failed ten times in the admin's feed`)
    await pending.finish(alert)
  } catch (error) {
    logOf(container).warn(`alert ${alert.id} (${alert.kind}) was not sent: ${(error as Error).message}`)
    await pending.postpone(alert)
  }
}

/** The recipients of alerts at all destinations that can receive them now. */
async function recipientsIn(
  addresses: readonly Address[],
  container: MedusaContainer
): Promise<AlertRecipient[]> {
  const states = await destinationStates(container)
  const ready = states.filter(({ destination, missing }) => destination !== "email" && !missing)
  return [
    ...ready.map(({ destination }) => ({ destination, recipient: "" })),
    ...addresses
      .filter((address) => address !== ADMIN_FEED)
      .map(({ to: recipient }) => ({ destination: "email" as const, recipient })),
  ]
}

/** The addresses whose channel has a notification provider. Logs a missing provider once. */
async function reachable(addresses: readonly Address[], container: MedusaContainer): Promise<Address[]> {
  const channels = await channelsIn(container)
  for (const { channel } of addresses) if (!channels.has(channel)) warnOnce(channel, container)
  return addresses.filter(({ channel }) => channels.has(channel))
}

function warnOnce(channel: string, container: MedusaContainer): void {
  if (warnedChannels.has(channel)) return
  warnedChannels.add(channel)
  logOf(container).warn(
    `alerts are not sent by the channel ${channel}: the store has no notification provider for it`
  )
}
