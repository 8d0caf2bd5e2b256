/**
 * What can be wrong: two sides say different things, something exists more often than once, or something has not come
 * to its end although everybody had the time.
 */
export const KINDS = ["difference", "duplicate", "stuck"] as const
export type Kind = (typeof KINDS)[number]

/** One thing that is wrong, in words, with the ids by which it is found again. */
export interface Finding {
  readonly check: string
  readonly kind: Kind
  /** The payment, or whatever else belongs to none. */
  readonly about: string
  readonly words: string
}
