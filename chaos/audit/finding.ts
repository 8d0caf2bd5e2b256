/**
 * The kinds of findings: two systems have different values, something exists more than once, or something has not ended
 * although there was enough time.
 */
export const KINDS = ["difference", "duplicate", "stuck"] as const
export type Kind = (typeof KINDS)[number]

/** One defect found by the audit. */
export interface Finding {
  readonly check: string
  readonly kind: Kind
  /** The name of the payment, order or client concerned, with its ids. */
  readonly about: string
  readonly message: string
}
