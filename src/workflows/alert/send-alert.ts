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

/** The maximum number of attempts on one channel. */
const MAX_ATTEMPTS = 10

/**
 * Creates the notification of an alert in Medusa's notification module, unless one was created before. Medusa stores
 * one notification per idempotency key and cannot resend a failed one. So a retry after a failure uses the next key,
 * and a retry after a crash uses the same key. Throws when the provider fails.
 */
export async function notify(alert: Alert, address: Address, container: MedusaContainer): Promise<void> {
  const notifications = container.resolve(Modules.NOTIFICATION)
  const keys = Array.from({ length: MAX_ATTEMPTS }, (_, n) => `gw:${alert.id}:${address.channel}:${n}`)
  const byKey: FilterableNotificationProps & { idempotency_key: string[] } = { idempotency_key: keys }
  const existing = await notifications.listNotifications(byKey, {
    select: ["id", "status"],
    take: MAX_ATTEMPTS,
  })
  if (existing.some(({ status }) => status !== NotificationStatus.FAILURE)) return
  const idempotency_key = keys[existing.length]
  if (!idempotency_key) return logFailure(alert, address, container)
  await notifications.createNotifications({
    ...address,
    idempotency_key,
    data: { ...textOf(alert.kind, alert.data), kind: alert.kind, alert_id: alert.id, ...alert.data },
    trigger_type: "gw_alert",
    resource_type: "gw_alert",
    resource_id: alert.id,
  })
}

function logFailure({ id, kind }: Alert, { channel }: Address, container: MedusaContainer): void {
  logOf(container).error(
    `alert ${id} (${kind}) failed ${MAX_ATTEMPTS} times on the channel ${channel}: it is shown in the admin only`
  )
}
