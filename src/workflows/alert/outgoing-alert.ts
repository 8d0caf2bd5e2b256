import { type AlertKind, type AlertText, textOf } from "../../domain/alerts"
import { newId } from "../../domain/secrets"
import type { Alert } from "../../modules/alert/models/alert"

/** An alert as it is sent. Its id is the same in every attempt and at every destination. */
export interface OutgoingAlert extends AlertText {
  readonly id: string
  readonly kind: AlertKind | "test"
  readonly data: object
  readonly raised_at: Date
  /** When the condition was over; null while it lasts. */
  readonly resolved_at: Date | null
}

/** An alert as its destinations receive it. */
export function outgoing({ id, kind, data, raised_at, resolved_at }: Alert): OutgoingAlert {
  return { id, kind, ...textOf(kind, data), data, raised_at, resolved_at }
}

/** A new test alert. */
export const testAlert = (): OutgoingAlert => ({
  id: newId("alr"),
  kind: "test",
  title: "Test alert",
  description: "A member of your staff sent this alert to test the destination. Nothing is wrong.",
  data: {},
  raised_at: new Date(),
  resolved_at: null,
})
