const DAY = 86_400

/** The lifetimes of tokens and consents, in seconds. */
export interface TokenLifetimes {
  /** An access token. */
  readonly access: number
  /** A refresh token. Restarts with every rotation. */
  readonly refresh: number
  /** A consent. After it the person must consent again, however often the token was refreshed. */
  readonly consent: number
}

/** The lifetimes of a new store. */
export const DEFAULT_LIFETIMES: TokenLifetimes = { access: 3600, refresh: 30 * DAY, consent: 180 * DAY }

/** The minimum and maximum that the merchant can set. */
export const LIFETIME_BOUNDS: Readonly<Record<keyof TokenLifetimes, readonly [number, number]>> = {
  access: [300, DAY],
  refresh: [DAY, 365 * DAY],
  consent: [DAY, 730 * DAY],
}
