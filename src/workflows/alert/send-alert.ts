import type { FilterableNotificationProps, MedusaContainer } from "@medusajs/framework/types"
import { Modules, NotificationStatus } from "@medusajs/framework/utils"
import type { OutgoingAlert } from "./outgoing-alert"

/** Where and how to notify the merchant, in the terms of Medusa's notification module. */
export interface Address {
  readonly to: string
  readonly channel: string
  readonly template: string
}

/** The channel of the notifications in Medusa's admin. */
export const FEED = "feed"

/** The maximum number of attempts on one channel. */
const MAX_ATTEMPTS = 10

/**
 * Sends an alert through Medusa's notification module, unless it was sent before. At least once: a retry after a crash
 * sends it again, because nothing shows whether the provider has sent it. Medusa stores one notification per idempotency
 * key and cannot resend it, so each retry uses the next key. The admin's feed has it once, because there Medusa's record
 * itself is shown. Throws when the provider fails. False when ten attempts have failed.
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
  const { SUCCESS, PENDING } = NotificationStatus
  if (existing.some(({ status }) => status === SUCCESS || (status === PENDING && address.channel === FEED)))
    return true
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
