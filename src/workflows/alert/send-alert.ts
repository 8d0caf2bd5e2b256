import type { FilterableNotificationProps, MedusaContainer } from "@medusajs/framework/types"
import { Modules, NotificationStatus } from "@medusajs/framework/utils"
import type { OutgoingAlert } from "./outgoing-alert"

/** Where and how to notify the merchant, in the terms of Medusa's notification module. */
export interface Address {
  readonly to: string
  readonly channel: string
  readonly template: string
}

/** The maximum number of attempts on one channel. */
const MAX_ATTEMPTS = 10

/**
 * Creates the notification of an alert in Medusa's notification module, unless one was sent before. Medusa stores
 * one notification per idempotency key and sends none again: after a failure it would change nothing, and after a crash the
 * notification stays pending for ever. So every attempt uses the next key. A crash right after the sending can therefore
 * send it twice. Throws when the provider fails. False when ten attempts have not sent it.
 */
export async function notify(
  alert: OutgoingAlert,
  address: Address,
  container: MedusaContainer
): Promise<boolean> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const keys = Array.from(
    { length: MAX_ATTEMPTS },
    (_, n) => `gw:${alert.id}:${address.channel}:${address.to}:${n}`
  )
  const byKey: FilterableNotificationProps & { idempotency_key: string[] } = { idempotency_key: keys }
  const existing = await notifications.listNotifications(byKey, {
    select: ["id", "status"],
    take: MAX_ATTEMPTS,
  })
  if (existing.some(({ status }) => status === NotificationStatus.SUCCESS)) return true
  const idempotency_key = keys[existing.length]
  if (!idempotency_key) return false
  await notifications.createNotifications({
    ...address,
    idempotency_key,
    data: {
      title: alert.title,
      description: alert.description,
      kind: alert.kind,
      alert_id: alert.id,
      ...alert.data,
    },
    trigger_type: "gw_alert",
    resource_type: "gw_alert",
    resource_id: alert.id,
  })
  return true
}
