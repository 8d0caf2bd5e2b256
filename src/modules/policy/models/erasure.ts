import type { Obstacle } from "../../../domain/obstacle"

/** Whose data: an account or a guest of Medusa's, or, by e-mail address alone, whoever has it. */
export interface Subject {
  readonly customer_id: string | null
  readonly email: string | null
}

/** How many of what were erased, revoked or ended. */
export type ErasureCounts = Readonly<Record<string, number>>

/** `gw_erasure`: that somebody's data are to be erased, written down before anything is. */
export interface Erasure {
  readonly id: string
  /** The customer's id, or a hash of the e-mail address: by this he is known again. */
  readonly subject: string
  readonly customer_id: string | null
  /** Only until it is done. */
  readonly email: string | null
  readonly reason: string
  /** The member of the staff who asked; null when Medusa has deleted the customer. */
  readonly updated_by: string | null
  readonly requested_at: Date
  /** What it waits for; null when nothing is in its way. */
  readonly obstacle: Obstacle | null
  readonly counts: ErasureCounts | null
  readonly done_at: Date | null
  /** When it was looked whether something that was under way meanwhile has brought anything back. */
  readonly checked_at: Date | null
}

/** An erasure as it is told: nothing in it says who it was. */
export interface ToldErasure {
  readonly id: string
  readonly requested_at: Date
  readonly done_at: Date | null
  readonly counts: ErasureCounts | null
}

export const toldErasure = ({ id, requested_at, done_at, counts }: Erasure): ToldErasure => ({
  id,
  requested_at,
  done_at,
  counts,
})
