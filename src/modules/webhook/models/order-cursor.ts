/** A cursor in the list of agents' orders, oldest first: directly after one of them. */
export interface Place {
  /** As PostgreSQL formats it, because a Date is less precise. */
  readonly ordered_at: string
  /** The id of the order's session. */
  readonly id: string
}

/** Before the first order. */
export const START: Place = { ordered_at: "-infinity", id: "" }
