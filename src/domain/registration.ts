/** How many registered clients without a consent a store keeps at one time, unless the merchant changes it. */
export const DEFAULT_REGISTRATION_CAP = 1000

/** The bounds of that number. */
export const REGISTRATION_CAP_BOUNDS = [1, 100_000] as const
