/** The source of a timeline entry. */
export type TimelineKind =
  "request" | "task" | "call" | "answer" | "sca" | "message" | "effect" | "order" | "review" | "webhook"

/** One entry in the timeline of a payment. */
export interface TimelineEntry {
  readonly at: Date
  readonly kind: TimelineKind
  /** What happened, within the kind: the status of a task, the type of a bank event, and so on. */
  readonly code: string
  /** Further data; its members depend on the kind. Amounts in minor units. */
  readonly detail: Readonly<Record<string, unknown>>
}
