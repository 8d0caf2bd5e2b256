import type { AlertData, AlertDestination, AlertKind } from "../../../domain/alerts"

/** `gw_alert`: an alert condition. At most one alert per kind and subject is unresolved. */
export interface Alert<Kind extends AlertKind = AlertKind> {
  readonly id: string
  readonly kind: Kind
  /** The id of a payment, approval, dispute or webhook, or the name of the backlog. */
  readonly subject: string
  readonly data: AlertData[Kind]
  readonly raised_at: Date
  /** When its deliveries to the merchant's destinations were stored. */
  readonly recorded_at: Date | null
  /** When the merchant's notification was accepted. */
  readonly notified_at: Date | null
  /** When a staff member marked it as handled. */
  readonly acknowledged_at: Date | null
  /** Who changed it last; while it is acknowledged, who acknowledged it. */
  readonly updated_by: string | null
  /** When the condition was found to be over. */
  readonly resolved_at: Date | null
}

/** `gw_alert_delivery`: a delivery that is due, with its alert. */
export interface DueAlert extends Alert {
  readonly destination: AlertDestination
  /** An e-mail address; empty for the other destinations. */
  readonly recipient: string
  /** The number of this attempt, from 1. */
  readonly attempt: number
}

/** The filter of the list by status. */
export const ALERT_STATUSES = ["open", "acknowledged", "all"] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

/** A query for a page of alerts. `open` means neither acknowledged nor resolved. */
export interface AlertQuery {
  readonly status: AlertStatus
  readonly kind?: AlertKind
  readonly limit: number
  readonly cursor?: string
}
