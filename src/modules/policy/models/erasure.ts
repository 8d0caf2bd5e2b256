import type { Obstacle } from "../../../domain/obstacle"

/** The person: a Medusa customer or guest, or the owner of an e-mail address. */
export interface Subject {
  readonly customer_id: string | null
  readonly email: string | null
}

/** How many records were erased, revoked or ended, by kind. */
export type ErasureCounts = Readonly<Record<string, number>>

/** `gw_erasure`: a request to erase a person's data, stored before anything is erased. */
export interface Erasure {
  readonly id: string
  /** The customer's id or a hash of the e-mail address, to find the erasure later. */
  readonly subject: string
  readonly customer_id: string | null
  /** Deleted when the erasure is done. */
  readonly email: string | null
  readonly reason: string
  /** The staff member who requested it; null if Medusa deleted the customer. */
  readonly updated_by: string | null
  readonly requested_at: Date
  /** What blocks the erasure; null if nothing does. */
  readonly obstacle: Obstacle | null
  readonly counts: ErasureCounts | null
  readonly done_at: Date | null
  /** When the check ran for personal data that requests in progress had written after the erasure. */
  readonly checked_at: Date | null
}

/** An erasure without anything that identifies the person. */
export interface ShownErasure {
  readonly id: string
  readonly requested_at: Date
  readonly done_at: Date | null
  readonly counts: ErasureCounts | null
}

/** The public part of an erasure. */
export const shownErasure = ({ id, requested_at, done_at, counts }: Erasure): ShownErasure => ({
  id,
  requested_at,
  done_at,
  counts,
})
