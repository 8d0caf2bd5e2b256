const DAY = 86_400

/** How long what comes of a consent lives, in seconds. */
export interface TokenLifetimes {
  readonly access: number
  /** Counted anew at every rotation. */
  readonly refresh: number
  /** Counted from the consent: however often it is refreshed, the person is asked again after this. */
  readonly consent: number
}

/** The lifetimes in a new store. */
export const DEFAULT_LIFETIMES: TokenLifetimes = { access: 3600, refresh: 30 * DAY, consent: 180 * DAY }

/** The shortest and the longest a merchant may set. */
export const LIFETIME_BOUNDS: Readonly<Record<keyof TokenLifetimes, readonly [number, number]>> = {
  access: [300, DAY],
  refresh: [DAY, 365 * DAY],
  consent: [DAY, 730 * DAY],
}
