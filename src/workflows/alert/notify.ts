import type { FilterableNotificationProps, MedusaContainer } from "@medusajs/framework/types"
import { Modules, NotificationStatus } from "@medusajs/framework/utils"
import { textOf } from "../../domain/alerts"
import { logOf } from "../../log"
import type { Alert } from "../../modules/alert/models/alert"

/** Where and how the merchant is told, in the words of Medusa's notification module. */
export interface Address {
  readonly to: string
  readonly channel: string
  readonly template: string
}

/** How often one channel may refuse a notification before it is left at that. */
const MOST = 10

/**
 * Hands an alert to Medusa's notification module, unless that has it already. Medusa keeps one notification for each key,
 * and cannot send one again that was refused: so each refusal is followed by another key, and each crash by the same one.
 * Throws when the provider refuses.
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
