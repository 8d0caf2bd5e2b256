/** A place in the list of agents' orders, the oldest first: right behind one of them. */
export interface Place {
  /** As the database writes it: a Date is coarser. */
  readonly ordered_at: string
  /** Of the session it was ordered in. */
  readonly id: string
}

/** Before all of them. */
export const START: Place = { ordered_at: "-infinity", id: "" }
