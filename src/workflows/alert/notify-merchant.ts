import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { logOf } from "../../lib/log"
import { ALERT_MODULE } from "../../modules/alert"
import type { Alert } from "../../modules/alert/models/alert"
import type AlertService from "../../modules/alert/service"
import { notificationChannels } from "../../queries/alert/notification-channels"
import { type Address, notify } from "./send-alert"

const BATCH_SIZE = 20

/** The notification feed of Medusa's admin, which every admin user sees. */
const ADMIN_FEED: Address = { to: "", channel: "feed", template: "admin-ui" }

/** Channels without a provider that this process has logged a warning about. */
const warnedChannels = new Set<string>()

/**
 * Notifies the merchant of every pending alert: in the notification feed of the admin, and at the address in the option
 * `alerts`. Several servers send one notification, and so does a server that continues after a crash. A notification
 * that fails is tried again later.
 */
export async function notifyMerchant(container: MedusaContainer): Promise<void> {
  const { deliveries, options } = container.resolve<AlertService>(ALERT_MODULE)
  const due = await deliveries.lease(BATCH_SIZE)
  if (!due.length) return
  const addresses = await reachable([ADMIN_FEED, ...(options.alerts ? [options.alerts] : [])], container)
  for (const alert of due) await send(alert, addresses, container)
}

async function send(alert: Alert, addresses: readonly Address[], container: MedusaContainer): Promise<void> {
  const { deliveries } = container.resolve<AlertService>(ALERT_MODULE)
  if (!addresses.length) return deliveries.postpone(alert)
  try {
    for (const address of addresses) await notify(alert, address, container)
    await deliveries.finish(alert)
  } catch (error) {
    logOf(container).warn(`alert ${alert.id} (${alert.kind}) was not sent: ${(error as Error).message}`)
    await deliveries.postpone(alert)
  }
}

/** The addresses whose channel has a notification provider. Logs a missing provider once. */
async function reachable(addresses: readonly Address[], container: MedusaContainer): Promise<Address[]> {
  const hasModule = container.hasRegistration(Modules.NOTIFICATION)
  const channels = hasModule ? await notificationChannels(container) : new Set<string>()
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
