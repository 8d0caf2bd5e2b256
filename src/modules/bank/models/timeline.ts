/** Where a line of a timeline comes from. */
export type TimelineKind =
  "request" | "task" | "call" | "answer" | "sca" | "message" | "effect" | "order" | "review" | "webhook"

/** One thing that has happened to a payment. */
export interface TimelineEntry {
  readonly at: Date
  readonly kind: TimelineKind
  /** What has happened, within the kind: a task's state, the type of the bank's message, … */
  readonly code: string
  /** What more is known of it; which members there are depends on the kind. Amounts in minor units. */
  readonly detail: Readonly<Record<string, unknown>>
}
