import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { logOf } from "../../log"
import { ALERT_MODULE } from "../../modules/alert"
import type { Alert } from "../../modules/alert/models/alert"
import type AlertService from "../../modules/alert/service"
import { notificationChannels } from "../../queries/notification-channels"
import { type Address, notify } from "./notify"

const AT_ONCE = 20

/** Under the bell of Medusa's admin, as Medusa's own notifications for everybody who is logged in there. */
const BELL: Address = { to: "", channel: "feed", template: "admin-ui" }

/** Channels this process has warned of. */
const missed = new Set<string>()

/**
 * Tells the merchant of every alert nobody was told of: under the bell of the admin, and at the address of the option
 * `alerts`. Two servers tell once, and so does one that goes on after a crash. What cannot be told is kept and tried again.
 */
export async function tellMerchant(container: MedusaContainer): Promise<void> {
  const { tellings, options } = container.resolve<AlertService>(ALERT_MODULE)
  const due = await tellings.lease(AT_ONCE)
  if (!due.length) return
  const addresses = await reachable([BELL, ...(options.alerts ? [options.alerts] : [])], container)
  for (const alert of due) await tell(alert, addresses, container)
}

async function tell(alert: Alert, addresses: readonly Address[], container: MedusaContainer): Promise<void> {
  const { tellings } = container.resolve<AlertService>(ALERT_MODULE)
  if (!addresses.length) return tellings.postpone(alert)
  try {
    for (const address of addresses) await notify(alert, address, container)
    await tellings.finish(alert)
  } catch (error) {
    logOf(container).warn(`alert ${alert.id} (${alert.kind}) is not told: ${(error as Error).message}`)
    await tellings.postpone(alert)
  }
}

/** Those whose channel the store has a provider for. Of any other the log tells once. */
async function reachable(addresses: readonly Address[], container: MedusaContainer): Promise<Address[]> {
  const hasModule = container.hasRegistration(Modules.NOTIFICATION)
  const channels = hasModule ? await notificationChannels(container) : new Set<string>()
  for (const { channel } of addresses) if (!channels.has(channel)) warnOnce(channel, container)
  return addresses.filter(({ channel }) => channels.has(channel))
}

function warnOnce(channel: string, container: MedusaContainer): void {
  if (missed.has(channel)) return
  missed.add(channel)
  logOf(container).warn(
    `alerts are not told by the channel ${channel}: the store has no notification provider for it`
  )
}
