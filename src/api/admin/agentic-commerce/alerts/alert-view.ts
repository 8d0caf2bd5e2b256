import { type AlertText, textOf } from "../../../../domain/alerts"
import type { Alert } from "../../../../modules/alert/models/alert"

/** An alert for the merchant's staff, with the text of its notification. Amounts in `data` are minor units. */
export type AlertView = AlertText &
  Pick<Alert, "id" | "kind" | "subject" | "data" | "raised_at" | "notified_at" | "resolved_at"> & {
    readonly acknowledged_at: Date | null
    /** The member of the staff who acknowledged it; null while it is open. */
    readonly acknowledged_by: string | null
  }

/** The view of a row. */
export function viewOf(alert: Alert): AlertView {
  const { id, kind, subject, data, raised_at, notified_at, acknowledged_at, resolved_at } = alert
  const acknowledged_by = acknowledged_at && alert.updated_by
  const times = { raised_at, notified_at, acknowledged_at, acknowledged_by, resolved_at }
  return { id, kind, subject, ...textOf(kind, data), data, ...times }
}
