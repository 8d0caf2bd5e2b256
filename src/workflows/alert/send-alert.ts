import type { FilterableNotificationProps, MedusaContainer } from "@medusajs/framework/types"
import { Modules, NotificationStatus } from "@medusajs/framework/utils"
import { textOf } from "../../domain/alerts"
import { logOf } from "../../lib/log"
import type { Alert } from "../../modules/alert/models/alert"

/** Where and how to notify the merchant, in the terms of Medusa's notification module. */
export interface Address {
  readonly to: string
  readonly channel: string
  readonly template: string
}

/** How often a notification is tried on one channel. */
const MOST = 10

/**
 * Creates the notification of an alert in Medusa's notification module, unless one was created before. Medusa stores
 * one notification per idempotency key and cannot resend a failed one. So a retry after a failure uses the next key,
 * and a retry after a crash uses the same key. Throws when the provider fails.
 */
export async function notify(alert: Alert, address: Address, container: MedusaContainer): Promise<void> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const keys = Array.from({ length: MOST }, (_, n) => `gw:${alert.id}:${address.channel}:${n}`)
  const byKey: FilterableNotificationProps & { idempotency_key: string[] } = { idempotency_key: keys }
  const made = await notifications.listNotifications(byKey, { select: ["id", "status"], take: MOST })
  if (made.some(({ status }) => status !== NotificationStatus.FAILURE)) return
  const idempotency_key = keys[made.length]
  if (!idempotency_key) return giveUp(alert, address, container)
  await notifications.createNotifications({
    ...address,
    idempotency_key,
    data: { ...textOf(alert.kind, alert.data), kind: alert.kind, alert_id: alert.id, ...alert.data },
    trigger_type: "gw_alert",
    resource_type: "gw_alert",
    resource_id: alert.id,
  })
}

function giveUp({ id, kind }: Alert, { channel }: Address, container: MedusaContainer): void {
  logOf(container).error(
    `alert ${id} (${kind}) was refused by the channel ${channel} ${MOST} times: it is in the admin only`
  )
}
