import type { AlertData, AlertKind } from "../../../domain/alerts"

/** `gw_alert`: a condition the merchant is told of. Of one kind and subject at most one has not ended. */
export interface Alert<Kind extends AlertKind = AlertKind> {
  readonly id: string
  readonly kind: Kind
  /** What it is about: the id of a payment, a dispute or a webhook, or the name of what is stuck. */
  readonly subject: string
  readonly data: AlertData[Kind]
  readonly raised_at: Date
  /** When the merchant's notification was accepted. */
  readonly told_at: Date | null
  /** When a member of the staff has marked it as handled. */
  readonly acknowledged_at: Date | null
  /** Who has changed it last; while it is acknowledged, who has acknowledged it. */
  readonly updated_by: string | null
  /** When the condition was found to be gone. */
  readonly resolved_at: Date | null
}

/** What the list of alerts is narrowed to. */
export const ALERT_STATUSES = ["open", "acknowledged", "all"] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** Which alerts, and which page of them. Open are those that nobody has acknowledged and that have not ended. */
export interface AlertQuery {
  readonly status: AlertStatus
  readonly kind?: AlertKind
  readonly limit: number
  readonly cursor?: string
}
